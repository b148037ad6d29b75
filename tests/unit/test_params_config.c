/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_params_util.h"

/* ---- Presets ---- */

Test(presets, all_are_there_and_consistent)
{
    static const char *const names[] = {"default",       "conservative",  "balanced", "aggressive",
                                        "classic-shogi", "classic-chess", "tutorial", "off"};
    cr_assert_eq(preset_count(), COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        for (int game = 0; game < PARAM_GAMES; game++) {
            ParamSet set = fresh_set((ParamGame)game), plain = set;
            Diag diag;
            diag_clear(&diag);
            cr_assert(param_set_preset(&set, span_of(names[i]), &diag), "%s", diag.error);
            cr_assert(param_set_settle(&set, &diag), "%s: %s", names[i], diag.error);
            if (i == 0)
                assert_equal_values(&set, &plain, names[i]);
            else
                cr_assert_str_eq(set.origins[ROW_NMP].detail, names[i]);
        }
    for (int i = 0; i < preset_count(); i++)
        cr_assert(preset_text(i)[0], "%s says nothing", preset_name(i));
}

static ParamSet preset(const char *name, ParamGame game)
{
    ParamSet set = fresh_set(game);
    Diag diag;
    diag_clear(&diag);
    cr_assert(param_set_preset(&set, span_of(name), &diag), "%s", diag.error);
    return set;
}

Test(presets, null_move_presets)
{
    static const struct {
        const char *name;
        int min_depth, reduction, pieces, strategy;
    } cases[] = {{"conservative", 4, 2, 10, NMP_STATIC},
                 {"balanced", 3, 2, 12, NMP_LINEAR},
                 {"Aggressive", 3, 3, 15, NMP_LINEAR}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ParamSet set = preset(cases[i].name, PARAM_SHOGI);
        cr_assert_eq(set.values.nmp_min_depth, cases[i].min_depth);
        cr_assert_eq(set.values.nmp_reduction, cases[i].reduction);
        cr_assert_eq(set.values.nmp_guard_pieces, cases[i].pieces);
        cr_assert_eq(set.values.nmp_strategy, cases[i].strategy);
    }
}

Test(presets, published_designs)
{
    Params chess = preset("classic chess", PARAM_CHESS).values;
    cr_assert_eq(chess.nmp_strategy, NMP_STEPPED);
    cr_assert_eq(chess.nmp_first_step, 8);
    cr_assert_eq(chess.nmp_second_step, 15);
    cr_assert_eq(chess.nmp_verify, NMP_VERIFY_ON_CUTOFF);
    cr_assert_eq(chess.nmp_verify_depth, 12);
    cr_assert_eq(chess.rfp_margin, 120);
    cr_assert_eq(chess.rfp_depth, 3);
    cr_assert_eq(chess.nmp_guard_material, 800);
    cr_assert_gt(preset("classic-chess", PARAM_SHOGI).values.nmp_guard_material, 1000);
    Params shogi = preset("classic_shogi", PARAM_SHOGI).values;
    cr_assert_eq(shogi.nmp_strategy, NMP_LINEAR);
    cr_assert_eq(shogi.lmr_form, LMR_CLASSIC);
    cr_assert_eq(shogi.futility_form, FUTILITY_TABLE);
    cr_assert_eq(shogi.multicut_form, MULTICUT_CLASSIC);
    cr_assert_eq(shogi.razor_margin - shogi.razor_endgame, 200);
    cr_assert_eq(shogi.futility_table_7, 700);
    Params tutorial = preset("tutorial", PARAM_CHESS).values;
    cr_assert(params_on(&tutorial, TECH_NMP) && params_on(&tutorial, TECH_RFP));
    cr_assert_eq(tutorial.nmp_reduction, 3);
    cr_assert_eq(tutorial.rfp_margin, 150);
}

Test(presets, off_keeps_table_ordering_and_quiescence_only)
{
    static const Technique kept[] = {TECH_TT,      TECH_KILLERS,  TECH_COUNTER,    TECH_BUTTERFLY,
                                     TECH_CAPHIST, TECH_CONTHIST, TECH_ASPIRATION, TECH_QCHECKS};
    /* Presets are about the search: who evaluates is another matter, and so are the clock and a
     * plug-in that somebody has loaded. */
    uint64_t allowed = UINT64_C(1) << TECH_PAWNHIST | UINT64_C(1) << TECH_NET
                     | UINT64_C(1) << TECH_PLUGIN | UINT64_C(1) << TECH_TIMING;
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        allowed |= UINT64_C(1) << kept[i];
    for (int game = 0; game < PARAM_GAMES; game++) {
        Params off = preset("off", (ParamGame)game).values;
        cr_assert_eq(off.techniques & ~allowed, 0);
        uint64_t tutorial = preset("tutorial", (ParamGame)game).values.techniques;
        cr_assert_eq(tutorial & ~off.techniques, UINT64_C(1) << TECH_NMP | UINT64_C(1) << TECH_RFP);
    }
}

Test(presets, unknown_ones_are_refused)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    Diag diag;
    diag_clear(&diag);
    cr_assert_not(param_set_preset(&set, span_of("agressive"), &diag));
    assert_has(diag.error, "unknown preset 'agressive', did you mean 'aggressive'?");
}

