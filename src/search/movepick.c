/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/movepick.h"

/* The histories of quiet moves in one node, found once for all of them. What is off weighs nothing.
 */
typedef struct {
    PieceTo *after[3], *structure;
    int16_t (*butterfly)[GAME_ORIGINS][GAME_SQUARES];
    int after_weight[3], structure_weight, butterfly_weight;
    GameBits threats;
} QuietHistories;

static inline QuietHistories quiet_histories(const Worker *worker, const Frame *frame)
{
    const Params *p = &worker->params;
    History *history = worker->history;
    const Position *pos = worker->pos;
    bool continuation = params_on(p, TECH_CONTHIST);
    return (QuietHistories){
        .after = {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
        .structure = &history->structure[game_structure_key(pos) % STRUCTURES],
        .butterfly = history->butterfly[game_side(pos)],
        .after_weight = {continuation ? p->conthist_1 : 0, continuation ? p->conthist_2 : 0,
                         continuation ? p->conthist_4 : 0},
        .structure_weight = params_on(p, TECH_PAWNHIST) ? p->pawnhist_weight : 0,
        .butterfly_weight = params_on(p, TECH_BUTTERFLY) ? p->butterfly_weight : 0,
        .threats = frame->threats,
    };
}

static inline int quiet_score(const QuietHistories *of, const Position *pos, Move move)
{
    int piece = game_moved_piece(pos, move), to = game_target(move);
    int threat = game_threat_index(of->threats, move);
    int score = of->butterfly_weight * of->butterfly[threat][game_origin(move)][to]
              + of->structure_weight * (*of->structure)[piece][to];
    for (int i = 0; i < 3; i++)
        score += of->after_weight[i] * (*of->after[i])[piece][to];
    return score / 100;
}

int movepick_quiet_history(const Worker *worker, const Frame *frame, Move move)
{
    QuietHistories histories = quiet_histories(worker, frame);
    return quiet_score(&histories, worker->pos, move);
}

int movepick_noisy_history(const Worker *worker, Move move)
{
    if (!params_on(&worker->params, TECH_CAPHIST))
        return 0;
    const Position *pos = worker->pos;
    return worker->history
        ->capture[game_moved_piece(pos, move)][game_target(move)][game_captured_type(pos, move)];
}

static int noisy_score(const MovePicker *picker, Move move)
{
    const Worker *worker = picker->worker;
    return 16 * game_gain(worker->pos, move)
         + worker->params.caphist_weight * movepick_noisy_history(worker, move) / 100;
}

/* Only who looks at quiet moves pays for this. */
static void see_threats(const Worker *worker, Frame *frame)
{
    bool wanted = params_on(&worker->params, TECH_BUTTERFLY) && worker->params.butterfly_threats;
    frame->threats = wanted ? game_threats(worker->pos) : 0;
}

void movepick_start(MovePicker *picker, const Worker *worker, Frame *frame, Move table_move)
{
    const Params *p = &worker->params;
    see_threats(worker, frame);
    picker->worker = worker;
    picker->frame = frame;
    picker->noisy_only = false;
    picker->quiets = QUIETS_ALL;
    picker->see_threshold = 0;
    picker->table_move = table_move;
    picker->count = picker->next = picker->bad_count = picker->bad_next = 0;
    picker->killers[0] = picker->killers[1] = picker->killers[2] = 0;
    if (params_on(p, TECH_KILLERS)) {
        picker->killers[0] = frame->killers[0];
        picker->killers[1] = frame->killers[1];
    }
    Move last = frame[-1].move;
    if (params_on(p, TECH_COUNTER) && last && frame->nulls == 0 && frame->ply > 0)
        picker->killers[2] =
            worker->history->counter[worker->pos->board[game_target(last)]][game_target(last)];
    if (picker->killers[2] == picker->killers[0] || picker->killers[2] == picker->killers[1])
        picker->killers[2] = 0;
    picker->stage = table_move ? PICK_TABLE : frame->in_check ? PICK_EVASION_INIT : PICK_NOISY_INIT;
}

void movepick_start_noisy(MovePicker *picker, const Worker *worker, Frame *frame, Move table_move,
                          int see_threshold)
{
    if (frame->in_check)
        see_threats(worker, frame);
    picker->worker = worker;
    picker->frame = frame;
    picker->noisy_only = !frame->in_check;
    picker->quiets = QUIETS_ALL;
    picker->see_threshold = see_threshold;
    picker->table_move = table_move;
    picker->count = picker->next = picker->bad_count = picker->bad_next = 0;
    picker->stage = table_move ? PICK_TABLE : frame->in_check ? PICK_EVASION_INIT : PICK_NOISY_INIT;
}

/* ---- Lists ---- */

static void add(MovePicker *picker, Move move, int score)
{
    picker->moves[picker->count] = move;
    picker->scores[picker->count++] = score;
}

/* The root tries every move. */
static bool shuns_promotions(const MovePicker *picker)
{
    return picker->frame->ply > 0 && params_on(&picker->worker->params, TECH_PROMOTE);
}

static void add_noisy(MovePicker *picker)
{
    const Position *pos = picker->worker->pos;
    Move list[LIST_SIZE], *end = PROFILED(picker->worker, MOVEGEN, game_generate_noisy(pos, list));
    bool shuns = shuns_promotions(picker);
    for (Move *m = list; m < end; m++)
        if (*m != picker->table_move && !(shuns && game_shuns_promotion(pos, *m)))
            add(picker, *m, noisy_score(picker, *m));
}

static void add_quiets(MovePicker *picker)
{
    const Worker *worker = picker->worker;
    const Position *pos = worker->pos;
    const QuietHistories histories = quiet_histories(worker, picker->frame);
    Move list[LIST_SIZE], *end = PROFILED(worker, MOVEGEN, game_generate_quiet(pos, list));
    bool shuns = shuns_promotions(picker);
    for (Move *m = list; m < end; m++)
        if (*m != picker->table_move && !(shuns && game_shuns_promotion(pos, *m)))
            add(picker, *m, quiet_score(&histories, pos, *m));
}

static void add_evasions(MovePicker *picker)
{
    enum { BEFORE_QUIETS = 1 << 24 };
    add_noisy(picker);
    for (int i = 0; i < picker->count; i++)
        picker->scores[i] += BEFORE_QUIETS;
    add_quiets(picker);
}

/* Selection sort, one step at a time: most nodes want only the first few. The best score is looked
 * for first and then its place: the first loop has no branch, and compilers make it wide. */
static Move take_best(MovePicker *picker)
{
    const int *scores = picker->scores;
    int first = picker->next++, highest = scores[first], best = first;
    for (int i = first + 1; i < picker->count; i++)
        highest = scores[i] > highest ? scores[i] : highest;
    while (scores[best] != highest)
        best++;
    Move taken = picker->moves[best];
    picker->moves[best] = picker->moves[first];
    picker->scores[best] = picker->scores[first];
    return taken;
}

/* Memory is slow: what the table knows behind a move is asked for while the move is still being
 * looked at, even if it is never made. */
static Move asked(const MovePicker *picker, Move move)
{
    tt_prefetch(picker->worker->tt, game_key_after(picker->worker->pos, move));
    return move;
}

static bool is_special(const MovePicker *picker, Move move)
{
    return move == picker->killers[0] || move == picker->killers[1] || move == picker->killers[2];
}

/* A remembered quiet move must be a legal quiet move here too. */
static bool special_fits(const MovePicker *picker, Move move)
{
    const Position *pos = picker->worker->pos;
    return move && move != picker->table_move
        && PROFILED(picker->worker, LEGALITY, game_is_legal(pos, move))
        && !game_is_noisy(pos, move);
}

static bool quiet_is_wanted(const MovePicker *picker, Move move)
{
    return picker->quiets == QUIETS_ALL
        || PROFILED(picker->worker, LEGALITY, game_gives_check(picker->worker->pos, move));
}

Move movepick_next(MovePicker *picker)
{
    const Position *pos = picker->worker->pos;
    PROFILE_SCOPE(picker->worker, ORDER);
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = picker->frame->in_check ? PICK_EVASION_INIT : PICK_NOISY_INIT;
        return asked(picker, picker->table_move);

    case PICK_NOISY_INIT:
        add_noisy(picker);
        picker->stage = PICK_NOISY_GOOD;
        /* fall through */
    case PICK_NOISY_GOOD:
        while (picker->next < picker->count) {
            Move move = asked(picker, take_best(picker));
            if (PROFILED(picker->worker, SEE, game_see_ge(pos, move, picker->see_threshold)))
                return move;
            picker->bad[picker->bad_count++] = move;
        }
        if (picker->noisy_only) {
            picker->stage = PICK_END;
            return 0;
        }
        picker->stage = PICK_KILLER_1;
        /* fall through */
    case PICK_KILLER_1:
    case PICK_KILLER_2:
    case PICK_COUNTER:
        while (picker->stage <= PICK_COUNTER) {
            int index = (int)picker->stage - PICK_KILLER_1;
            picker->stage++;
            if (picker->quiets != QUIETS_NONE && special_fits(picker, picker->killers[index])
                && quiet_is_wanted(picker, picker->killers[index]))
                return asked(picker, picker->killers[index]);
            picker->killers[index] = 0;
        }
        /* fall through */
    case PICK_QUIET_INIT:
        picker->count = picker->next = 0;
        if (picker->quiets != QUIETS_NONE)
            add_quiets(picker);
        picker->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        while (picker->quiets != QUIETS_NONE && picker->next < picker->count) {
            Move move = take_best(picker);
            if (!is_special(picker, move) && quiet_is_wanted(picker, move))
                return asked(picker, move);
        }
        picker->stage = PICK_NOISY_BAD;
        /* fall through */
    case PICK_NOISY_BAD:
        if (picker->bad_next < picker->bad_count)
            return asked(picker, picker->bad[picker->bad_next++]);
        picker->stage = PICK_END;
        return 0;

    case PICK_EVASION_INIT:
        add_evasions(picker);
        picker->stage = PICK_EVASION;
        /* fall through */
    case PICK_EVASION:
        if (picker->next < picker->count)
            return asked(picker, take_best(picker));
        picker->stage = PICK_END;
        /* fall through */
    case PICK_END: break;
    }
    return 0;
}
