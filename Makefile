# SPDX-License-Identifier: GPL-3.0-or-later
#
#   make                  ./tenuki for this processor
#   make play             install what is needed, build, open the page
#   make test             install what is needed, build, run all tests
#   make help             everything else
#
# EXE, CC, ARCH, LTO, CFLAGS, EVALFILE and PREFIX may be given on the command line.

EXE    ?= tenuki
CC     := $(if $(filter default,$(origin CC)),gcc,$(CC))
ARCH   ?= native
PREFIX ?= /usr/local
OPT    ?= -O3
CFLAGS ?=
LDFLAGS ?=
TEST_DIR ?= build/tests

ARCH_native  := -march=native
ARCH_armv8   := -march=armv8-a
ARCH_generic :=
ARCH_FLAGS   := $(if $(filter undefined,$(origin ARCH_$(ARCH))),-march=$(ARCH),$(ARCH_$(ARCH)))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
BASE_FLAGS := -std=c17 -D_GNU_SOURCE -Isrc -Iinclude $(WARNINGS)

# Libraries beyond libc, libm and pthreads are found by pkg-config or left out.
PKG_CONFIG ?= pkg-config
have = $(shell $(PKG_CONFIG) --exists $(1) 2>/dev/null && echo yes)
LIBEDIT := $(call have,libedit)
# The TOML parser is C++, from the same family as the C compiler.
CXX     := $(if $(filter default,$(origin CXX)),$(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),$(if \
           $(findstring gcc,$(CC)),$(subst gcc,g++,$(CC)),g++)),$(CXX))
TOML    := $(and $(call have,tomlplusplus),$(shell command -v $(lastword $(CXX))))
SQLITE  := $(call have,sqlite3)
ZSTD    := $(call have,libzstd)
WEB     := $(and $(call have,libmicrohttpd),$(call have,jansson))
FEATURE_FLAGS := $(if $(LIBEDIT),-DHAVE_LIBEDIT) $(if $(TOML),-DHAVE_TOML) \
                 $(if $(SQLITE),-DHAVE_SQLITE) $(if $(ZSTD),-DHAVE_ZSTD) $(if $(WEB),-DHAVE_WEB)
FEATURE_LIBS  := $(if $(LIBEDIT),$(shell $(PKG_CONFIG) --libs libedit)) \
                 $(if $(TOML),$(shell $(PKG_CONFIG) --libs tomlplusplus) -lstdc++) \
                 $(if $(SQLITE),$(shell $(PKG_CONFIG) --libs sqlite3)) \
                 $(if $(ZSTD),$(shell $(PKG_CONFIG) --libs libzstd)) \
                 $(if $(WEB),$(shell $(PKG_CONFIG) --libs libmicrohttpd jansson))

# STATS=0 leaves out the counting.
STATS ?= 1
ALL_FLAGS := $(BASE_FLAGS) -DSTATS=$(STATS) $(OPT) $(ARCH_FLAGS) $(FEATURE_FLAGS) $(CFLAGS)
LIBS      := $(FEATURE_LIBS) -lm -lpthread -ldl

# What a search runs is compiled as a whole, where compiler and linker can do that; LTO= for no such
# thing. The rest would only make the linker slow.
can_link  = $(shell echo 'int main(void) { return 0; }' | \
              $(CC) $(1) -x c -o /dev/null - 2>/dev/null && echo $(1))
LTO      ?= $(if $(findstring -O3,$(OPT)),$(or $(call can_link,-flto=auto),$(call can_link,-flto)))
LTO      := $(LTO)
AS_WHOLE := base chess shogi nnue tt stats search

# Objects of one compiler and one set of flags share a directory, so that changing either rebuilds.
VARIANT := $(shell echo '$(CC) $(shell $(CC) -dumpversion 2>/dev/null) $(ALL_FLAGS) $(LTO)' | cksum | cut -d' ' -f1)
BUILD   := build/$(VARIANT)

# src/search is compiled once per game; everything else once.
GAMES   := chess shogi
SEARCH  := $(wildcard src/search/*.c)
WITHOUT := $(if $(WEB),,$(wildcard src/web/*.c) src/lab/web_results.c)
SINGLE  := $(filter-out $(SEARCH) $(WITHOUT),$(wildcard src/*.c src/*/*.c))
OBJECTS := $(SINGLE:src/%.c=$(BUILD)/%.o) \
           $(foreach game,$(GAMES),$(SEARCH:src/search/%.c=$(BUILD)/search/$(game)/%.o)) \
           $(if $(TOML),$(BUILD)/param/toml_shim.o) $(BUILD)/nets.o $(if $(WEB),$(BUILD)/page.o)
