/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/summary.h"

static const int BANDS[SUMMARY_SCORES] = {
    INT16_MIN, -1000, -500, -300, -200, -100, -30, 31, 101, 201, 301, 501, 1001,
};

int summary_band_from(int band) { return BANDS[band]; }

void summary_init(DataSummary *summary, const GameOps *game)
{
    *summary = (DataSummary){.game = game, .pos = game->create(), .shortest = INT32_MAX};
    keys_init(&summary->keys, KEYS_LOG2_LIMIT);
}

void summary_free(DataSummary *summary)
{
    summary->game->destroy(summary->pos);
    keys_free(&summary->keys);
}

static void add_trainable(DataSummary *summary, int score)
{
    int band = SUMMARY_SCORES - 1;
    while (score < BANDS[band])
        band--;
    summary->quiet++;
    summary->scores[band]++;
    summary->score_sum += score;
    summary->score_squares += (double)score * score;
    summary->phases[summary->game->phase(summary->pos)]++;
    keys_add(&summary->keys, summary->game->key(summary->pos));
}

static void add_ply(DataSummary *summary, const DataPly *ply)
{
    unsigned flags = data_flags(summary->game, summary->pos, ply->move, ply->score);
    summary->positions++;
    if (!(flags & DATA_SCORED))
        return;
    summary->scored++;
    if (flags & DATA_QUIET)
        add_trainable(summary, ply->score);
    else if (flags & DATA_IN_CHECK)
        summary->in_check++;
    else if (flags & DATA_NOISY)
        summary->noisy++;
    else
        summary->decided++;
}

void summary_add(DataSummary *summary, const DataGame *game)
{
    Diag diag;
    diag_clear(&diag);
    if (!summary->game->set(summary->pos, span_of(game->start), &diag))
        BUG("a game with a bad start: %s", diag.error);
    for (int i = 0; i < game->count; i++) {
        add_ply(summary, &game->plies[i]);
        summary->game->make(summary->pos, game->plies[i].move);
    }
    int band = game->count / SUMMARY_LENGTH_BAND;
    summary->games++;
    summary->results[game->result + 1]++;
    summary->lengths[band < SUMMARY_LENGTHS ? band : SUMMARY_LENGTHS - 1]++;
    if (game->count < summary->shortest)
        summary->shortest = game->count;
    if (game->count > summary->longest)
        summary->longest = game->count;
}
