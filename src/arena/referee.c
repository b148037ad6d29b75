/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/referee.h"

#include "arena/openings.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int64_t MS = 1000000;

typedef struct {
    const PlayerTerms *terms;
    const GameOps *game;
    const RefereeRules *rules;
    Player *const *players;
    PlayedGame *played;
    GamePosition *pos;
    GamePosition *guess; /* for pondering */
    Text position;       /* the game so far, as the protocols say it */
    bool has_moves;
    GameClock clocks[2];
    char expected[2][PLAYER_MOVE_LENGTH]; /* what each side ponders on; "" for nothing */
    char previous[2][PLAYER_MOVE_LENGTH]; /* answers of each side */
    int losing[2], winning[2];            /* moves in a row with such a score */
    int level;                            /* plies in a row with a drawish score */
} Game;

typedef enum { TURN_GOES_ON, TURN_ENDS, TURN_CANCELLED } TurnResult;

/* ---- Results ---- */

static const char *name_of(const Game *game, Side side)
{
    return side == FIRST ? game->game->first : game->game->second;
}

static TurnResult end_game(Game *game, RecordResult result, RecordEnd end, const char *format, ...)
    PRINTF_LIKE(4, 5);

static TurnResult end_game(Game *game, RecordResult result, RecordEnd end, const char *format, ...)
{
    char reason[256];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    game->played->result = result;
    game->played->end = end;
    game->played->reason = xstrdup(reason);
    return TURN_ENDS;
}

static RecordResult win_of(Side side)
{
    return side == FIRST ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
}

/* A side loses by its own fault; `what` is what it does. */
static TurnResult blame(Game *game, Side side, GameFault fault, const char *what)
{
    RecordEnd end = fault == FAULT_TIME || fault == FAULT_HANG ? RECORD_END_TIME
                  : fault == FAULT_ILLEGAL                     ? RECORD_END_ILLEGAL
                                                               : RECORD_END_ABANDONED;
    game->played->fault = fault;
    game->played->at_fault = side;
    return end_game(game, win_of(other_side(side)), end, "%s %s", name_of(game, side), what);
}

/* What the rules of the game say about the position. */
static TurnResult check_rules(Game *game)
{
    GameFacts facts;
    const GameOps *ops = game->game;
    ops->describe(game->pos, &facts);
    if (facts.end) {
        RecordResult result = played_result_of(facts.result);
        RecordEnd end = played_end_of(facts.end);
        if (result == RECORD_DRAW)
            return end_game(game, result, end, "draw by %s", facts.end);
        return end_game(game, result, end, "%s wins by %s",
                        name_of(game, result == RECORD_FIRST_WINS ? FIRST : SECOND), facts.end);
    }
    int made = ops == &chess_ops ? game->played->move_count / 2 : ops->game_ply(game->pos);
    if (game->rules->max_moves && made >= game->rules->max_moves)
        return end_game(game, RECORD_DRAW, RECORD_END_MAX_MOVES, "draw after %d moves",
                        game->rules->max_moves);
    return TURN_GOES_ON;
}

/* ---- Adjudication ---- */

static void note_score(Game *game, Side side, const PlayerAnswer *answer)
{
    int resign = game->rules->resign.score, draw = game->rules->draw.score;
    bool scored = answer->scored;
    game->losing[side] = scored && answer->score <= -resign ? game->losing[side] + 1 : 0;
    game->winning[side] = scored && answer->score >= resign ? game->winning[side] + 1 : 0;
    game->level = scored && abs(answer->score) <= draw ? game->level + 1 : 0;
}