LIBRARY := $(filter-out $(BUILD)/main.o,$(OBJECTS))

$(foreach folder,$(AS_WHOLE),$(eval $(BUILD)/$(folder)/%.o: ALL_FLAGS += $(LTO)))

.DEFAULT_GOAL := $(EXE)

# One line a file; V=1 shows the whole commands.
V ?= 0
say = $(if $(filter 0,$(V)),@printf '  %-5s %s\n' $(1) $(2);)

$(EXE): $(BUILD)/tenuki
	@cp $< $@

$(BUILD)/tenuki: $(OBJECTS)
	$(call say,LINK,$(EXE)) $(CC) $(ALL_FLAGS) $(LTO) $(LDFLAGS) -o $@ $^ $(LIBS)
	$(if $(LIBEDIT),,@echo 'note: built without libedit: the console has no history and no completion')
	$(if $(TOML),,@echo 'note: built without toml++: no configuration files')
	$(if $(SQLITE),,@echo 'note: built without sqlite3: results of the laboratory are not kept')
	$(if $(ZSTD),,@echo 'note: built without zstd: recorded trees are not compressed')
	$(if $(WEB),,@echo 'note: built without libmicrohttpd and jansson: no `tenuki web`')

$(BUILD)/search/chess/%.o: src/search/%.c
	@mkdir -p $(@D)
	$(call say,CC,'$< for chess') $(CC) $(ALL_FLAGS) -DGAME_CHESS -MMD -MP -c -o $@ $<

$(BUILD)/search/shogi/%.o: src/search/%.c
	@mkdir -p $(@D)
	$(call say,CC,'$< for shogi') $(CC) $(ALL_FLAGS) -DGAME_SHOGI -MMD -MP -c -o $@ $<

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<) $(CC) $(ALL_FLAGS) -MMD -MP -c -o $@ $<

# clang's C++ checks need a runtime that linking with the C compiler leaves out.
CXX_FLAGS = -std=c++17 -Isrc -Iinclude -Wall -Wextra $(OPT) $(ARCH_FLAGS) $(CFLAGS) \
            $(if $(findstring clang,$(CXX)),-fno-sanitize=vptr -fno-sanitize=function)

$(BUILD)/param/toml_shim.o: src/param/toml_shim.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<) $(CXX) $(CXX_FLAGS) \
	    $(shell $(PKG_CONFIG) --cflags tomlplusplus) -MMD -MP -c -o $@ $<