/* ---- Nesting, which is checked before the parser sees a text ---- */

static bool sane(const char *text)
{
    int line;
    return config_nesting_is_sane(span_of(text), &line);
}

Test(config, nesting)
{
    cr_assert(sane("a = [[[[1]]]]\nb.c.d = 1\n[e.f]\n"));
    cr_assert(sane("# [[[[[[[[[[[[[[ ............\n"));
    cr_assert(sane("a = \"[[[[[[[[[[[[ \\\" [[[[[[[\"\nb = '[[[[[[[[[[[['\n"));
    cr_assert(sane("a = \"\"\"[[[[[[[[[\n[[[[[[[\"\"\"\"\"\nb = '''[[[[[[[[[\n[[[['''\n"));
    cr_assert(sane("a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5]\n"));
    cr_assert_not(sane("a = [[[[[[[[[[\n"));
    cr_assert_not(sane("a = {b = {b = {b = {b = {b = {b = {b = {b = {b = 1"));
    cr_assert_not(sane("a.a.a.a.a.a.a.a.a.a = 1\n"));
    cr_assert_not(sane("[a . a . a . a . a . a . a . \"a\" . a . a]\n"));
    /* Quotes that would hide the rest from a careless reader. */
    cr_assert_not(sane("a = \"\"\"x\"\"\"\" [[[[[[[[[[\n"));
    cr_assert_not(sane("a = \"\\\\\" [[[[[[[[[[\n"));
    cr_assert_not(sane("a = '\\' [[[[[[[[[[\n"));
    cr_assert_not(sane("a = \"open\n[[[[[[[[[[\n"));
    int line;
    cr_assert_not(config_nesting_is_sane(span_of("\n\n'''\n'''\n[[[[[[[[[\n"), &line));
    cr_assert_eq(line, 5);
}

/* ---- Files ---- */

#ifdef HAVE_TOML

static bool read_config(ParamSet *set, const char *text, ParamReport *report)
{
    return config_read("x.toml", span_of(text), set, report);
}

static ParamSet good_config(ParamGame game, const char *text)
{
    ParamSet set = fresh_set(game);
    ParamReport report = PARAM_REPORT_EMPTY;
    cr_assert(read_config(&set, text, &report), "%s", text_cstr(&report.errors));
    cr_assert_str_eq(text_cstr(&report.warnings), "");
    param_report_free(&report);
    return set;
}

/* All fragments must be in the report, and nothing may have changed. */
static void bad_config(const char *text, const char *first, const char *second)
{
    ParamSet set = fresh_set(PARAM_CHESS), before = set;
    ParamReport report = PARAM_REPORT_EMPTY;
    cr_assert_not(read_config(&set, text, &report), "accepted: %s", text);
    assert_has(text_cstr(&report.errors), first);
    if (second)
        assert_has(text_cstr(&report.errors), second);
    cr_assert_eq(memcmp(&set, &before, sizeof set), 0);
    param_report_free(&report);
}

