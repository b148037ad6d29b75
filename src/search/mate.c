/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Depth-first proof-number search (df-pn: Nagai 2002). The attacker needs one move that mates, the
 * defender one that does not; a node's numbers say how much must at least still be shown to prove
 * or to disprove it, and the search always goes where that is least. Where numbers would be summed
 * up, the largest counts and one for each other child (weak proof numbers: Ueda, Hashimoto,
 * Hashimoto and Iida 2008), so that lines which meet again are not counted twice.
 *
 * Three searches take turns on one table, each going on where it stopped, with more nodes each
 * time:
 *   - from below: is there a mate in 1, 3, 5, ... plies? The first one found is the shortest.
 *   - from above: is there one within so many plies? It need not refute all shorter ones before it
 *     finds a long one, and then looks for a shorter one than that.
 *   - unbounded: checks only, as deep as they lead. A position that repeats on its own path counts
 *     as disproved; what rests on that is marked as tainted, and no final disproof is.
 * In the first two the plies left are part of what is remembered, so no line comes back to itself.
 */

#include "search/mate.h"

#include "base/clock.h"
#include "search/mate_table.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = MATE_LINE_MAX - 2,
    CHILDREN = 1 << 18, /* on one path, all together */
    FEW_CHILDREN = 1 << 13,
    FEW_BUCKETS = 512, /* for short questions: soon filled, and soon emptied */
    POLL_EVERY = 1024,
    FIRST_BUDGET = 4096,
    FIRST_ABOVE = 19,
};

typedef struct {
    MateValue value;
    Move move;
    bool extra; /* one of several drops on a square: they stand or fall together */
} Child;

typedef struct MateSolver {
    Position *pos;
    const MateLimits *limits;
    MateTable table;
    Side attacker;
    bool has_past; /* moves were made before: repetition may reach back to them */
    uint64_t nodes;
    uint64_t pass_end; /* the present search hands over at that count */
    uint64_t next_poll;
    bool is_over; /* a limit of the caller is reached */
    bool is_paused;
    Child *children; /* a stack */
    int used, room;
    uint64_t path[DEPTH_MAX + 1];
    Move killer[DEPTH_MAX + 1]; /* the defence that last refuted at that ply */
} Solver;

static void poll(Solver *solver)
{
    const MateLimits *limits = solver->limits;
    if (solver->nodes >= limits->nodes
        || (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed))
        || (limits->deadline_ns && clock_now_ns() >= limits->deadline_ns))
        solver->is_over = true;
    if (solver->is_over || solver->nodes >= solver->pass_end)
        solver->is_paused = true;
    solver->next_poll = solver->nodes + POLL_EVERY;
    if (limits->nodes < solver->next_poll)
        solver->next_poll = limits->nodes;
}

static void make(Solver *solver, Move move)
{
    game_make(solver->pos, move);
    if (++solver->nodes >= solver->next_poll)
        poll(solver);
}

static int after_one_ply(int left) { return left == MATE_UNBOUNDED ? left : left - 1; }

/* ---- One position ---- */

static bool has_no_move(const Position *pos)
{
    Move list[LIST_SIZE];
    return game_generate_all(pos, list) == list;
}

static Move mate_in_one(Solver *solver)
{
    Position *pos = solver->pos;
    if (MATE_BY_CHECKS)
        return game_mate_in_one(pos);
    Move list[LIST_SIZE], *end = game_generate_all(pos, list);
    for (Move *move = list; move < end; move++) {
        if (!game_gives_check(pos, *move))
            continue;
        make(solver, *move);
        bool mates = has_no_move(pos);
        game_unmake(pos);
        if (mates)
            return *move;
    }
    return 0;
}

/* Over by the rules, though not by mate. */
static bool is_drawn(const Solver *solver)
{
    const Position *pos = solver->pos;
    return game_clock(pos) >= GAME_CLOCK_END
        || (solver->has_past && game_occurrences(pos) >= GAME_REPETITIONS);
}

static bool is_on_path(const Solver *solver, int ply)
{
    uint64_t key = game_key(solver->pos);
    for (int i = ply - 4; i >= 0; i -= 2)
        if (solver->path[i] == key)
            return true;
    return false;
}

