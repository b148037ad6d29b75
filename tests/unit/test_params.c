/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_params_util.h"

#include "param/names.h"

Test(params, rows_are_complete)
{
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        cr_assert_eq(param_find(span_of(row->name)), row, "%s twice", row->name);
        cr_assert(row->text[0] && strlen(row->name) < 32, "%s", row->name);
        cr_assert_null(strpbrk(row->text, "|\n"), "%s would break the reference page", row->name);
        cr_assert_not_null(param_group(row));
        for (const char *c = row->name; *c; c++)
            cr_assert(strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *c), "%s", row->name);
        for (int j = 0; row->kind == PARAM_CHOICE && j <= row->max; j++)
            cr_assert_not_null(row->words[j]);
        if (row->kind == PARAM_CHOICE)
            cr_assert_null(row->words[row->max + 1]);
        /* A row begins with its technique's name: that is how [nmp] min_depth finds it. */
        const char *technique = param_technique_name(row->technique);
        cr_assert_eq(strncmp(row->name, technique, strlen(technique)), 0, "%s", row->name);
    }
    cr_assert_eq(param_rows[ROW_nmp_min_depth].kind, PARAM_NUMBER);
    cr_assert_str_eq(param_rows[ROW_NMP].name, "nmp");
    cr_assert_str_eq(param_group(&param_rows[ROW_NMP]), "Null move");
    cr_assert_str_eq(param_group(&param_rows[ROW_nmp_guard_pieces]),
                     "Zugzwang guards of the null move");
    cr_assert_str_eq(param_group(&param_rows[ROW_rfp_depth]), "Reverse futility");
}

Test(params, defaults_of_each_game)
{
    for (int game = 0; game < PARAM_GAMES; game++) {
        ParamSet set = fresh_set((ParamGame)game);
        Diag diag;
        diag_clear(&diag);
        cr_assert(params_check(&set.values, &diag), "%s", diag.error);
        for (int i = 0; i < PARAM_ROWS; i++) {
            cr_assert_eq(params_get(&set.values, &param_rows[i]), param_rows[i].defaults[game]);
            cr_assert_eq(set.origins[i].source, SOURCE_DEFAULT);
        }
        cr_assert_eq(set.values.nmp_min_depth, get(&set, "nmp_min_depth"));
        cr_assert_eq(params_on(&set.values, TECH_RFP), get(&set, "rfp"));
    }
}

/* Every row takes both ends of its range, through the setter and back through the getter, and
 * touches no other row. */
Test(params, every_row_can_be_set)
{
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        const int values[] = {row->min, row->max};
        for (int end = 0; end < 2; end++) {
            ParamSet set = fresh_set(PARAM_CHESS), plain = set;
            Text text = TEXT_EMPTY;
            param_write_value(row, values[end], &text);
            must_set(&set, row->name, text_cstr(&text));
            cr_assert_eq(params_get(&set.values, row), values[end]);
            params_put(&set.values, row, row->defaults[PARAM_CHESS]);
            assert_equal_values(&set, &plain, row->name);
            text_free(&text);
        }
    }
}

Test(params, switches_numbers_and_choices)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    static const char *const states[][2] = {{"off", "on"}, {"false", "TRUE"}, {"0", "1"}};
    for (size_t i = 0; i < COUNT_OF(states); i++)
        for (int on = 0; on < 2; on++) {
            must_set(&set, "nmp", states[i][on]);
            cr_assert_eq(params_on(&set.values, TECH_NMP), on);
        }
    must_set(&set, "nmp_min_depth", " 7 ");
    cr_assert_eq(set.values.nmp_min_depth, 7);
    must_set(&set, "nmp_static_margin", "-40");
    cr_assert_eq(set.values.nmp_static_margin, -40);
    must_set(&set, "nmp_strategy", "Stepped");
    cr_assert_eq(set.values.nmp_strategy, NMP_STEPPED);
    must_set(&set, "nmp_verify", "near miss");
    cr_assert_eq(set.values.nmp_verify, NMP_VERIFY_NEAR_MISS);
    must_set(&set, "nmp_strategy", "1");
    cr_assert_eq(set.values.nmp_strategy, NMP_LINEAR);
}