static TurnResult check_adjudication(Game *game)
{
    const ResignRule *resign = &game->rules->resign;
    const DrawRule *draw = &game->rules->draw;
    for (Side side = FIRST; side <= SECOND && resign->moves; side++)
        if (game->losing[side] >= resign->moves
            && (!resign->both || game->winning[other_side(side)] >= resign->moves))
            return end_game(game, win_of(other_side(side)), RECORD_END_NONE,
                            "%s wins by adjudication", name_of(game, other_side(side)));
    if (draw->moves && game->level >= 2 * draw->moves && game->played->move_count >= 2 * draw->from)
        return end_game(game, RECORD_DRAW, RECORD_END_NONE, "draw by adjudication");
    return TURN_GOES_ON;
}

/* ---- Moves ---- */

static void add_to_position(const Game *game, GameMove move, Text *position, bool first)
{
    text_add(position, first ? " moves " : " ");
    game->game->write_move(game->pos, move, game->terms->chess960 ? MOVE_960 : MOVE_PROTOCOL,
                           position);
}

static void make_move(Game *game, const PlayedMove *move)
{
    add_to_position(game, move->move, &game->position, !game->has_moves);
    game->has_moves = true;
    played_add_move(game->played, move);
    game->game->make(game->pos, move->move);
}

static void begin_ponder(Game *game, Side side, const PlayerAnswer *answer)
{
    GameMove move;
    Diag unused;
    GameFacts facts;
    int64_t started;
    const GameOps *ops = game->game;
    diag_clear(&unused);
    game->expected[side][0] = '\0';
    if (!game->terms->ponder || !ops->read_move(game->pos, span_of(answer->ponder), &move, &unused))
        return;
    ops->copy(game->guess, game->pos);
    ops->make(game->guess, move);
    ops->describe(game->guess, &facts);
    if (facts.end)
        return;
    Text position = TEXT_EMPTY;
    text_add(&position, text_cstr(&game->position));
    add_to_position(game, move, &position, !game->has_moves);
    const PlayerTurn turn = {
        .pos = game->guess,
        .position = text_cstr(&position),
        .clocks = game->clocks,
        .limits = &player_spec(game->players[side])->limits,
        .ponder = true,
    };
    snprintf(game->expected[side], PLAYER_MOVE_LENGTH, "%s", answer->ponder);
    /* If it is gone that will be seen when its turn comes. */
    player_go(game->players[side], &turn, &started);
    text_free(&position);
}

/* By the 24-point rule a declaration with fewer points than a win needs is a draw. */
static TurnResult take_declaration(Game *game, Side side)
{
    const GameRules *rules = &game->terms->rules;
    if (game->game->may_declare(game->pos, rules))
        return end_game(game, win_of(side), RECORD_END_DECLARATION, "%s wins by declaration",
                        name_of(game, side));
    if (game->game->may_claim_draw(game->pos, rules))
        return end_game(game, RECORD_DRAW, RECORD_END_DECLARATION, "%s draws by declaration",
                        name_of(game, side));
    return blame(game, side, FAULT_ILLEGAL, "declares a win that it has not");
}

/* What an engine calls its move: a move, or a word of shogi. */
static TurnResult take_move(Game *game, Side side, const PlayerAnswer *answer, int64_t spent_ns)
{
    const GameOps *ops = game->game;
    bool shogi = ops != &chess_ops;
    char what[PLAYER_MOVE_LENGTH + 32];
    Diag unused;
    diag_clear(&unused);
    if (shogi && strcmp(answer->move, "resign") == 0)
        return end_game(game, win_of(other_side(side)), RECORD_END_RESIGN, "%s resigns",
                        name_of(game, side));
    if (shogi && strcmp(answer->move, "win") == 0)
        return take_declaration(game, side);
    PlayedMove move = {
        .scored = answer->scored,
        .score = answer->score,
        .depth = answer->depth,
        .nodes = answer->nodes,
        .time_ms = spent_ns / MS,
    };
    if (!ops->read_move(game->pos, span_of(answer->move), &move.move, &unused)) {
        snprintf(what, sizeof what, "plays an illegal move: %s",
                 answer->move[0] ? answer->move : "none");
        return blame(game, side, FAULT_ILLEGAL, what);
    }
    make_move(game, &move);
    note_score(game, side, answer);
    TurnResult result = check_rules(game);
    if (result == TURN_GOES_ON)
        result = check_adjudication(game);
    if (result == TURN_GOES_ON)
        begin_ponder(game, side, answer);
    return result;
}

