/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Plays random games of chess or shogi and checks everything at every ply: see --help. Game number
 * N of a seed is always the same game, whatever the number of threads. */

#include "reference/play.h"

#include "base/report.h"
#include "base/threads.h"
#include "chess/attacks.h"
#include "shogi/attacks.h"

#include <getopt.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    bool shogi, nets;
    int64_t games, seed, threads, max_plies, sample_rate;
    const char *sample_file;
} Options;

typedef struct {
    const Options *options;
    PlayGame *games;
    atomic_int next;
    atomic_int first_bad; /* the lowest number of a game that failed */
} Run;

static const char usage[] =
    "usage: random_play --game chess|shogi [--games N] [--seed S] [--threads T] [--max-plies P]\n"
    "                   [--sample FILE --sample-rate R] [--nets]\n"
    "Plays random games and compares, at every ply, everything the engine knows with a slow\n"
    "reference. The sample file gets one position in R, for other referees to look at.\n"
    "With --nets it is networks that are looked at: what they keep along the moves against\n"
    "what they find from scratch.\n";

static int64_t number(const char *option, const char *text, int64_t low, int64_t high)
{
    int64_t value;
    if (!span_to_int(span_of(text), low, high, &value))
        die("random_play: %s must be a number from %lld to %lld, not '%s'", option, (long long)low,
            (long long)high, text);
    return value;
}

static void read_options(int argc, char **argv, Options *options)
{
    static const struct option names[] = {
        {"game", required_argument, NULL, 'g'},
        {"games", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'},
        {"max-plies", required_argument, NULL, 'p'},
        {"sample", required_argument, NULL, 'f'},
        {"sample-rate", required_argument, NULL, 'r'},
        {"nets", no_argument, NULL, 'e'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *game = NULL;
    *options = (Options){.games = 100, .seed = 1, .threads = 1, .max_plies = 300};
    int64_t rate = 100;
    for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (c) {
        case 'g': game = optarg; break;
        case 'n': options->games = number("--games", optarg, 1, 100000000); break;
        case 's': options->seed = number("--seed", optarg, 0, INT64_MAX); break;
        case 't': options->threads = number("--threads", optarg, 1, THREADS_MAX); break;
        case 'p': options->max_plies = number("--max-plies", optarg, 1, 100000); break;
        case 'f': options->sample_file = optarg; break;
        case 'r': rate = number("--sample-rate", optarg, 1, 100000000); break;
        case 'e': options->nets = true; break;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(2);
        }
    }
    if (options->sample_file)
        options->sample_rate = rate;
    if (optind < argc || !game
        || (!span_is(span_of(game), "chess") && !span_is(span_of(game), "shogi"))) {
        fputs(usage, stderr);
        exit(2);
    }
    options->shogi = span_is(span_of(game), "shogi");
}

/* Two rounds of the generator: neighbouring seeds and games must not share their streams. */
static uint64_t game_seed(int64_t seed, int game)
{
    Rng rng = {(uint64_t)seed};
    rng.state = rng_next(&rng) + (uint64_t)game;
    return rng_next(&rng);
}

static void note_failure(Run *run, int game)
{
    int known = atomic_load(&run->first_bad);
    while (game < known && !atomic_compare_exchange_weak(&run->first_bad, &known, game))
        ;
}

static void work(void *context, int thread)
{
    Run *run = context;
    (void)thread;
    for (;;) {
        int number_of_game = atomic_fetch_add(&run->next, 1);
        if (number_of_game >= run->options->games || number_of_game > atomic_load(&run->first_bad))
            return;
        PlayGame *play = &run->games[number_of_game];
        play->game = number_of_game;
        play->rng.state = game_seed(run->options->seed, number_of_game);
        play->sampler.state = ~play->rng.state;
        play->max_plies = (int)run->options->max_plies;
        play->sample_rate = (uint32_t)run->options->sample_rate;
        bool (*const plays[2][2])(PlayGame *) = {{play_chess, play_net_chess},
                                                 {play_shogi, play_net_shogi}};
        if (!plays[run->options->shogi][run->options->nets](play))
            note_failure(run, number_of_game);
    }
}

static void write_samples(const Run *run)
{
    FILE *file = fopen(run->options->sample_file, "w");
    if (!file)
        die("random_play: cannot write %s", run->options->sample_file);
    for (int i = 0; i < run->options->games; i++)
        fputs(text_cstr(&run->games[i].sample), file);
    if (fclose(file) != 0)
        die("random_play: cannot write %s", run->options->sample_file);
}

static void print_summary(const Run *run, const char *name)
{
    static const char *const names[PLAY_EVENTS] = {
        "captures",
        "promotions",
        "castlings",
        "en passant",
        "drops",
        "checks",
        "mates",
        "stalemates",
        "repetitions",
        "perpetual checks",
        "fifty moves",
        "dead positions",
        "pawn-drop mates refused",
    };
    uint64_t positions = 0, events[PLAY_EVENTS] = {0};
    for (int i = 0; i < run->options->games; i++) {
        positions += run->games[i].positions;
        for (int e = 0; e < PLAY_EVENTS; e++)
            events[e] += run->games[i].events[e];
    }
    Text met = TEXT_EMPTY;
    for (int e = 0; e < PLAY_EVENTS; e++)
        if (events[e])
            text_printf(&met, "%s%llu %s", met.length ? ", " : "", (unsigned long long)events[e],
                        names[e]);
    if (met.length)
        printf("random_play %s met: %s\n", name, text_cstr(&met));
    text_free(&met);
    printf("random_play %s: %lld games %llu positions ok\n", name, (long long)run->options->games,
           (unsigned long long)positions);
}

int main(int argc, char **argv)
{
    Options options;
    read_options(argc, argv, &options);
    const char *name = options.shogi ? "shogi" : "chess";
    chess_init();
    shogi_init();
    Run run = {.options = &options, .first_bad = INT32_MAX};
    run.games = xcalloc((size_t)options.games, sizeof *run.games);
    threads_run((int)options.threads, work, &run);
    int bad = run.first_bad;
    if (bad < options.games) {
        printf("random_play %s: game %d of seed %lld\n%s", name, bad, (long long)options.seed,
               text_cstr(&run.games[bad].failure));
    } else {
        if (options.sample_file)
            write_samples(&run);
        print_summary(&run, name);
    }
    for (int i = 0; i < options.games; i++) {
        text_free(&run.games[i].sample);
        text_free(&run.games[i].failure);
    }
    free(run.games);
    return bad < options.games;
}
