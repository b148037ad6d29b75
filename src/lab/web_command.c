/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/web_command.h"

#include "lab/options.h"

#ifdef HAVE_WEB

#include "lab/web_results.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern char **environ;

/* What a desktop opens addresses with; without one the address is there to be copied. A browser
 * gets a group of its own, so that Ctrl-C is not for it, and all signals as it is used to. */
static void open_browser(const char *address)
{
    pid_t unused;
    char program[] = "xdg-open";
    char *copy = xstrdup(address);
    char *arguments[] = {program, copy, NULL};
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
                                              | POSIX_SPAWN_SETPGROUP);
    if (posix_spawnp(&unused, program, NULL, &attributes, arguments, environ) != 0)
        fprintf(stderr, "tenuki web: xdg-open is not there; open the address yourself\n");
    posix_spawnattr_destroy(&attributes);
    free(copy);
}

/* Until somebody wants it to end. */
static void wait_for_end(WebServer *server, const sigset_t *ends)
{
    const struct timespec minute = {60, 0};
    while (sigtimedwait(ends, NULL, &minute) < 0)
        if (errno == EAGAIN)
            web_sweep(server);
}

int web_command(int argc, char **argv)
{
    int64_t port = 8181;
    bool opens = false;
    OptionList files = {0};
    const Option options[] = {
        {"port", "N", OPTION_NUMBER, &port, 0, 65535, "Port (8181); 0 takes any that is free"},
        {"open", NULL, OPTION_FLAG, &opens, 0, 0, "Open the page in the browser"},
        {"db", "FILE", OPTION_LIST, &files, 0, 0,
         "Results to show: a file of match, tune or regress, or what ablate or audit print with "
         "--json; may be repeated"},
    };
    options_parse("Serves the page: play, watch the search, explore its tree, see results. For "
                  "this machine alone: it listens on the loopback addresses, and the address it "
                  "prints holds a secret. Ends with Ctrl-C.",
                  options, COUNT_OF(options), argc, argv);
    Diag diag;
    diag_clear(&diag);
    for (int i = 0; i < files.count; i++)
        if (!web_results_check(files.items[i], &diag))
            return options_complain("web", "error: %s", diag.error);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_IGN); /* nobody waits for the browser */
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    const WebOptions asked = {
        .port = (int)port,
        .lab =
            {
                .context = &files,
                .count = files.count,
                .list = web_results_list,
                .show = web_results_show,
            },
    };
    WebServer *server = web_start(&asked, &diag);
    if (!server)
        return options_complain("web", "error: %s; --port 0 takes a free one", diag.error);
    printf("%s\n", web_address(server));
    fflush(stdout);
    if (opens)
        open_browser(web_address(server));
    wait_for_end(server, &ends);
    web_stop(server);
    return EXIT_GOOD;
}

#else

int web_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return options_complain("web", "this program was built without libmicrohttpd and jansson; "
                                   "install libmicrohttpd-dev and libjansson-dev and build again");
}

#endif