Test(config, rows_in_all_places)
{
    ParamSet set = good_config(PARAM_CHESS, "nmp_min_depth = 5\n"
                                            "[nmp]\nreduction = 4\nenabled = false\n"
                                            "[\"Null move\"]\nnmp_divisor = 7\n"
                                            "[reverse_futility]\nrfp_depth = 4\n"
                                            "[lmr]\nform = \"classic\"\nlmr_min_move = 9\n"
                                            "[late-move-pruning]\nlmp_depth = 2\n"
                                            "[chess]\nnmp_verify_depth = 20\nnmp_min_depth = 6\n"
                                            "[chess.rfp]\nmargin = 99\n"
                                            "[shogi]\nnmp_verify_depth = 30\n");
    cr_assert_eq(set.values.nmp_min_depth, 6);
    cr_assert_eq(set.values.nmp_reduction, 4);
    cr_assert_not(params_on(&set.values, TECH_NMP));
    cr_assert_eq(set.values.nmp_divisor, 7);
    cr_assert_eq(set.values.rfp_depth, 4);
    cr_assert_eq(set.values.rfp_margin, 99);
    cr_assert_eq(set.values.lmr_form, LMR_CLASSIC);
    cr_assert_eq(set.values.lmr_min_move, 9);
    cr_assert_eq(set.values.lmp_depth, 2);
    cr_assert_eq(set.values.nmp_verify_depth, 20);
    cr_assert_str_eq(set.origins[ROW_nmp_reduction].detail, "x.toml:3");
    cr_assert_eq(set.origins[ROW_nmp_reduction].source, SOURCE_FILE);
    cr_assert_eq(set.origins[ROW_nmp_first_step].source, SOURCE_DEFAULT);
}

Test(config, preset_comes_first)
{
    ParamSet set = good_config(PARAM_CHESS, "nmp_min_depth = 6\npreset = \"conservative\"\n"
                                            "[shogi]\npreset = \"aggressive\"\n");
    cr_assert_eq(set.values.nmp_min_depth, 6);
    cr_assert_eq(set.values.nmp_guard_pieces, 10);
    cr_assert_eq(set.origins[ROW_nmp_guard_pieces].source, SOURCE_PRESET);
    cr_assert_eq(
        good_config(PARAM_SHOGI, "[shogi]\npreset = \"aggressive\"\n").values.nmp_guard_pieces, 15);
}

