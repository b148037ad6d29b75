/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/web_command.h"

#include "lab/options.h"

#ifdef HAVE_WEB

#include "lab/web_results.h"
#include "web/page.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    PORT = 8181,
    PORTS_TRIED = 20, /* from there on, while nobody asks for a certain one */
};

/* Without a screen xdg-open would start a text browser on our terminal; but BROWSER may name a
 * program that reaches the person's own machine. */
static bool has_browser(void)
{
    static const char *const names[] = {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *value = getenv(names[i]);
        if (value && value[0])
            return true;
    }
    return false;
}

/* What a desktop opens addresses with; 0 when it does not start. A browser gets a group of its own,
 * so that Ctrl-C is not for it, all signals as it is used to, and no terminal to chat on. */
static pid_t start_browser(const char *address)
{
    pid_t browser;
    char program[] = "xdg-open";
    char *copy = xstrdup(address);
    char *arguments[] = {program, copy, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
                                              | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&browser, program, &files, &attributes, arguments, environ) != 0)
        browser = 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    free(copy);
    return browser;
}

static void tell_no_browser(void)
{
    options_complain("web", "note: no browser opens here; give one the address above");
}

/* Until somebody wants it to end. A browser that ends is no such reason. */
static void wait_for_end(WebServer *server, const sigset_t *signals, pid_t browser)
{
    const struct timespec minute = {60, 0};
    for (;;) {
        int status, got = sigtimedwait(signals, NULL, &minute);
        if (got < 0 && errno == EAGAIN)
            web_sweep(server);
        else if (got == SIGCHLD && browser && waitpid(browser, &status, WNOHANG) == browser) {
            browser = 0;
            if (status != 0)
                tell_no_browser();
        } else if (got > 0 && got != SIGCHLD)
            return;
    }
}

/* The port that was asked for, or the first of a few that is free. */
static WebServer *start(WebOptions *asked, bool port_given, Diag *diag)
{
    WebServer *server = web_start(asked, diag);
    for (int i = 1; !server && !port_given && i < PORTS_TRIED; i++) {
        asked->port = PORT + i;
        server = web_start(asked, diag);
        if (server)
            options_complain("web", "note: %s; taking %d instead", diag->error, asked->port);
    }
    return server;
}

static int serve(WebServer *server, bool opens, const sigset_t *signals)
{
    pid_t browser = 0;
    printf("%s\n", web_address(server));
    if (isatty(STDOUT_FILENO))
        printf("Ctrl-C ends it.\n");
    fflush(stdout);
    if (!page_is_built())
        options_complain("web",
                         "note: built without the page: npm was missing or did not reach its "
                         "registry; `make` tries again");
    if (opens && has_browser())
        browser = start_browser(web_address(server));
    if (opens && !browser)
        tell_no_browser();
    wait_for_end(server, signals, browser);
    web_stop(server);
    return EXIT_GOOD;
}

int web_command(int argc, char **argv)
{
    int64_t port = PORT;
    bool opens = false;
    OptionList files = {0};
    const Option options[] = {
        {"port", "N", OPTION_NUMBER, &port, 0, 65535,
         "Port (8181, or the next that is free); 0 takes any that is free"},
        {"open", NULL, OPTION_FLAG, &opens, 0, 0, "Open the page in the browser"},
        {"db", "FILE", OPTION_LIST, &files, 0, 0,
         "Results to show, as match, tune, regress, ablate and audit keep them with --db; may be "
         "repeated"},
    };
    bool given[COUNT_OF(options)] = {0};
    options_parse_given(
        "Serves the page: play, watch the search, explore its tree, see results. For "
        "this machine alone: it listens on the loopback addresses, and the address it "
        "prints holds a secret. Ends with Ctrl-C.",
        options, COUNT_OF(options), argc, argv, given);
    Diag diag;
    diag_clear(&diag);
    for (int i = 0; i < files.count; i++)
        if (!web_results_check(files.items[i], &diag))
            return options_complain("web", "error: %s", diag.error);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGCHLD);
    signal(SIGPIPE, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    WebOptions asked = {
        .port = (int)port,
        .lab =
            {
                .context = &files,
                .count = files.count,
                .list = web_results_list,
                .show = web_results_show,
            },
    };
    WebServer *server = start(&asked, given[0], &diag);
    if (!server)
        return options_complain("web", "error: %s; --port 0 takes a free one", diag.error);
    return serve(server, opens, &signals);
}

#else

int web_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return options_complain("web", "this program was built without libmicrohttpd and jansson; "
                                   "install libmicrohttpd-dev and libjansson-dev and build again");
}

#endif