# The presets are compiled in.
$(BUILD)/made/param/presets_table.h: tools/presets_to_c $(wildcard presets/*.toml)
	@mkdir -p $(@D)
	$(call say,MAKE,$@) tools/presets_to_c $(filter %.toml,$^) > $@.new && mv $@.new $@

$(BUILD)/param/presets.o: ALL_FLAGS += -I$(BUILD)/made
$(BUILD)/param/presets.o: $(BUILD)/made/param/presets_table.h

# So are the nets: what EVALFILE names (one file or several, for either game) before those in nets/.
EVALFILE ?=
NETS     := $(EVALFILE) $(wildcard nets/*.net)

.PHONY: force
$(BUILD)/made/nets.S: force
	@mkdir -p $(@D)
	@tools/nets_to_asm $(NETS) > $@.new && (cmp -s $@.new $@ && rm $@.new || mv $@.new $@)

$(BUILD)/nets.o: $(BUILD)/made/nets.S $(NETS)
	$(call say,AS,'$(or $(strip $(NETS)),no nets)') $(CC) -c -o $@ $<

# And the page, which npm makes from web/. Without npm it is left out, and the server says so.
PAGE := $(if $(wildcard web/package.json),$(if $(shell command -v npm),build/web/.done))

web/node_modules/.package-lock.json: web/package-lock.json
	$(call say,NPM,'the libraries of the page') npm --prefix web ci --ignore-scripts --no-audit \
	    --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000 >/dev/null

# npm may not reach its registry; the engine is built all the same, and the next make tries again.
PAGE_SOURCES := $(wildcard web/*.json web/*.mjs web/*.html web/*.svg web/*.css web/src/*.ts \
                           web/style/*.css web/pieces/*.svg)
build/web/.done: $(PAGE_SOURCES)
	@if $(MAKE) --no-print-directory web/node_modules/.package-lock.json && node web/build.mjs; \
	    then touch $@; \
	    else echo 'note: npm could not make the page; the next make tries again' >&2; fi

$(BUILD)/made/page.S: tools/page_to_asm $(PAGE)
	@mkdir -p $(@D)
	@tools/page_to_asm $(if $(PAGE),$(dir $(PAGE))) > $@.new && mv $@.new $@

$(BUILD)/page.o: $(BUILD)/made/page.S
	$(call say,AS,"$$([ -f '$(PAGE)' ] && echo the page || echo no page)") $(CC) -c -o $@ $<

-include $(OBJECTS:.o=.d)

# ---- Other builds ----

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

DEBUG_MAKE = $(MAKE) --no-print-directory OPT='-O1 -g' ARCH=generic CC='$(CC)' \
             CFLAGS='-DTENUKI_DEBUG $(SANITIZE) $(CFLAGS)'

# Checked element by element, the loops over whole rows of weights would be most of what the debug
# build does; their callers assert that the rows are there.
ifneq ($(findstring -DTENUKI_DEBUG,$(CFLAGS)),)
$(BUILD)/nnue/kernels.o: ALL_FLAGS += -O2 -ftree-vectorize -fno-sanitize=all
endif

.PHONY: debug test-programs-debug
debug:
	+@$(DEBUG_MAKE) EXE=$(EXE)-debug

test-programs-debug:
	+@$(DEBUG_MAKE) TEST_DIR=$(TEST_DIR) test-programs

# Measures where the time of a search goes, for `tenuki profile`.
.PHONY: profile
profile:
	+@$(MAKE) --no-print-directory EXE=$(EXE)-profile CC='$(CC)' CFLAGS='-DTENUKI_PROFILE $(CFLAGS)'

# Profile-guided. gcc finds a profile by the name of the object it belongs to, so both passes use the
# same directory; clang also needs llvm-profdata.
PGO_DIR   := $(CURDIR)/build/pgo
PGO_MAKE   = $(MAKE) --no-print-directory CC='$(CC)' BUILD=$(PGO_DIR)/objects
PGO_CLANG := $(findstring clang,$(shell $(CC) --version 2>/dev/null | head -n 1))
PGO_USE   := $(if $(PGO_CLANG),-fprofile-use=$(PGO_DIR)/merged,\
                 -fprofile-use=$(PGO_DIR)/profile -fprofile-correction -Wno-missing-profile)

.PHONY: pgo
pgo:
	@rm -rf $(PGO_DIR)
	+@$(PGO_MAKE) EXE=$(EXE)-train CFLAGS='$(CFLAGS) -fprofile-generate=$(PGO_DIR)/profile'
	./$(EXE)-train perft --depth 6
	./$(EXE)-train perft --game shogi --depth 5
	./$(EXE)-train bench --depth 10
	$(if $(PGO_CLANG),llvm-profdata merge -output=$(PGO_DIR)/merged $(PGO_DIR)/profile)
	@rm -rf $(PGO_DIR)/objects $(EXE)-train
	+@$(PGO_MAKE) CFLAGS='$(CFLAGS) $(PGO_USE)'

# The example plug-ins, and those that the tests want refused.
PLUGINS := $(patsubst %.c,build/plugins/%.so,$(notdir $(wildcard examples/*.c tests/plugins/*.c)))

.PHONY: plugins
plugins: $(PLUGINS)

PLUGIN_CC = $(CC) -std=c17 -Iinclude $(WARNINGS) -O2 -fPIC -shared $(CFLAGS) -o $@ $<

build/plugins/%.so: examples/%.c include/tenuki/plugin.h
	@mkdir -p $(@D)
	$(call say,CC,$@) $(PLUGIN_CC)

build/plugins/%.so: tests/plugins/%.c include/tenuki/plugin.h
	@mkdir -p $(@D)
	$(call say,CC,$@) $(PLUGIN_CC)

.PHONY: install
install: $(EXE)
	install -D -m 755 $(EXE) '$(DESTDIR)$(PREFIX)/bin/tenuki'
	install -D -m 644 docs/tenuki.1 '$(DESTDIR)$(PREFIX)/share/man/man1/tenuki.1'
	install -D -m 644 docs/tenuki.bash \
	    '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/tenuki'

	install -D -m 644 include/tenuki/plugin.h '$(DESTDIR)$(PREFIX)/include/tenuki/plugin.h'

# ---- Test programs ----

CRITERION := $(shell $(PKG_CONFIG) --cflags --libs criterion 2>/dev/null)
TEST_FLAGS := $(ALL_FLAGS) -Itests -MMD -MP

.PHONY: test-programs
test-programs: $(BUILD)/unit $(BUILD)/random_play
	@mkdir -p $(TEST_DIR)
	@cp $^ $(TEST_DIR)

test_objects = $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(wildcard $(1)))

$(BUILD)/unit: $(call test_objects,tests/unit/*.c tests/reference/*.c) $(LIBRARY)
	$(call say,LINK,$@) $(CC) $(ALL_FLAGS) $(LTO) $(LDFLAGS) -o $@ $^ $(CRITERION) $(LIBS)

$(BUILD)/random_play: $(call test_objects,tests/random_play.c tests/reference/*.c) $(LIBRARY)
	$(call say,LINK,$@) $(CC) $(ALL_FLAGS) $(LTO) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<) $(CC) $(TEST_FLAGS) -c -o $@ $<

-include $(wildcard $(BUILD)/tests/*.d $(BUILD)/tests/*/*.d)

