/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/learn.h"

/* Before the root and after a null move there is no move to continue. */
static void learn_continuation(Worker *worker, Frame *frame, int piece, int to, int bonus)
{
    static const int back[] = {1, 2, 4};
    for (size_t i = 0; i < COUNT_OF(back); i++)
        if (frame[-back[i]].continuation != &worker->no_continuation)
            history_update(&(*frame[-back[i]].continuation)[piece][to], bonus);
}

static void learn_quiet(Worker *worker, Frame *frame, Move move, int bonus)
{
    History *history = worker->history;
    const Position *pos = worker->pos;
    int piece = game_moved_piece(pos, move), to = game_target(move);
    history_update(history_butterfly(history, pos, frame->threats, move), bonus);
    history_update(&history->structure[game_structure_key(pos) % STRUCTURES][piece][to], bonus);
    learn_continuation(worker, frame, piece, to, bonus);
}

static void learn_noisy(Worker *worker, Move move, int bonus)
{
    const Position *pos = worker->pos;
    history_update(&worker->history->capture[game_moved_piece(pos, move)][game_target(move)]
                                            [game_captured_type(pos, move)],
                   bonus);
}

void learn_cutoff(Worker *worker, Frame *frame, Move best, int depth, const TriedMoves *tried)
{
    PROFILE_SCOPE(worker, HISTORY);
    const int bonus = history_bonus(&worker->params, depth);
    const int malus = bonus * worker->params.butterfly_malus / 100;
    const Position *pos = worker->pos;
    if (game_is_noisy(pos, best)) {
        learn_noisy(worker, best, bonus);
    } else {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        Move last = frame[-1].move;
        if (last && frame->nulls == 0 && frame->ply > 0)
            worker->history->counter[pos->board[game_target(last)]][game_target(last)] = best;
        learn_quiet(worker, frame, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            if (tried->quiets[i] != best)
                learn_quiet(worker, frame, tried->quiets[i], -malus);
    }
    for (int i = 0; i < tried->noisy_count; i++)
        if (tried->noisies[i] != best)
            learn_noisy(worker, tried->noisies[i], -malus);
}

void learn_correction(Worker *worker, Frame *frame, int depth, int score)
{
    enum { MOST = CORRECTION_MAX / 4 };
    PROFILE_SCOPE(worker, HISTORY);
    History *history = worker->history;
    const Position *pos = worker->pos;
    Side side = game_side(pos);
    int bonus = (score - frame->static_eval) * depth / 8;
    bonus = bonus > MOST ? MOST : bonus < -MOST ? -MOST : bonus;
    correction_update(&history->correct_structure[side][game_structure_key(pos) % CORRECTIONS],
                      bonus);
    correction_update(&history->correct_material[side][game_material_key(pos) % CORRECTIONS],
                      bonus);
    for (int whose = FIRST; whose <= SECOND; whose++)
        correction_update(
            &history->correct_pieces[side][whose][game_piece_key(pos, whose) % CORRECTIONS], bonus);
    if (frame[-1].correction != &worker->no_correction)
        correction_update(frame[-1].correction, bonus);
}