static bool look_up(const Solver *solver, int left, MateValue *value)
{
    const Position *pos = solver->pos;
    if (!mate_probe(&solver->table, game_board_key(pos), game_hand(pos, solver->attacker), left,
                    value))
        return false;
    /* A proof is of no use if the clock may run out before the mate. */
    if (mate_is_proved(value) && game_clock(pos) + value->length > GAME_CLOCK_END)
        *value = mate_disproved(true);
    return true;
}

static void remember(Solver *solver, int left, const MateValue *value, uint64_t spent)
{
    const Position *pos = solver->pos;
    MateEntry entry = {
        .key = game_board_key(pos),
        .hand = game_hand(pos, solver->attacker),
        .number = {value->number[PROOF], value->number[DISPROOF]},
        .left = (uint16_t)left,
        .length = value->length,
        .move = value->move,
        .tainted = value->tainted,
        .effort = (uint8_t)bits_highest(spent + 1),
    };
    mate_store(&solver->table, &entry);
}

/* The attacker is to move: known, drawn, a mate in one, out of plies, or open. */
static MateValue judge_attack(Solver *solver, int ply, int left)
{
    MateValue value;
    if (is_drawn(solver) || (left == MATE_UNBOUNDED && is_on_path(solver, ply)))
        return mate_disproved(true);
    if (look_up(solver, left, &value))
        return value;
    Move mate = mate_in_one(solver);
    if (mate)
        return mate_proved(1, mate);
    return left == 1 ? mate_disproved(false) : mate_value(1, 1);
}

/* Two plies are left: is every reply answered by a mate in one? A reply that refuted one attack
 * often refutes the next. */
static MateValue judge_last_defence(Solver *solver, int ply, Move *list, Move *end)
{
    Position *pos = solver->pos;
    Move *killer = &solver->killer[ply];
    for (Move *move = list; move < end; move++)
        if (*move == *killer) {
            *move = *list;
            *list = *killer;
            break;
        }
    for (Move *move = list; move < end; move++) {
        make(solver, *move);
        bool drawn = is_drawn(solver);
        bool holds = drawn || !mate_in_one(solver);
        game_unmake(pos);
        if (holds) {
            *killer = *move;
            return mate_disproved(drawn);
        }
    }
    return mate_proved(2, 0);
}

/* How many different things the defender can do. */
static int count_replies(const Move *list, const Move *end)
{
    uint64_t seen[2] = {0};
    int count = 0;
    for (const Move *move = list; move < end; move++) {
        int square = game_drop_square(*move);
        if (square >= 0) {
            uint64_t bit = (uint64_t)1 << (square & 63);
            if (seen[square >> 6] & bit)
                continue;
            seen[square >> 6] |= bit;
        }
        count++;
    }
    return count;
}

/* The defender is to move. The fewer replies, the nearer the mate. */
static MateValue judge_defence(Solver *solver, int ply, int left)
{
    const Position *pos = solver->pos;
    MateValue value;
    if (look_up(solver, left, &value))
        return value;
    Move list[LIST_SIZE], *end = game_generate_all(pos, list);
    if (end == list)
        return game_in_check(pos) ? mate_proved(0, 0) : mate_disproved(false);
    if (left == 0)
        return mate_disproved(false);
    if (is_drawn(solver) || (left == MATE_UNBOUNDED && is_on_path(solver, ply)))
        return mate_disproved(true);
    if (left == 2)
        return judge_last_defence(solver, ply, list, end);
    return mate_value((uint32_t)count_replies(list, end), 1);
}

/* ---- The tree ---- */

static bool is_attack(int ply) { return ply % 2 == 0; }

/* Writes the children of a node onto the stack. Ends early with one that settles the node. */
static int expand(Solver *solver, int ply, int left, Child *children)
{
    Position *pos = solver->pos;
    Move list[LIST_SIZE], *end = game_generate_all(pos, list);
    bool attack = is_attack(ply);
    bool checks_only = attack && (MATE_BY_CHECKS || left == MATE_UNBOUNDED);
    uint64_t seen[2] = {0};
    int count = 0;
    for (Move *move = list; move < end; move++) {
        if (checks_only && !game_gives_check(pos, *move))
            continue;
        Child *child = &children[count++];
        *child = (Child){.move = *move};
        int square = attack ? -1 : game_drop_square(*move);
        if (square >= 0) {
            uint64_t bit = (uint64_t)1 << (square & 63);
            child->extra = (seen[square >> 6] & bit) != 0;
            seen[square >> 6] |= bit;
        }
        make(solver, *move);
        child->value = attack ? judge_defence(solver, ply + 1, after_one_ply(left))
                              : judge_attack(solver, ply + 1, after_one_ply(left));
        game_unmake(pos);
        if (child->value.number[attack ? PROOF : DISPROOF] == 0 && !child->value.tainted)
            break;
    }
    return count;
}

