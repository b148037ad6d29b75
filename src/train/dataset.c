/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/dataset.h"

#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One game in so many tells how well the net does on games it has not seen. */
enum { VALIDATION_ONE_IN = 20, VALIDATION_OFFSET = 7 };

typedef struct {
    Segment *items;
    size_t count, capacity;
} Segments;

typedef struct DatasetPart {
    TrainPly *plies;
    uint16_t *codes;
    Segments lists[2]; /* training, validation */
    size_t ply_count, ply_capacity, code_count, code_capacity;
    uint64_t games, positions[2];
    double hand_loss;
    Diag diag;
} Part;

typedef struct {
    const GameOps *game;
    const DataFiles *files;
    Targets targets;
    Part *parts;
    atomic_int next;
    _Atomic int64_t *bytes;
} Load;

double dataset_expected(int score, const Targets *targets)
{
    return 1.0 / (1.0 + exp(-score / targets_scale(targets)));
}

double dataset_target(int score, int result, const Targets *targets)
{
    double expected = dataset_expected(score, targets);
    return expected + targets->result_share * ((result + 1) / 2.0 - expected);
}

/* ---- One game ---- */

static void *room_for(void *items, size_t count, size_t *capacity, size_t more, size_t size)
{
    if (count + more <= *capacity)
        return items;
    *capacity = 2 * *capacity + more + 1024;
    return xrealloc(items, *capacity * size);
}

/* While the arrays still grow a segment holds offsets in place of pointers: part_settle mends
 * that. */
static void open_segment(Part *part, int list, const NetView *view)
{
    Segments *to = &part->lists[list];
    to->items = room_for(to->items, to->count, &to->capacity, 1, sizeof *to->items);
    part->codes = room_for(part->codes, part->code_count, &part->code_capacity, (size_t)view->count,
                           sizeof *part->codes);
    memcpy(part->codes + part->code_count, view->codes, (size_t)view->count * sizeof *view->codes);
    to->items[to->count++] = (Segment){
        .plies = (const TrainPly *)(uintptr_t)part->ply_count,
        .codes = (const uint16_t *)(uintptr_t)part->code_count,
        .code_count = (uint8_t)view->count,
    };
    part->code_count += (size_t)view->count;
}

static void add_ply(Part *part, Segment *segment, const TrainPly *ply)
{
    part->plies =
        room_for(part->plies, part->ply_count, &part->ply_capacity, 1, sizeof *part->plies);
    part->plies[part->ply_count++] = *ply;
    segment->count++;
    segment->trained += ply->trained;
}

static TrainPly ply_of(const GameOps *game, const GamePosition *pos, const NetView *view,
                       const DataPly *said, int result)
{
    NetChange change;
    game->last_change(pos, &change);
    return (TrainPly){
        .removed = {change.removed[0], change.removed[1]},
        .added = {change.added[0], change.added[1]},
        .removals = change.removals,
        .additions = change.additions,
        .score = said->score,
        .side = (uint8_t)view->side,
        .mirrored = (uint8_t)(view->mirrored[FIRST] | view->mirrored[SECOND] << 1),
        .phase = (uint8_t)view->phase,
        .result = (int8_t)(view->side == FIRST ? result : -result),
        .trained = (said->flags & DATA_QUIET) != 0,
    };
}

static int score_of(double expected, const Targets *targets)
{
    double score = targets_scale(targets) * log(expected / (1 - expected));
    return score > VALUE_EVAL_MAX  ? VALUE_EVAL_MAX
         : score < -VALUE_EVAL_MAX ? -VALUE_EVAL_MAX
                                   : (int)lround(score);
}

/* Lets every score listen to those after it, and the last one to the result. Random moves, which
 * have no score, come before all others. */
static void look_ahead(DataGame *record, Side first, const Targets *targets)
{
    Side side = record->count % 2 == 0 ? first : other_side(first);
    double next = ((side == FIRST ? record->result : -record->result) + 1) / 2.0;
    for (int i = record->count; i-- > 0;) {
        DataPly *ply = &record->plies[i];
        if (ply->score == DATA_NO_SCORE) {
            next = 1 - next;
            continue;
        }
        double own = dataset_expected(ply->score, targets);
        next = own + targets->ahead * (1 - next - own);
        ply->score = (int16_t)score_of(next, targets);
    }
}

