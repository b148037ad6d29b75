/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shogi: how games end. Everything is tried with both colours: the same game turned round must end
 * the same way. */

#include "reference/rows.h"

#include "shogi/movegen.h"
#include "shogi/rules.h"
#include "shogi/sfen.h"

#include <criterion/criterion.h>
#include <string.h>

static ShogiPosition *pos;

static void set_up(void)
{
    shogi_init();
    pos = shogi_new();
    shogi_reserve(pos, 400);
}

static void tear_down(void) { shogi_delete(pos); }

TestSuite(shogi_ends, .init = set_up, .fini = tear_down);

static void set(const char *sfen)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(shogi_set_sfen(pos, span_of(sfen), SHOGI_SETUP_GAME, &diag), "%s: %s", sfen,
              diag.error);
}

static bool try_move(Span usi)
{
    Diag diag;
    ShogiMove move;
    diag_clear(&diag);
    if (!shogi_move_from_usi(pos, usi, &move, &diag))
        return false;
    shogi_make(pos, move);
    return true;
}

/* A move as the other side would write it, from across the board. */
static void turn_round(char usi[8])
{
    for (char *c = usi; *c; c++)
        if (*c >= '1' && *c <= '9')
            *c = (char)('1' + '9' - *c);
        else if (*c >= 'a' && *c <= 'i')
            *c = (char)('a' + 'i' - *c);
}

static void play(const char *moves, bool turned)
{
    Span rest = span_of(moves), word;
    while (span_next_word(&rest, &word)) {
        char usi[8] = "";
        cr_assert(word.length < sizeof usi);
        memcpy(usi, word.at, word.length);
        if (turned)
            turn_round(usi);
        cr_assert(try_move(span_of(usi)), "%s", usi);
    }
}

/* ---- Repetition ---- */

typedef struct {
    const char *name, *sfen, *moves;
    int occurrences;
    ShogiEnd end;
} RepetitionCase;

/* A rook chases a king to and fro: every move of a lap is a check. */
#define CHASE "2i1i 1a2a 1i2i 2a1a "
/* The same board again after three moves of which one is a check. */
#define STROLL "2i1i 1a2a 1i3i 2a1b 3i2i 1b1a "
/* Nobody gives check. */
#define WALK "9i9h 1a1b 9h9i 1b1a "
/* The chased side makes the first move of the lap. */
#define FLIGHT "1a2a 1i2i 2a1a 2i1i "

static const char ROOK[] = "8k/9/9/9/9/9/9/9/K6R1 b - 1";
static const char IN_CHECK[] = "8k/9/9/9/9/9/9/9/K7R w - 1";

static const RepetitionCase repetitions[] = {
    {"one lap", ROOK, CHASE, 2, SHOGI_GOES_ON},
    {"two laps", ROOK, CHASE CHASE, 3, SHOGI_GOES_ON},
    {"almost three laps", ROOK, CHASE CHASE "2i1i 1a2a 1i2i", 3, SHOGI_GOES_ON},
    {"perpetual check", ROOK, CHASE CHASE CHASE, 4, SHOGI_PERPETUAL_LOSS},
    {"seen by the chased side", IN_CHECK, FLIGHT FLIGHT FLIGHT, 4, SHOGI_PERPETUAL_WIN},
    {"after a quiet beginning", ROOK, "2i3i 1a1b 3i2i 1b1a " CHASE CHASE CHASE, 5,
     SHOGI_PERPETUAL_LOSS},
    {"some moves check", ROOK, STROLL STROLL STROLL, 4, SHOGI_REPETITION_DRAW},
    {"a quiet lap first", ROOK, STROLL CHASE CHASE, 4, SHOGI_REPETITION_DRAW},
    {"a quiet lap between", ROOK, CHASE STROLL CHASE, 4, SHOGI_REPETITION_DRAW},
    {"a quiet lap last", ROOK, CHASE CHASE STROLL, 4, SHOGI_REPETITION_DRAW},
    {"no checks at all", ROOK, WALK WALK WALK, 4, SHOGI_REPETITION_DRAW},
    {"the same board, other hands", "4k4/9/9/9/8p/9/9/8R/4K4 b p 1",
     "1h1e 5a4a 1e1f 4a5a 1f1h P*1e", 1, SHOGI_GOES_ON},
};