typedef struct {
    MateValue value;
    Child *best;     /* where the search goes on */
    uint32_t second; /* the number of the next best */
    uint32_t others; /* what the other children add to the opposite number */
} Summary;

/* A proof's length, a disproof's taint: from the children that it rests on. */
static void settle(Summary *summary, const Child *children, int count, bool attack)
{
    MateValue *value = &summary->value;
    if (mate_is_disproved(value) && attack) {
        for (int i = 0; i < count; i++)
            value->tainted |= children[i].value.tainted;
    } else if (mate_is_disproved(value)) {
        value->tainted = summary->best->value.tainted;
    } else if (mate_is_proved(value) && attack) {
        value->move = summary->best->move;
        value->length = (uint16_t)(summary->best->value.length + 1);
    } else if (mate_is_proved(value)) {
        for (int i = 0; i < count; i++)
            if (children[i].value.length >= value->length)
                value->length = (uint16_t)(children[i].value.length + 1);
    }
}

/* `mine` is the number that one child decides for the side to move: proof for the attacker. */
static Summary sum_up(Child *children, int count, bool attack)
{
    int mine = attack ? PROOF : DISPROOF, theirs = 1 - mine;
    Summary summary = {.second = MATE_INFINITE};
    uint32_t least = MATE_INFINITE, most = 0, open = 0;
    for (int i = 0; i < count; i++) {
        Child *child = &children[i];
        uint32_t number = child->value.number[mine], against = child->value.number[theirs];
        if (against == 0)
            continue;
        open += !child->extra;
        if (against > most)
            most = against;
        bool better = !summary.best || number < least
                   || (number == least && against > summary.best->value.number[theirs])
                   || (number == 0 && summary.best->value.tainted && !child->value.tainted);
        if (better) {
            summary.second = summary.best ? least : summary.second;
            least = number;
            summary.best = child;
        } else if (number < summary.second) {
            summary.second = number;
        }
    }
    MateValue *value = &summary.value;
    summary.others = open > 0 ? open - 1 : 0;
    if (least == 0) {
        value->number[mine] = 0;
        value->number[theirs] = MATE_INFINITE;
    } else if (!summary.best) {
        value->number[mine] = MATE_INFINITE;
        value->number[theirs] = 0;
    } else {
        value->number[mine] = least;
        value->number[theirs] = most + summary.others;
    }
    settle(&summary, children, count, attack);
    return summary;
}

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Searches the node until one of its numbers reaches its threshold, or until time is up. */
static MateValue search(Solver *solver, int ply, int left, const uint32_t threshold[2])
{
    if (ply >= DEPTH_MAX || solver->used + LIST_SIZE > solver->room)
        return mate_disproved(true);
    Position *pos = solver->pos;
    bool attack = is_attack(ply);
    int mine = attack ? PROOF : DISPROOF, theirs = 1 - mine;
    uint64_t start = solver->nodes;
    Child *children = solver->children + solver->used;
    solver->path[ply] = game_key(pos);
    int count = expand(solver, ply, left, children);
    solver->used += count;
    Summary summary;
    while (true) {
        summary = sum_up(children, count, attack);
        const uint32_t *number = summary.value.number;
        if (number[PROOF] >= threshold[PROOF] || number[DISPROOF] >= threshold[DISPROOF]
            || solver->is_paused)
            break;
        /* Somewhat beyond the next best, lest the search flutter between two children. */
        uint32_t limit[2];
        limit[mine] = lesser(threshold[mine], summary.second + summary.second / 4 + 1);
        limit[theirs] = lesser(threshold[theirs], MATE_INFINITE) - summary.others;
        make(solver, summary.best->move);
        summary.best->value = search(solver, ply + 1, after_one_ply(left), limit);
        game_unmake(pos);
    }
    solver->used -= count;
    remember(solver, left, &summary.value, solver->nodes - start);
    return summary.value;
}

