/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_SPEC_H
#define TENUKI_ARENA_SPEC_H

/* Which engine plays, as KEY=VALUE pairs:
 *   by pipe     cmd="PROGRAM ARGUMENTS" arg=A dir=D proto=uci|usi option.NAME=VALUE stderr=FILE
 *   in-process  preset=P config=FILE set=KEY:VALUE hash=MIB threads=N overhead=MS
 *               net=FILE plugin=FILE level=1..10 (a level of play, which is a limit of its own)
 *   both        name=N, and limits of its own: tc= byoyomi= movetime= nodes= depth=
 * arg, option and set may be repeated. An engine with limits of its own has none of the common
 * ones. */

#include "arena/limits.h"
#include "param/params.h"
#include "search/gameops.h"

typedef struct {
    char *name, *value;
} SpecOption;

typedef struct {
    char *name;  /* printable, whatever was given */
    bool inside; /* an engine object of this process */
    GameLimits limits;

    char **argv; /* ends with NULL */
    int argc;
    char *dir;        /* NULL for ours */
    char *error_file; /* where its standard error goes; NULL for nowhere */
    bool usi;
    SpecOption *options;
    int option_count;

    ParamSet params;
    int64_t hash_mib, threads, overhead_ms;
    int64_t level; /* 0 for full strength within the limits */

    char *plugin_file; /* NULL for none */
    /* Settings of the plug-in, which nobody knows before it is loaded. */
    SpecOption *plugin_settings;
    int plugin_setting_count;
    char *net_file; /* NULL for the built-in net */
    const Net *net; /* of net_file, once it is loaded; all players of a match share it */
} EngineSpec;

/* The pairs stand one after the other; what does not begin with a known key belongs to the value
 * before it, so `cmd=python3 engine.py proto=uci` is two pairs. Quotes keep words together. On
 * error `spec` is empty. */
bool spec_read(Span text, const GameOps *game, const GameLimits *common, EngineSpec *spec,
               Diag *diag);
void spec_free(EngineSpec *spec);

/* Reads the net and loads the plug-in, which playing needs and looking at a finished match does
 * not.
 */
bool spec_load_files(EngineSpec *spec, const GameOps *game, Diag *diag);

/* An engine of this process with the given parameters and the default of everything else. */
void spec_inside(EngineSpec *spec, const char *name, const ParamSet *params,
                 const GameLimits *limits);

/* Gives a name that is not among the first `count` specs: a number is added if needed. */
void spec_make_unique(EngineSpec *spec, const EngineSpec *others, int count);

#endif
