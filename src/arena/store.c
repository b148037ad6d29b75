/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Store {
    Db *db;
    char *settings;
};

const DbKind store_db = {
    .application = 0x74656e6b, /* "tenk" */
    .what = "match",
    .schema = "CREATE TABLE settings (text TEXT NOT NULL);"
              "CREATE TABLE games ("
              " number INTEGER PRIMARY KEY,"
              " first TEXT NOT NULL, second TEXT NOT NULL,"
              " first_limits TEXT NOT NULL, second_limits TEXT NOT NULL,"
              " opening TEXT NOT NULL,"
              " result TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2')),"
              " ending TEXT NOT NULL, fault TEXT NOT NULL,"
              " at_fault INTEGER NOT NULL CHECK (at_fault IN (0, 1)),"
              " reason TEXT NOT NULL, finished INTEGER NOT NULL,"
              " moves TEXT NOT NULL, notes TEXT NOT NULL);",
};

/* In the order of the table. */
enum {
    COLUMN_NUMBER,
    COLUMN_FIRST,
    COLUMN_SECOND,
    COLUMN_FIRST_LIMITS,
    COLUMN_SECOND_LIMITS,
    COLUMN_OPENING,
    COLUMN_RESULT,
    COLUMN_ENDING,
    COLUMN_FAULT,
    COLUMN_AT_FAULT,
    COLUMN_REASON,
    COLUMN_FINISHED,
    COLUMN_MOVES,
    COLUMN_NOTES,
};

bool store_is_built(void)
{
#ifdef HAVE_SQLITE
    return true;
#else
    return false;
#endif
}

/* ---- Opening, settings ---- */

/* A file that was killed before it had tables has no settings either. */
static bool read_settings(Store *store, Diag *diag)
{
    static const char is_there[] = "SELECT 1 FROM sqlite_master WHERE name = 'settings'";
    DbQuery *query = db_query(store->db, is_there, diag);
    if (!query)
        return false;
    bool there = db_next(query, diag);
    if (!db_end(query) || !there)
        return !diag->error[0];
    query = db_query(store->db, "SELECT text FROM settings", diag);
    if (!query)
        return false;
    if (db_next(query, diag)) {
        free(store->settings);
        store->settings = xstrdup(db_text(query, 0));
    }
    return db_end(query);
}

Store *store_open(const char *path, StoreMode mode, Diag *diag)
{
    if (mode == STORE_CREATE && access(path, F_OK) == 0) {
        diag_error(diag, "%s exists already; --resume goes on with it", path);
        return NULL;
    }
    Db *db = db_open(path, mode == STORE_READ ? DB_LOOK : DB_WRITE, &store_db, diag);
    if (!db)
        return NULL;
    Store *store = xcalloc(1, sizeof *store);
    store->db = db;
    store->settings = xstrdup("");
    if (read_settings(store, diag))
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    if (!store)
        return;
    db_close(store->db);
    free(store->settings);
    free(store);
}

const char *store_settings(const Store *store) { return store->settings; }

bool store_set_settings(Store *store, const char *settings, Diag *diag)
{
    static const char sql[] =
        "INSERT INTO settings SELECT ? WHERE NOT EXISTS (SELECT 1 FROM settings)";
    DbQuery *query = db_query(store->db, sql, diag);
    if (!query)
        return false;
    db_bind_text(query, 1, settings);
    db_next(query, diag);
    return db_end(query) && read_settings(store, diag);
}

/* ---- Games ---- */

int64_t store_count(Store *store, Diag *diag)
{
    int64_t count = -1;
    DbQuery *query = db_query(store->db, "SELECT count(*) FROM games", diag);
    if (!query)
        return -1;
    if (db_next(query, diag))
        count = db_int(query, 0);
    return db_end(query) ? count : -1;
}

bool store_add(Store *store, const PlayedGame *played, const GameOps *game, Diag *diag)
{
    static const char sql[] = "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    DbQuery *query = db_query(store->db, sql, diag);
    if (!query)
        return false;
    Text moves = TEXT_EMPTY, notes = TEXT_EMPTY;
    played_write_moves(played, game, &moves);
    played_write_notes(played, &notes);
    const struct {
        int column;
        const char *text;
    } texts[] = {
        {COLUMN_FIRST, played->names[FIRST]},
        {COLUMN_SECOND, played->names[SECOND]},
        {COLUMN_FIRST_LIMITS, played->limits[FIRST]},
        {COLUMN_SECOND_LIMITS, played->limits[SECOND]},
        {COLUMN_OPENING, played->opening},
        {COLUMN_RESULT, played_result_text(played->result)},
        {COLUMN_ENDING, played_end_name(played->end)},
        {COLUMN_FAULT, played_fault_name(played->fault)},
        {COLUMN_REASON, played->reason},
        {COLUMN_MOVES, text_cstr(&moves)},
        {COLUMN_NOTES, text_cstr(&notes)},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        db_bind_text(query, texts[i].column + 1, texts[i].text);
    db_bind_int(query, COLUMN_NUMBER + 1, played->number);
    db_bind_int(query, COLUMN_AT_FAULT + 1, played->at_fault);
    db_bind_int(query, COLUMN_FINISHED + 1, played->finished);
    db_next(query, diag);
    text_free(&moves);
    text_free(&notes);
    return db_end(query);
}

static bool read_row(DbQuery *row, const GameOps *game, bool moves, PlayedGame *played, Diag *diag)
{
    Diag inner;
    diag_clear(&inner);
    *played = (PlayedGame){
        .number = db_int(row, COLUMN_NUMBER),
        .names = {xstrdup(db_text(row, COLUMN_FIRST)), xstrdup(db_text(row, COLUMN_SECOND))},
        .limits = {xstrdup(db_text(row, COLUMN_FIRST_LIMITS)),
                   xstrdup(db_text(row, COLUMN_SECOND_LIMITS))},
        .opening = xstrdup(db_text(row, COLUMN_OPENING)),
        .result = played_result_of(db_text(row, COLUMN_RESULT)),
        .at_fault = db_int(row, COLUMN_AT_FAULT) ? SECOND : FIRST,
        .reason = xstrdup(db_text(row, COLUMN_REASON)),
        .finished = db_int(row, COLUMN_FINISHED),
    };
    bool good = (played_find_end(db_text(row, COLUMN_ENDING), &played->end)
                 && played_find_fault(db_text(row, COLUMN_FAULT), &played->fault)
                 && played->result != RECORD_UNKNOWN)
             || diag_error(&inner, "an unknown result, ending or fault");
    if (good && moves)
        good = played_read_moves(played, game, span_of(db_text(row, COLUMN_MOVES)),
                                 span_of(db_text(row, COLUMN_NOTES)), &inner);
    if (!good)
        diag_error(diag, "game %" PRId64 ": %s", played->number, inner.error);
    return good;
}

bool store_each(Store *store, const GameOps *game, bool moves,
                bool (*visit)(void *context, const PlayedGame *played), void *context, Diag *diag)
{
    bool good = true, wanted = true;
    DbQuery *rows = db_query(store->db, "SELECT * FROM games ORDER BY number", diag);
    if (!rows)
        return false;
    while (good && wanted && db_next(rows, diag)) {
        PlayedGame played;
        good = read_row(rows, game, moves, &played, diag);
        wanted = good && visit(context, &played);
        played_free(&played);
    }
    return db_end(rows) && good;
}