static MateValue run_pass(Solver *solver, int left, uint64_t end)
{
    static const uint32_t NO_THRESHOLD[2] = {MATE_INFINITE, MATE_INFINITE};
    solver->pass_end = end;
    solver->is_paused = solver->is_over;
    MateValue value = judge_attack(solver, 0, left);
    if (mate_is_proved(&value) || mate_is_disproved(&value) || solver->is_paused)
        return value;
    return search(solver, 0, left, NO_THRESHOLD);
}

/* ---- The line ---- */

/* The attacker's proved move here, from the table or, where the table has lost it, proved again. */
static bool find_proof(Solver *solver, int ply, int left, MateValue *value)
{
    static const uint32_t NO_THRESHOLD[2] = {MATE_INFINITE, MATE_INFINITE};
    *value = judge_attack(solver, ply, left);
    if (!mate_is_proved(value) && !mate_is_disproved(value) && !solver->is_paused)
        *value = search(solver, ply, left, NO_THRESHOLD);
    return mate_is_proved(value);
}

/* The reply after which the proved mate takes longest; every reply must be proved to lose. */
static bool find_defence(Solver *solver, int ply, int left, Move *best)
{
    Position *pos = solver->pos;
    Move list[LIST_SIZE], *end = game_generate_all(pos, list);
    int longest = -1;
    solver->path[ply] = game_key(pos);
    for (Move *move = list; move < end; move++) {
        MateValue value;
        make(solver, *move);
        bool proved = find_proof(solver, ply + 1, after_one_ply(left), &value);
        game_unmake(pos);
        if (!proved)
            return false;
        if (value.length > longest) {
            longest = value.length;
            *best = *move;
        }
    }
    return true;
}

static bool play_attack(Solver *solver, int ply, int left, MateResult *result)
{
    Position *pos = solver->pos;
    MateValue value;
    if (!find_proof(solver, ply, left, &value) || !game_is_legal(pos, value.move)
        || (MATE_BY_CHECKS && !game_gives_check(pos, value.move)))
        return false;
    solver->path[ply] = game_key(pos);
    result->line[result->length++] = value.move;
    game_make(pos, value.move);
    return true;
}

/* Plays the proof through on the board. False if anything is not as it should be. */
static bool play_out(Solver *solver, int left, MateResult *result)
{
    Position *pos = solver->pos;
    bool mated = false;
    result->length = 0;
    solver->pass_end = UINT64_MAX;
    solver->is_paused = false;
    while (result->length < DEPTH_MAX) {
        if (!play_attack(solver, result->length, left, result))
            break;
        left = after_one_ply(left);
        mated = has_no_move(pos) && game_in_check(pos);
        Move reply;
        if (mated || is_drawn(solver) || !find_defence(solver, result->length, left, &reply))
            break;
        left = after_one_ply(left);
        result->line[result->length++] = reply;
        game_make(pos, reply);
    }
    for (int i = 0; i < result->length; i++)
        game_unmake(pos);
    return mated;
}

/* ---- The searches in turn ---- */

typedef struct {
    int below;      /* the shortest mate that is not disproved */
    int above;      /* the bound of the search from above */
    int longest;    /* of interest */
    int proved;     /* plies of the shortest mate proved so far, or 0 */
    bool is_closed; /* the unbounded search has nothing more to say */
    bool is_exact;  /* no disproof was tainted so far */
} Progress;

static int next_of_interest(const Progress *progress)
{
    return progress->proved ? progress->proved - 2 : progress->longest;
}
static bool is_settled(const Progress *progress)
{
    return progress->below > next_of_interest(progress);
}

static void note(Progress *progress, int left, const MateValue *value)
{
    if (mate_is_proved(value)) {
        progress->proved = value->length;
    } else if (mate_is_disproved(value)) {
        progress->is_exact &= !value->tainted;
        if (left >= progress->below)
            progress->below = left + 2;
    }
}

/* Each goes on until its budget is spent or nothing is left to ask. */
static void run_below(Solver *solver, Progress *progress, uint64_t end)
{
    do {
        int left = progress->below;
        MateValue value = run_pass(solver, left, end);
        note(progress, left, &value);
    } while (!solver->is_paused && !is_settled(progress));
}

static void run_above(Solver *solver, Progress *progress, uint64_t end)
{
    do {
        int most = next_of_interest(progress);
        if (progress->above < progress->below)
            progress->above = 2 * progress->below + 1;
        if (progress->above > most || progress->proved)
            progress->above = most;
        MateValue value = run_pass(solver, progress->above, end);
        note(progress, progress->above, &value);
    } while (!solver->is_paused && !is_settled(progress));
}

