/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_API_H
#define TENUKI_WEB_API_H

/* What the page may ask: one table of methods, paths and functions. */

#include "web/ask.h"
#include "web/tab.h"
#include "web/web.h"

typedef struct {
    const WebOptions *options;
    Tabs *tabs;
    json_t *body; /* of a POST */
    void *query;  /* of a GET: for api_argument */
    const char *(*argument)(void *query, const char *name);
    Tab *tab; /* if the row wants one; its mutex is held */
    Diag diag;
    Text answer; /* JSON */
} ApiCall;

/* HTTP's words for what came of it. */
enum {
    API_OK = 200,
    API_BAD = 400,
    API_NOT_FOUND = 404,
    API_CONFLICT = 409, /* not now */
    API_TOO_MANY = 429,
};

typedef enum {
    API_PLAIN,
    API_TAB,     /* of a session */
    API_CHANGES, /* of a session, and nothing else may be at work in it */
} ApiNeeds;

typedef struct {
    const char *method, *path;
    ApiNeeds needs;
    /* The status; on any but API_OK the error is in the diag, and nothing has changed. */
    int (*run)(ApiCall *call);
} ApiRow;

/* NULL when there is none; *path_known tells whether the path has other methods. */
const ApiRow *api_find(const char *method, const char *path, bool *path_known);
/* Fills the answer, also with the error. */
int api_run(const ApiRow *row, ApiCall *call);

/* A value of the query; NULL for none. */
static inline const char *api_argument(const ApiCall *call, const char *name)
{
    return call->argument(call->query, name);
}
/* A number of the query; a missing one leaves the value as it is. */
bool api_number(ApiCall *call, const char *name, int64_t low, int64_t high, int64_t *value);
/* The game that the query or the body names; NULL, and an error, when there is none. */
const GameOps *api_game(ApiCall *call);

/* Fills the answer with the session's state; returns API_OK. */
int api_state(ApiCall *call);
/* After a change: tells everybody, then the same. */
int api_changed(ApiCall *call);

/* {"nmp":"off",...} put over a set, and settled; values may be NULL. On error the set is worthless.
 */
bool api_read_values(json_t *values, ParamSet *set, Diag *diag);
/* The members of a new game; what is not there stays. *has_clock is false for none. */
bool api_read_players(const json_t *body, bool by_engine[2], Diag *diag);
bool api_read_level(const json_t *body, PlayLevel *level, Diag *diag);
bool api_read_clock(const json_t *body, GameLimits limits[2], bool *has_clock, Diag *diag);
bool api_read_variant(const json_t *body, const GameOps *game, bool *chess960, Diag *diag);

/* By file. */
int api_server_state(ApiCall *call);
int api_params(ApiCall *call);
int api_levels(ApiCall *call);
int api_handicaps(ApiCall *call);

int api_open(ApiCall *call);
int api_new(ApiCall *call);
int api_move(ApiCall *call);
int api_takeback(ApiCall *call);
int api_goto(ApiCall *call);
int api_resign(ApiCall *call);
int api_declare(ApiCall *call);
int api_players(ApiCall *call);

int api_hint(ApiCall *call);
int api_analyse(ApiCall *call);
int api_stop(ApiCall *call);
int api_set(ApiCall *call);

int api_load(ApiCall *call);
int api_save(ApiCall *call);

int api_tree_record(ApiCall *call);
int api_tree_walk(ApiCall *call);
int api_tree_diff(ApiCall *call);
int api_audit(ApiCall *call);

int api_lab(ApiCall *call);
int api_lab_one(ApiCall *call);

#endif