static void expect_repetition(const RepetitionCase *wanted, bool turned)
{
    set(wanted->sfen);
    if (turned)
        shogi_flip(pos);
    play(wanted->moves, turned);
    cr_expect_eq(shogi_occurrences(pos), wanted->occurrences, "%s: %d times", wanted->name,
                 shogi_occurrences(pos));
    cr_expect_eq(shogi_repetition(pos), wanted->end, "%s: %d", wanted->name, shogi_repetition(pos));
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 0), wanted->end, "%s", wanted->name);
}

Test(shogi_ends, repetition)
{
    for (size_t i = 0; i < COUNT_OF(repetitions); i++) {
        expect_repetition(&repetitions[i], false);
        expect_repetition(&repetitions[i], true);
    }
}

Test(shogi_ends, repetition_stops_at_a_null_move)
{
    set(ROOK);
    play(WALK WALK, false);
    cr_expect_eq(shogi_occurrences(pos), 3);
    shogi_make_null(pos);
    shogi_make_null(pos);
    cr_expect_eq(shogi_occurrences(pos), 1);
    play(WALK, false);
    cr_expect_eq(shogi_occurrences(pos), 2);
    cr_expect_eq(shogi_repetition(pos), SHOGI_GOES_ON);
    for (int i = 0; i < 4; i++)
        shogi_unmake(pos);
    shogi_unmake_null(pos);
    shogi_unmake_null(pos);
    cr_expect_eq(shogi_occurrences(pos), 3);
}

/* Games of which the last move brings the fourth repetition, or is illegal. */
Test(shogi_ends, move_sequences)
{
    Rows rows = rows_read("tests/data/rules/shogi_move_sequences.txt", '|');
    for (size_t i = 0; i < rows.count; i++) {
        Span rest = span_of(rows.row[i].field[1]), word, last = {"", 0};
        bool legal = true;
        shogi_delete(pos);
        pos = shogi_new();
        shogi_reserve(pos, 400);
        for (int skipped = 0; skipped < 3; skipped++)
            span_next_word(&rest, &word); /* position startpos moves */
        while (legal && span_next_word(&rest, &word)) {
            last = word;
            legal = try_move(word);
        }
        bool at_end = !span_next_word(&rest, &word);
        cr_expect(at_end, "%s: %.*s refused", rows.row[i].field[0], SPAN_ARG(last));
        if (strncmp(rows.row[i].field[0], "repetition", 10) == 0) {
            cr_expect(legal);
            cr_expect_eq(shogi_repetition(pos), SHOGI_REPETITION_DRAW);
        } else {
            cr_expect_not(legal, "%s: %.*s accepted", rows.row[i].field[0], SPAN_ARG(last));
        }
    }
    rows_free(&rows);
}

/* ---- Declaration ---- */

Test(shogi_ends, declaration_27)
{
    Rows rows = rows_read("tests/data/rules/shogi_declaration_27.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        ShogiEnd wanted =
            strcmp(rows.row[i].field[1], "win") == 0 ? SHOGI_DECLARED_WIN : SHOGI_GOES_ON;
        cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_27), wanted, "line %d: %s",
                     rows.row[i].line, rows.row[i].field[3]);
        cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_NONE), SHOGI_GOES_ON);
    }
    rows_free(&rows);
}

typedef struct {
    const char *sfen;
    int points;
    ShogiEnd by_27, by_27_turned, by_24; /* White needs one point less in the 27-point rule */
} DeclareCase;