static void run_unbounded(Solver *solver, Progress *progress, uint64_t end)
{
    MateValue value = run_pass(solver, MATE_UNBOUNDED, end);
    progress->is_closed = mate_is_proved(&value) || mate_is_disproved(&value);
    if (mate_is_proved(&value) && value.length <= progress->longest)
        progress->proved = value.length;
    else if (mate_is_disproved(&value) && !value.tainted && MATE_BY_CHECKS)
        progress->longest = 0;
}

/* Checks alone need no bound to find the way; with quiet moves a bound keeps them near. */
static void run_round(Solver *solver, Progress *progress, uint64_t budget)
{
    run_below(solver, progress, solver->nodes + budget);
    if (!progress->proved && !progress->is_closed && !is_settled(progress))
        run_unbounded(solver, progress, solver->nodes + budget);
    if ((progress->proved || progress->is_closed || !MATE_BY_CHECKS) && !is_settled(progress))
        run_above(solver, progress, solver->nodes + 2 * budget);
}

static void run_searches(Solver *solver, MateResult *result)
{
    int max = solver->limits->max_plies;
    int longest = max > 0 && max < DEPTH_MAX ? max : DEPTH_MAX - 1;
    longest -= longest % 2 == 0;
    Progress progress = {.below = 1, .longest = longest, .is_exact = true};
    progress.above = max > 0 || longest < FIRST_ABOVE ? longest : FIRST_ABOVE;
    uint64_t enough = UINT64_MAX, budget = FIRST_BUDGET;
    while (!solver->is_over && !is_settled(&progress) && solver->nodes < enough) {
        run_round(solver, &progress, budget);
        budget *= 2;
        /* Some more for a shorter one. */
        if (progress.proved && enough == UINT64_MAX)
            enough = 4 * solver->nodes + 64 * FIRST_BUDGET;
    }
    if (progress.proved)
        result->status = play_out(solver, progress.proved, result) ? MATE_PROVED : MATE_UNKNOWN;
    else if (is_settled(&progress) && progress.is_exact)
        result->status = MATE_DISPROVED;
}

/* ---- Life ---- */

static Solver *solver_new(size_t buckets, int room)
{
    Solver *solver = xcalloc(1, sizeof *solver);
    solver->table.buckets = buckets;
    solver->table.entries = xcalloc(buckets, MATE_SLOTS * sizeof(MateEntry));
    solver->room = room;
    solver->children = xmalloc((size_t)room * sizeof *solver->children);
    return solver;
}

static void solver_ask(Solver *solver, Position *pos, const MateLimits *limits)
{
    solver->pos = pos;
    solver->limits = limits;
    solver->attacker = game_side(pos);
    solver->has_past = game_last_move(pos) != 0;
    solver->nodes = solver->next_poll = 0;
    solver->is_over = false;
    solver->used = 0;
}

void mate_solve(Position *pos, const MateLimits *limits, MateResult *result)
{
    size_t buckets = limits->table_mib * (1 << 20) / (MATE_SLOTS * sizeof(MateEntry));
    Solver *solver = solver_new(buckets, CHILDREN);
    solver_ask(solver, pos, limits);
    game_reserve(pos, DEPTH_MAX + 8);
    result->status = MATE_UNKNOWN;
    result->length = 0;
    run_searches(solver, result);
    if (result->status != MATE_PROVED)
        result->length = 0;
    result->nodes = solver->nodes;
    mate_solver_delete(solver);
}

MateSolver *mate_solver_new(void) { return solver_new(FEW_BUCKETS, FEW_CHILDREN); }

void mate_solver_delete(MateSolver *solver)
{
    if (!solver)
        return;
    free(solver->children);
    free(solver->table.entries);
    free(solver);
}

bool mate_solver_proves(MateSolver *solver, Position *pos, uint64_t limit, uint64_t *nodes)
{
    const MateLimits limits = {.nodes = limit};
    memset(solver->table.entries, 0, FEW_BUCKETS * MATE_SLOTS * sizeof(MateEntry));
    memset(solver->killer, 0, sizeof solver->killer);
    solver_ask(solver, pos, &limits);
    Progress progress = {.below = 1, .longest = DEPTH_MAX - 1, .is_exact = true};
    run_below(solver, &progress, limit);
    *nodes = solver->nodes;
    return progress.proved > 0;
}