Test(params, bad_values_are_refused_and_change_nothing)
{
    static const struct {
        const char *name, *value, *message;
    } cases[] = {
        {"nmp", "maybe", "nmp: 'maybe' is neither on nor off"},
        {"nmp", "2", "neither on nor off"},
        {"nmp", "", "neither on nor off"},
        {"nmp_min_depth", "0", "nmp_min_depth: 0 is out of range, 1 to 20 are allowed"},
        {"nmp_min_depth", "21", "out of range"},
        {"nmp_min_depth", "3.5", "nmp_min_depth: '3.5' is not a whole number from 1 to 20"},
        {"nmp_min_depth", "", "not a whole number"},
        {"nmp_min_depth", "99999999999999999999", "not a whole number"},
        {"nmp_min_depth", "4294967299", "out of range"},
        {"nmp_min_depth", "three\n\x1b[2J", "not a whole number"},
        {"nmp_strategy", "fast", "nmp_strategy: 'fast' is none of static, linear"},
        {"nmp_strategy", "7", "is none of"},
        {"nmp_strategy", "-1", "is none of"},
        {"nmp_min_dept", "3", "unknown parameter 'nmp_min_dept', did you mean 'nmp_min_depth'?"},
        {"UseNulMove", "1", "did you mean 'UseNullMove'?"},
        {"", "3", "unknown parameter ''"},
    };
    ParamSet set = fresh_set(PARAM_SHOGI), before = set;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Diag diag;
        cr_assert_not(set_one(&set, cases[i].name, cases[i].value, &diag), "%s", cases[i].value);
        assert_has(diag.error, cases[i].message);
        cr_assert_eq(memcmp(&set, &before, sizeof set), 0);
    }
    Diag diag;
    set_one(&set, "completely_unlike_anything", "1", &diag);
    cr_assert_null(strstr(diag.error, "did you mean"));
    char longest[5000];
    memset(longest, 'n', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    cr_assert_not(set_one(&set, longest, longest, &diag));
}

Test(params, names_in_any_spelling)
{
    static const struct {
        const char *given, *row;
    } cases[] = {
        {"NMP", "nmp"},
        {"Nmp Min Depth", "nmp_min_depth"},
        {"nmp-min_DEPTH", "nmp_min_depth"},
        {"UseNullMove", "nmp"},
        {"usenullmove", "nmp"},
        {"NullMoveBaseReduction", "nmp_reduction"},
        {"NullMoveDepthDivisor", "nmp_divisor"},
        {"NullMoveStaticMargin", "nmp_static_margin"},
        {"NullMoveVerifyDepth", "nmp_verify_depth"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const ParamRow *row = param_find(span_of(cases[i].given));
        cr_assert_not_null(row, "%s", cases[i].given);
        cr_assert_str_eq(row->name, cases[i].row);
    }
    cr_assert_null(param_find(span_of("nmpmindepth")));
}

Test(params, nearest_name)
{
    static const char *const known[] = {"alpha", "beta", "gamma_ray"};
    static const struct {
        const char *given, *best;
    } cases[] = {{"alhpa", "alpha"}, {"bet", "beta"},        {"Gamma Rays", "gamma_ray"},
                 {"zeta", "beta"},   {"nothing_like", NULL}, {"", NULL}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Nearest nearest = nearest_start(span_of(cases[i].given));
        for (size_t j = 0; j < COUNT_OF(known); j++)
            nearest_offer(&nearest, known[j]);
        if (cases[i].best)
            cr_assert_str_eq(nearest.best ? nearest.best : "none", cases[i].best);
        else
            cr_assert_null(nearest.best, "%s", cases[i].given);
    }
}

Test(params, lenient_clamps_and_warns)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    set.mode = PARAM_LENIENT;
    Diag diag;
    cr_assert(set_one(&set, "nmp_min_depth", "99", &diag));
    cr_assert_eq(set.values.nmp_min_depth, param_rows[ROW_nmp_min_depth].max);
    assert_has(diag.warning, "nmp_min_depth: 99 is out of range, 1 to 20 are allowed; 20 is used");
    cr_assert(set_one(&set, "nmp_min_depth", "-99", &diag));
    cr_assert_eq(set.values.nmp_min_depth, param_rows[ROW_nmp_min_depth].min);
    /* What is no number at all has no nearest one. */
    cr_assert_not(set_one(&set, "nmp_min_depth", "many", &diag));
    cr_assert_not(set_one(&set, "nmp_strategy", "fast", &diag));
    cr_assert_not(set_one(&set, "nothing", "1", &diag));
}