# ---- For people ----

# PORT from the environment is for something else.
PLAY_PORT := $(if $(findstring command,$(origin PORT)),$(PORT))

PLAY_MAKE = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$$(nproc))

# npm brings four times as many packages as all the rest, so the engine is compiled meanwhile.
.PHONY: play play-page play-engine
play:
	@tools/packages --ask play page
	@tools/packages play
	+@$(PLAY_MAKE) play-page play-engine
	+@$(PLAY_MAKE) $(EXE)
	@echo 'Starting the page. Another port: make play PORT=8282. For a GUI, or as a console: ./$(EXE)'
	@tools/play ./$(EXE) web --open $(if $(PLAY_PORT),--port '$(PLAY_PORT)')

play-page:
	@tools/packages page

play-engine: $(filter-out $(BUILD)/page.o,$(OBJECTS))

.PHONY: test
test:
	@tools/packages test
	@tests/run

.PHONY: perft-full
perft-full: $(EXE)
	@tests/perft_full ./$(EXE)

.PHONY: bench-perft
bench-perft: $(EXE)
	@tools/packages bench
	@tests/bench_perft ./$(EXE)

.PHONY: random-full
random-full:
	@tests/random_full

# The generated reference pages. They have all commands, also those that need a library.
.PHONY: docs
docs:
	@tools/packages play page
	+@$(MAKE) --no-print-directory $(EXE)
	./$(EXE) params --markdown > docs/params.md
	./$(EXE) reference man > docs/tenuki.1
	(./$(EXE) reference bash && cat tools/completion.bash) > docs/tenuki.bash

.PHONY: format
format:
	clang-format -i $(shell git ls-files '*.c' '*.h')

.PHONY: clean
clean:
	rm -rf build $(EXE) $(EXE)-debug $(EXE)-train $(EXE)-profile

.PHONY: help
help:
	@echo 'make                   ./$(EXE) for this processor'
	@echo 'make ARCH=A            for another: x86-64-v2 x86-64-v3 x86-64-v4 armv8 generic'
	@echo 'make LTO=              without compiling what a search runs as a whole'
	@echo 'make EXE=name CC=cc    another name, another compiler'
	@echo 'make EVALFILE=net      with this net built in instead of the one in nets/'
	@echo 'make debug             ./$(EXE)-debug: assertions, address and undefined-behaviour checks'
	@echo 'make profile           ./$(EXE)-profile: measures its parts, for `tenuki profile`'
	@echo 'make plugins           build/plugins/*.so: the example plug-ins; docs/plugins.md'
	@echo 'make pgo               guided by a profile of a first run'
	@echo 'make install PREFIX=P  into P/bin, with the man page and completion for bash'
	@echo 'make play              install what is needed, build, open the page; PORT=8282 for another port'
	@echo 'make test              install what is needed, build, run all tests'
	@echo 'make perft-full        every perft count there is (an hour)'
	@echo 'make bench-perft       move generation against other engines'
	@echo 'make random-full       100,000 random games of each kind with every check (hours)'
	@echo 'make docs              write the reference pages again'
	@echo 'make format            clang-format on all sources'
	@echo 'make clean             remove what was built'