Test(config, published_layout)
{
    Params p = good_config(PARAM_SHOGI, "[pruning]\n"
                                        "futility_margin = [0, 90, 180, 270, 360, 450, 540, 630]\n"
                                        "futility_depth_limit = 3\n"
                                        "extended_futility_depth_limit = 5\n"
                                        "lmr_base_reduction = 2\nlmr_move_threshold = 4\n"
                                        "lmr_depth_threshold = 3\nlmr_max_reduction = 5\n"
                                        "delta_margin = 210\ndelta_depth_limit = 6\n"
                                        "razoring_depth_limit = 2\nrazoring_margin = 310\n"
                                        "razoring_margin_endgame = 205\n"
                                        "multi_cut_threshold = 2\nmulti_cut_depth_limit = 5\n"
                                        "adaptive_enabled = true\n"
                                        "position_dependent_margins = true\n"
                                        "[null_move]\n"
                                        "enabled = true\nmin_depth = 4\nreduction_factor = 3\n"
                                        "max_pieces_threshold = 14\n"
                                        "enable_dynamic_reduction = true\n"
                                        "enable_endgame_detection = true\n"
                                        "mate_threat_margin = 500\nverify_depth = 9\n"
                                        "verification_margin = 150\n")
                   .values;
    cr_assert(params_on(&p, TECH_ADAPT));
    cr_assert(params_on(&p, TECH_PHASE));
    cr_assert_eq(p.futility_form, FUTILITY_TABLE);
    cr_assert_eq(p.futility_table_1, 90);
    cr_assert_eq(p.futility_table_7, 630);
    cr_assert_eq(p.futility_depth, 5);
    cr_assert_eq(p.lmr_form, LMR_CLASSIC);
    cr_assert_eq(p.lmr_classic_base, 2);
    cr_assert_eq(p.lmr_min_move, 4);
    cr_assert_eq(p.lmr_min_depth, 3);
    cr_assert_eq(p.lmr_classic_most, 5);
    cr_assert_eq(p.delta_margin, 210);
    cr_assert_eq(p.delta_depth, 6);
    cr_assert_eq(p.razor_depth, 2);
    cr_assert_eq(p.razor_margin, 310);
    cr_assert_eq(p.razor_slope, 0);
    cr_assert_eq(p.razor_endgame, 105);
    cr_assert_eq(p.multicut_form, MULTICUT_CLASSIC);
    cr_assert_eq(p.multicut_cuts, 2);
    cr_assert_eq(p.multicut_depth, 5);
    cr_assert_eq(p.nmp_min_depth, 4);
    cr_assert_eq(p.nmp_reduction, 3);
    cr_assert_eq(p.nmp_guard_pieces, 14);
    cr_assert_eq(p.nmp_strategy, NMP_LINEAR);
    cr_assert_eq(p.threat_margin, 500);
    cr_assert_eq(p.nmp_verify_depth, 9);
    cr_assert_eq(p.nmp_verify_margin, 150);
    cr_assert(p.nmp_verify == NMP_VERIFY_NEAR_MISS || p.nmp_verify == NMP_VERIFY_BOTH);
}

Test(config, published_keys_that_meet)
{
    Params p = good_config(PARAM_CHESS, "[null_move]\nenable_dynamic_reduction = false\n"
                                        "nmp_verify = \"off\"\nverification_margin = 100\n"
                                        "max_pieces_threshold = 9\n"
                                        "enable_endgame_detection = false\n")
                   .values;
    cr_assert_eq(p.nmp_strategy, NMP_STATIC);
    cr_assert_eq(p.nmp_verify, NMP_VERIFY_OFF);
    cr_assert_eq(p.nmp_guard_pieces, 0);
    p = good_config(PARAM_CHESS, "[null_move]\nreduction_strategy = \"smooth\"\n"
                                 "enable_dynamic_reduction = true\n"
                                 "enable_endgame_detection = true\n")
            .values;
    cr_assert_eq(p.nmp_strategy, NMP_SMOOTH);
    cr_assert_eq(p.nmp_guard_pieces, 12);
    p = good_config(PARAM_CHESS, "preset = \"conservative\"\n"
                                 "[null_move]\nenable_endgame_detection = true\n")
            .values;
    cr_assert_eq(p.nmp_guard_pieces, 10);
}