Test(params, origins)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    Diag diag;
    diag_clear(&diag);
    char path[400] = "/";
    memset(path + 1, 'd', sizeof path - 20);
    strcat(path, "/file\n.toml:12");
    cr_assert(
        param_set_value(&set, span_of("nmp_min_depth"), span_of("5"), SOURCE_FILE, path, &diag));
    const ParamOrigin *origin = &set.origins[ROW_nmp_min_depth];
    cr_assert_eq(origin->source, SOURCE_FILE);
    cr_assert_eq(strncmp(origin->detail, "...d", 4), 0);
    assert_has(origin->detail, "/file?.toml:12");
    must_set(&set, "nmp_min_depth", "6");
    cr_assert_eq(origin->source, SOURCE_OPTION);
    cr_assert_str_eq(origin->detail, "");
}

Test(params, contradictions)
{
    static const struct {
        const char *settings[4][2];
        const char *message, *row;
        int mended;
    } cases[] = {
        {{{"futility", "on"}, {"futility_form", "table"}, {"futility_depth", "9"}},
         "futility_depth 9 is above the table's length",
         "futility_depth",
         7},
        {{{"nmp_strategy", "stepped"}, {"nmp_first_step", "20"}, {"nmp_second_step", "10"}},
         "nmp_second_step 10 comes before nmp_first_step 20",
         "nmp_second_step",
         20},
        {{{"razor", "on"}, {"razor_margin", "100"}, {"razor_endgame", "200"}},
         "razor_endgame 200 takes more off",
         "razor_endgame",
         100},
        {{{"multicut", "on"},
          {"multicut_form", "classic"},
          {"multicut_moves", "2"},
          {"multicut_cuts", "3"}},
         "multicut_cuts 3 can never be reached",
         "multicut_cuts",
         2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ParamSet set = fresh_set(PARAM_CHESS);
        must_set(&set, "nmp", "on");
        for (int j = 0; j < 4 && cases[i].settings[j][0]; j++)
            must_set(&set, cases[i].settings[j][0], cases[i].settings[j][1]);
        ParamSet before = set;
        Diag diag;
        diag_clear(&diag);
        cr_assert_not(params_check(&set.values, &diag));
        assert_has(diag.error, cases[i].message);
        diag_clear(&diag);
        cr_assert_not(param_set_settle(&set, &diag));
        assert_has(diag.error, "is from: option");
        cr_assert_eq(memcmp(&set, &before, sizeof set), 0);
        set.mode = PARAM_LENIENT;
        diag_clear(&diag);
        cr_assert(param_set_settle(&set, &diag));
        assert_has(diag.warning, cases[i].message);
        cr_assert_eq(get(&set, cases[i].row), cases[i].mended);
        cr_assert(params_check(&set.values, &diag));
    }
}

/* Ablation switches techniques off one by one: none may be needed by another. */
Test(params, any_technique_can_be_off)
{
    for (int game = 0; game < PARAM_GAMES; game++)
        for (int technique = 0; technique < TECH_COUNT; technique++) {
            ParamSet set = fresh_set((ParamGame)game);
            must_set(&set, param_technique_name((Technique)technique), "off");
            Diag diag;
            diag_clear(&diag);
            cr_assert(param_set_settle(&set, &diag), "%s", diag.error);
        }
}

static void assert_option(const char *name, const char *expected)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    must_set(&set, "nmp", "on");
    must_set(&set, "nmp_min_depth", "4");
    must_set(&set, "nmp_return", "beta");
    Text text = TEXT_EMPTY;
    param_write_option(param_find(span_of(name)), &set, &text);
    cr_assert_str_eq(text_cstr(&text), expected);
    text_free(&text);
}

Test(params, protocol_options)
{
    assert_option("nmp", "option name nmp type check default true");
    assert_option("nmp_min_depth", "option name nmp_min_depth type spin default 4 min 1 max 20");
    assert_option("nmp_return",
                  "option name nmp_return type combo default beta var score var beta");
}