/* ---- A turn ---- */

static TurnResult lose_player(Game *game, Side side)
{
    Text what = TEXT_EMPTY;
    text_add(&what, "disconnects: ");
    player_gone_reason(game->players[side], &what);
    player_kill(game->players[side]);
    TurnResult result = blame(game, side, FAULT_GONE, text_cstr(&what));
    text_free(&what);
    return result;
}

static TurnResult lose_on_time(Game *game, Side side, int64_t spent_ns, int64_t allowed_ns)
{
    char what[80];
    snprintf(what, sizeof what, "loses on time: %.3f s used, %.3f s left", (double)spent_ns / 1e9,
             (double)allowed_ns / 1e9);
    return blame(game, side, FAULT_TIME, what);
}

/* An engine that is only slow may play on in the next game; one that does not even answer a stop is
 * ended. */
static TurnResult be_late(Game *game, Side side, int64_t started_ns, int64_t allowed_ns)
{
    bool has_clock = allowed_ns != INT64_MAX;
    if (player_abandon(game->players[side]) && has_clock)
        return lose_on_time(game, side, clock_now_ns() - started_ns, allowed_ns);
    if (player_is_cancelled(game->terms))
        return TURN_CANCELLED;
    player_kill(game->players[side]);
    return blame(game, side, FAULT_HANG,
                 has_clock ? "hangs: no answer in time, and none to stop" : "hangs: no answer");
}

/* Starts to think, or goes on with what was begun on the opponent's time. */
static PlayerStatus start_turn(Game *game, Side side, int64_t *started_ns)
{
    Player *player = game->players[side];
    const PlayerTurn turn = {
        .pos = game->pos,
        .position = text_cstr(&game->position),
        .clocks = game->clocks,
        .limits = &player_spec(player)->limits,
    };
    bool pondered = game->expected[side][0] != '\0';
    bool hit = pondered && strcmp(game->expected[side], game->previous[other_side(side)]) == 0;
    game->expected[side][0] = '\0';
    if (hit)
        return player_ponderhit(player, &turn, started_ns);
    if (pondered && !player_abandon(player))
        return player_is_cancelled(game->terms) ? PLAYER_CANCELLED : PLAYER_LATE;
    return player_go(player, &turn, started_ns);
}

/* A USI engine that says its answers twice may say the old one after its turn has begun. Once in a
 * turn that is passed over, if it is no legal move by chance. */
static bool is_echo(const Game *game, Side side, const PlayerAnswer *answer)
{
    GameMove move;
    Diag unused;
    diag_clear(&unused);
    return player_spec(game->players[side])->usi && answer->move[0] != '\0'
        && strcmp(answer->move, game->previous[side]) == 0
        && !game->game->read_move(game->pos, span_of(answer->move), &move, &unused);
}

static TurnResult play_turn(Game *game)
{
    Side side = game->game->side_to_move(game->pos);
    Player *player = game->players[side];
    PlayerAnswer answer = {0};
    int64_t started = 0, margin = game->rules->margin_ms * MS;
    PlayerStatus status = start_turn(game, side, &started);
    if (status == PLAYER_LATE)
        return blame(game, side, FAULT_HANG, "hangs: it does not stop pondering");
    const int64_t clock_nodes = player_spec(player)->limits.clock_nodes;
    int64_t allowed = game_clock_allowed_ns(&game->clocks[side]);
    bool timed = allowed != INT64_MAX && clock_nodes == 0;
    int64_t limit = timed ? allowed + margin : game->rules->hang_ms * MS;
    if (status == PLAYER_ANSWERED)
        status = player_wait(player, started + limit, &answer);
    if (status == PLAYER_ANSWERED && is_echo(game, side, &answer))
        status = player_wait(player, started + limit, &answer);
    switch (status) {
    case PLAYER_CANCELLED: return TURN_CANCELLED;
    case PLAYER_GONE: return lose_player(game, side);
    case PLAYER_LATE: return be_late(game, side, started, timed ? allowed : INT64_MAX);
    case PLAYER_ANSWERED: break;
    }
    int64_t spent = clock_nodes > 0              ? (int64_t)answer.all_nodes * MS / clock_nodes
                  : answer.received_ns > started ? answer.received_ns - started
                                                 : 0;
    if (!game_clock_spend(&game->clocks[side], spent, margin))
        return lose_on_time(game, side, spent, allowed);
    snprintf(game->previous[side], PLAYER_MOVE_LENGTH, "%s", answer.move);
    return take_move(game, side, &answer, spent);
}