/* A segment begins with a position that is trained on. */
static void add_game(Part *part, const Load *load, GamePosition *pos, DataGame *record, int list)
{
    const GameOps *game = load->game;
    Segment *segment = NULL;
    if (load->targets.ahead > 0)
        look_ahead(record, game->side_to_move(pos), &load->targets);
    for (int i = 0; i < record->count; i++) {
        NetView view;
        game->view(pos, &view);
        TrainPly ply = ply_of(game, pos, &view, &record->plies[i], record->result);
        if (segment && segment->count == SEGMENT_PLIES)
            segment = NULL;
        if (!segment && ply.trained) {
            open_segment(part, list, &view);
            segment = &part->lists[list].items[part->lists[list].count - 1];
        }
        if (segment)
            add_ply(part, segment, &ply);
        part->positions[list] += ply.trained;
        if (ply.trained && list == 1) {
            double miss = dataset_expected(game->evaluate(pos, NULL), &load->targets)
                        - dataset_target(ply.score, ply.result, &load->targets);
            part->hand_loss += miss * miss;
        }
        game->make(pos, record->plies[i].move);
    }
}

/* ---- One file ---- */

static void part_settle(Part *part)
{
    for (int list = 0; list < 2; list++) {
        for (size_t i = 0; i < part->lists[list].count; i++) {
            Segment *segment = &part->lists[list].items[i];
            segment->plies = part->plies + (uintptr_t)segment->plies;
            segment->codes = part->codes + (uintptr_t)segment->codes;
        }
    }
}

static void read_part(Part *part, const Load *load, const char *path)
{
    const GameOps *game = load->game;
    Diag *diag = &part->diag;
    DataGame record;
    int64_t before = 0;
    diag_clear(diag);
    DataReader *reader = data_open(path, diag);
    if (!reader)
        return;
    if (data_game(reader) != game)
        diag_error(diag, "%s: games of %s, not of %s", path, data_game(reader)->name, game->name);
    GamePosition *pos = game->create();
    while (!diag->error[0] && data_next(reader, &record, diag)) {
        uint32_t number = data_number(reader);
        if (!game->set(pos, span_of(record.start), diag))
            break;
        diag_clear(diag);
        if (!game->is_mate_only(pos))
            add_game(part, load, pos, &record, number % VALIDATION_ONE_IN == VALIDATION_OFFSET);
        part->games++;
        if (load->bytes)
            atomic_fetch_add(load->bytes, data_offset(reader) - before);
        before = data_offset(reader);
    }
    if (data_is_torn(reader))
        diag_clear(diag);
    data_close(reader);
    game->destroy(pos);
    part_settle(part);
}

static void work(void *context, int index)
{
    Load *load = context;
    (void)index;
    for (int i; (i = atomic_fetch_add(&load->next, 1)) < load->files->count;)
        read_part(&load->parts[i], load, load->files->paths[i]);
}

/* ---- All of them ---- */

static void join(Dataset *set, SegmentList *to, int list)
{
    for (int i = 0; i < set->part_count; i++)
        to->count += set->parts[i].lists[list].count;
    to->segments = xmalloc(to->count * sizeof *to->segments);
    size_t at = 0;
    for (int i = 0; i < set->part_count; i++) {
        Segments *from = &set->parts[i].lists[list];
        if (from->count > 0)
            memcpy(to->segments + at, from->items, from->count * sizeof *from->items);
        at += from->count;
        to->positions += set->parts[i].positions[list];
        free(from->items);
        from->items = NULL;
    }
}

bool dataset_read(Dataset *set, const GameOps *game, const DataFiles *files, Targets targets,
                  int threads, _Atomic int64_t *bytes, Diag *diag)
{
    Load load = {.game = game, .files = files, .targets = targets, .bytes = bytes};
    *set = (Dataset){.features = game->features, .part_count = files->count};
    set->parts = load.parts = xcalloc((size_t)files->count, sizeof *set->parts);
    threads_run(threads < files->count ? threads : files->count, work, &load);
    join(set, &set->training, 0);
    join(set, &set->validation, 1);
    for (int i = 0; i < set->part_count; i++) {
        const Part *part = &set->parts[i];
        if (part->diag.error[0])
            diag_error(diag, "%s", part->diag.error);
        set->games += part->games;
        set->hand_loss += part->hand_loss;
        set->checksum =
            net_checksum(part->plies, part->ply_count * sizeof *part->plies, set->checksum);
    }
    if (!diag->error[0] && (!set->training.positions || !set->validation.positions))
        diag_error(diag,
                   "%llu positions to train on and %llu to check with are not enough: of 20 games "
                   "one is kept for checking",
                   (unsigned long long)set->training.positions,
                   (unsigned long long)set->validation.positions);
    if (diag->error[0]) {
        dataset_free(set);
        return false;
    }
    set->hand_loss /= (double)set->validation.positions;
    return true;
}

void dataset_free(Dataset *set)
{
    for (int i = 0; i < set->part_count; i++) {
        free(set->parts[i].plies);
        free(set->parts[i].codes);
    }
    free(set->parts);
    free(set->training.segments);
    free(set->validation.segments);
    *set = (Dataset){0};
}