Test(config, mistakes_are_named)
{
    static const char *const cases[][3] = {
        {"\nnmp_min_depth = 99\n", "x.toml:2: nmp_min_depth: 99 is out of range, 1 to 20", NULL},
        {"nmp_min_depth = 3\nnonsense = 1\nnmp = 7\nrfp_dept = 3\n",
         "x.toml:2: unknown parameter 'nonsense'\nx.toml:3: nmp: '7' is neither",
         "x.toml:4: unknown parameter 'rfp_dept', did you mean 'rfp_depth'?"},
        {"nmp_min_depth = \"3\"\n", "the string \"3\" is no value for nmp_min_depth",
         "from 1 to 20"},
        {"nmp_min_depth = 3.0\n", "the fraction 3.0 is no value", NULL},
        {"nmp_min_depth = 1979-05-27\n", "the date 1979-05-27 is no value", NULL},
        {"nmp_min_depth = 07:32:00\n", "a date or time is no value", NULL},
        {"nmp_min_depth = true\n", "true is no value for nmp_min_depth", NULL},
        {"nmp_min_depth = [3]\n", "the array [3] is no value", NULL},
        {"nmp = [\"on\"]\n", "an array of other things", "it is true or false"},
        {"nmp_strategy = true\n", "it is one of \"static\", \"linear\"", NULL},
        {"nmp_strategy = \"quick\"\n", "'quick' is none of static", NULL},
        {"[nonsense]\n", "x.toml:1: unknown table 'nonsense'", NULL},
        {"[nul_move]\nx = 1\n", "did you mean 'null_move'?", NULL},
        {"[[nmp]]\nreduction = 1\n", "x.toml:1: nmp: an array of other things", NULL},
        {"[rfp]\nnmp_min_depth = 3\n", "nmp_min_depth belongs to 'nmp', not to 'rfp'", NULL},
        {"[null_move]\nmin_dept = 3\n", "in table 'null_move', did you mean 'min_depth'?", NULL},
        {"[chess.chess]\nnmp = true\n", "unknown table 'chess'", NULL},
        {"[shogi]\nnmp_min_depth = 99\n", "x.toml:2: nmp_min_depth: 99", NULL},
        {"preset = \"none\"\n", "x.toml:1: unknown preset 'none'", NULL},
        {"preset = 1\n", "preset: a string is wanted", NULL},
        {"[pruning]\nfutility_margin = [0, 100]\n", "x.toml:2: futility_margin: an array of 8",
         NULL},
        {"[pruning]\nfutility_margin = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n", "an array of 8", NULL},
        {"[pruning]\nfutility_margin = []\n", "an array of 8", NULL},
        {"[pruning]\nfutility_margin = 100\n", "an array of 8", NULL},
        {"[pruning]\nfutility_margin = [0, 1, 2, 3, 4, 5, 6, \"7\"]\n", "an array of 8", NULL},
        {"[pruning]\nfutility_margin = [5, 1, 2, 3, 4, 5, 6, 7]\n", "depth 0, must be 0", NULL},
        {"[pruning]\nfutility_margin = [0, 1, 2, 3, 4, 5, 6, 99999]\n",
         "futility_table_7: 99999 is out of range", NULL},
        {"[pruning]\nadaptive_enabled = 3\nposition_dependent_margins = [1]\n",
         "adapt: '3' is neither on nor off", "is no value for phase: it is true or false"},
        {"plugin = \"x.so\"\n", "x.toml:1: plugin: plug-ins are loaded from the command line",
         NULL},
        {"[pruning]\nrazoring_margin = 200\nrazoring_margin_endgame = 300\n",
         "razoring_margin_endgame: a whole number from 0 to razoring_margin", NULL},
        {"[null_move]\nenable_dynamic_reduction = 1\n", "true or false is wanted", NULL},
        {"nmp_min_depth = 3\n[null_move]\nmin_depth = 4\n",
         "x.toml:3: nmp_min_depth is given twice, here and in line 1", NULL},
        {"futility_form = \"table\"\nfutility_depth = 9\n", "above the table's length",
         "is from: file x.toml:2"},
        {"nmp_min_depth = 3\nnmp_min_depth = 4\n", "x.toml:2:", NULL},
        {"nmp_min_depth =\n", "x.toml:1:", NULL},
        {"nmp_min_depth = 99999999999999999999\n", "x.toml:1:", NULL},
        {"\"\\u0000\" = 1\n", "unknown parameter", NULL},
        {"\"\xff\xfe\" = 1\n", "x.toml:1:", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        bad_config(cases[i][0], cases[i][1], cases[i][2]);
}

Test(config, lenient)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    set.mode = PARAM_LENIENT;
    ParamReport report = PARAM_REPORT_EMPTY;
    cr_assert(read_config(&set,
                          "nmp_min_depth = 99\n\nfutility_form = \"table\"\n"
                          "futility_depth = 20\n",
                          &report));
    cr_assert_eq(set.values.nmp_min_depth, 20);
    cr_assert_eq(set.values.futility_depth, 7);
    assert_has(text_cstr(&report.warnings), "x.toml:1: nmp_min_depth: 99 is out of range");
    assert_has(text_cstr(&report.warnings), "above the table's length");
    cr_assert_not(read_config(&set, "nonsense = 1\n", &report));
    param_report_free(&report);
}

Test(config, preset_files_give_what_is_compiled_in)
{
    for (int i = 0; i < preset_count(); i++)
        for (int game = 0; game < PARAM_GAMES; game++) {
            ParamSet inside = preset(preset_name(i), (ParamGame)game);
            ParamSet outside = fresh_set((ParamGame)game);
            ParamReport report = PARAM_REPORT_EMPTY;
            Text path = TEXT_EMPTY;
            text_printf(&path, "presets/%s.toml", preset_name(i));
            cr_assert(config_load(text_cstr(&path), &outside, &report), "%s",
                      text_cstr(&report.errors));
            assert_equal_values(&inside, &outside, preset_name(i));
            text_free(&path);
            param_report_free(&report);
        }
}

/* Every row at both ends of its range survives being written and read. */
Test(config, written_files_can_be_read)
{
    for (int end = 0; end < 2; end++)
        for (int game = 0; game < PARAM_GAMES; game++) {
            ParamSet set = fresh_set((ParamGame)game), again = set;
            for (int i = 0; i < PARAM_ROWS; i++)
                params_put(&set.values, &param_rows[i],
                           end ? param_rows[i].max : param_rows[i].min);
            set.values.futility_depth = 3;
            Text text = TEXT_EMPTY;
            params_write_toml(&set, &text);
            ParamReport report = PARAM_REPORT_EMPTY;
            cr_assert(read_config(&again, text_cstr(&text), &report), "%s",
                      text_cstr(&report.errors));
            assert_equal_values(&set, &again, "written");
            text_free(&text);
            param_report_free(&report);
        }
}

Test(config, many_mistakes)
{
    Text text = TEXT_EMPTY;
    for (int i = 0; i < 3000; i++)
        text_printf(&text, "key%d = 1\n", i);
    ParamSet set = fresh_set(PARAM_CHESS);
    ParamReport report = PARAM_REPORT_EMPTY;
    cr_assert_not(read_config(&set, text_cstr(&text), &report));
    cr_assert_eq(report.error_count, 51);
    assert_has(text_cstr(&report.errors), "more errors than can be listed");
    cr_assert_lt(report.errors.length, 10000);
    text_free(&text);
    param_report_free(&report);
}

/* Whatever is in the file: an answer, and nothing changed unless it is good. */
Test(config, damaged_files)
{
    static const char base[] = "preset = \"off\"\nnmp_min_depth = 5 # x\n[pruning]\n"
                               "futility_margin = [0, 1, 2, 3, 4, 5, 6, 7]\n[chess.nmp]\n"
                               "reduction = 2\n'rfp_depth' = \"\"\"a\nb\"\"\"\nx = {a = 1}\n";
    uint64_t state = 1;
    for (int round = 0; round < 3000; round++) {
        char text[sizeof base];
        memcpy(text, base, sizeof base);
        for (int i = 0; i < 1 + round % 4; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            text[(state >> 33) % (sizeof base - 1)] = (char)(state >> 56);
        }
        ParamSet set = fresh_set(PARAM_CHESS), before = set;
        ParamReport report = PARAM_REPORT_EMPTY;
        bool good = config_read("x", (Span){text, sizeof base - 1}, &set, &report);
        cr_assert_eq(good, report.error_count == 0);
        if (!good)
            cr_assert_eq(memcmp(&set, &before, sizeof set), 0);
        param_report_free(&report);
    }
}

#else

Test(config, says_what_is_missing)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    ParamReport report = PARAM_REPORT_EMPTY;
    cr_assert_not(config_read("x.toml", span_of(""), &set, &report));
    assert_has(text_cstr(&report.errors), "this build has no TOML support");
    param_report_free(&report);
}

#endif