static const DeclareCase declarations[] = {
    /* Ten pieces in the camp make ten points. */
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2R3S 1", 23, SHOGI_GOES_ON, SHOGI_GOES_ON, SHOGI_GOES_ON},
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2R4S 1", 24, SHOGI_GOES_ON, SHOGI_GOES_ON,
     SHOGI_DECLARED_DRAW},
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2RB2S 1", 27, SHOGI_GOES_ON, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_DRAW},
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2RB3S 1", 28, SHOGI_DECLARED_WIN, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_DRAW},
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2R2B 1", 30, SHOGI_DECLARED_WIN, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_DRAW},
    {"4K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b 2R2BS 1", 31, SHOGI_DECLARED_WIN, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_WIN},
    /* Nine pieces only; promoted ones and big ones count by kind; pieces outside do not. */
    {"4K4/PPPPPPPPP/9/4G4/9/9/9/9/4k4 b 2R2BS 1", 30, SHOGI_GOES_ON, SHOGI_GOES_ON, SHOGI_GOES_ON},
    {"+R3K3+B/PPPPPPPP1/8G/9/9/9/9/9/4k4 b RBS 1", 30, SHOGI_DECLARED_WIN, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_DRAW},
    {"+R3K3+B/+P+P+P+P+P+P+P+P1/8G/9/9/9/9/9/4k4 b RBS 1", 30, SHOGI_DECLARED_WIN,
     SHOGI_DECLARED_WIN, SHOGI_DECLARED_DRAW},
    /* The king outside, or in check. */
    {"9/PPPPPPPPP/4G4/4K4/9/9/9/9/4k4 b 2R2BS 1", 31, SHOGI_GOES_ON, SHOGI_GOES_ON, SHOGI_GOES_ON},
    {"r3K4/PPPPPPPPP/4G4/9/9/9/9/9/4k4 b R2B4S 1", 29, SHOGI_GOES_ON, SHOGI_GOES_ON, SHOGI_GOES_ON},
};

Test(shogi_ends, declaration_by_points)
{
    for (size_t i = 0; i < COUNT_OF(declarations); i++) {
        const DeclareCase *c = &declarations[i];
        for (int turned = 0; turned < 2; turned++) {
            set(c->sfen);
            if (turned)
                shogi_flip(pos);
            cr_expect_eq(shogi_declare_points(pos, pos->side_to_move), c->points, "%s: %d", c->sfen,
                         shogi_declare_points(pos, pos->side_to_move));
            cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_27),
                         turned ? c->by_27_turned : c->by_27, "%s turned %d", c->sfen, turned);
            cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_24), c->by_24, "%s turned %d",
                         c->sfen, turned);
            cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_NONE), SHOGI_GOES_ON);
        }
    }
}

typedef struct {
    const char *sfen;
    ShogiEnd end;
} TryCase;

Test(shogi_ends, try_rule)
{
    static const TryCase cases[] = {
        {"4K4/9/9/9/9/9/9/9/k8 b - 1", SHOGI_DECLARED_WIN},
        {"3K5/9/9/9/9/9/9/9/k8 b - 1", SHOGI_GOES_ON},
        {"9/4K4/9/9/9/9/9/9/k8 b - 1", SHOGI_GOES_ON},
        {"r3K4/9/9/9/9/9/9/9/k8 b - 1", SHOGI_GOES_ON}, /* in check */
        {"k8/9/9/9/9/9/9/9/4K4 b - 1", SHOGI_GOES_ON},  /* at home */
        {"4K4/9/9/9/9/9/9/9/k8 w - 1", SHOGI_GOES_ON},  /* the other side is to move */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int turned = 0; turned < 2; turned++) {
            set(cases[i].sfen);
            if (turned)
                shogi_flip(pos);
            cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_TRY), cases[i].end, "%s turned %d",
                         cases[i].sfen, turned);
            cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_TRY, 0), cases[i].end);
        }
}

/* ---- Mate, the limit, and what comes first ---- */

Test(shogi_ends, no_legal_move_is_a_loss)
{
    static const char *const mated[] = {
        "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
        "k8/2G6/1G7/9/9/9/9/9/4K4 w - 1", /* not in check: there is no stalemate in shogi */
    };
    for (size_t i = 0; i < COUNT_OF(mated); i++)
        for (int turned = 0; turned < 2; turned++) {
            ShogiMove list[SHOGI_LIST_SIZE];
            set(mated[i]);
            if (turned)
                shogi_flip(pos);
            cr_expect_eq(shogi_generate(pos, SHOGI_GEN_ALL, list) - list, 0, "%s", mated[i]);
            cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 0), SHOGI_MATED);
            cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 1), SHOGI_MATED, "mate comes first");
        }
}

Test(shogi_ends, maximum_of_moves)
{
    play("7g7f 3c3d 2g2f 8c8d", false);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 0), SHOGI_GOES_ON);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 5), SHOGI_GOES_ON);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 4), SHOGI_MAX_MOVES_DRAW);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 3), SHOGI_MAX_MOVES_DRAW);
    set("4K4/9/9/9/9/9/9/9/k8 b - 321");
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 320), SHOGI_MAX_MOVES_DRAW);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 321), SHOGI_GOES_ON);
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_TRY, 320), SHOGI_DECLARED_WIN);
}