/* ---- A game ---- */

static void set_up(Game *game, const char *opening)
{
    const GameOps *ops = game->game;
    Span start, moves, word;
    Diag diag;
    diag_clear(&diag);
    openings_split(ops, opening, &start, &moves);
    if (!ops->set(game->pos, start.at ? start : span_of(ops->start), &diag))
        BUG("an unchecked opening: %s", diag.error);
    if (start.at) {
        text_printf(&game->position, "%s ", ops->setup_word);
        text_add_span(&game->position, start);
    } else {
        text_add(&game->position, "startpos");
    }
    while (span_next_word(&moves, &word)) {
        PlayedMove move = {.book = true};
        if (!ops->read_move(game->pos, word, &move.move, &diag))
            BUG("an unchecked opening: %s", diag.error);
        make_move(game, &move);
    }
}

static TurnResult start_players(Game *game)
{
    for (Side side = FIRST; side <= SECOND; side++) {
        Diag diag;
        diag_clear(&diag);
        PlayerStatus status = player_new_game(game->players[side], &diag);
        if (status == PLAYER_CANCELLED)
            return TURN_CANCELLED;
        if (status != PLAYER_ANSWERED) {
            Text what = TEXT_EMPTY;
            text_printf(&what, "does not start: %s", diag.error);
            TurnResult result = blame(game, side, FAULT_START, text_cstr(&what));
            text_free(&what);
            return result;
        }
    }
    return TURN_GOES_ON;
}

static void finish(Game *game)
{
    int points = played_points(game->played->result) - 1;
    for (Side side = FIRST; side <= SECOND; side++) {
        player_abandon(game->players[side]);
        player_game_over(game->players[side], side == FIRST ? points : -points);
    }
}

static void describe_players(const Game *game)
{
    for (int side = 0; side < 2; side++) {
        const EngineSpec *spec = player_spec(game->players[side]);
        Text limits = TEXT_EMPTY;
        limits_write(&spec->limits, &limits);
        game->played->names[side] = xstrdup(spec->name);
        game->played->limits[side] = limits.data;
    }
}

bool referee_play(const PlayerTerms *terms, const RefereeRules *rules, const char *opening,
                  Player *const players[2], PlayedGame *played)
{
    Game game = {
        .terms = terms,
        .game = terms->game,
        .rules = rules,
        .players = players,
        .played = played,
        .pos = terms->game->create(),
        .guess = terms->game->create(),
    };
    describe_players(&game);
    played->opening = xstrdup(opening);
    for (int side = 0; side < 2; side++)
        game_clock_init(&game.clocks[side], &player_spec(players[side])->limits);
    set_up(&game, opening);
    TurnResult result = start_players(&game);
    if (result == TURN_GOES_ON)
        result = check_rules(&game);
    while (result == TURN_GOES_ON)
        result = play_turn(&game);
    finish(&game);
    played->finished = (int64_t)time(NULL);
    game.game->destroy(game.pos);
    game.game->destroy(game.guess);
    text_free(&game.position);
    if (result == TURN_CANCELLED)
        played_free(played);
    return result != TURN_CANCELLED;
}
