/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/store.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

struct Store {
    sqlite3 *db;
    sqlite3_stmt *insert;
    int lock; /* -1 for a reader */
    char *settings;
};

enum { APPLICATION = 0x74656e6b /* "tenk" */, BUSY_MS = 5000 };

static const char schema[] = "CREATE TABLE settings (text TEXT NOT NULL);"
                             "CREATE TABLE games ("
                             " number INTEGER PRIMARY KEY,"
                             " first TEXT NOT NULL, second TEXT NOT NULL,"
                             " first_limits TEXT NOT NULL, second_limits TEXT NOT NULL,"
                             " opening TEXT NOT NULL,"
                             " result TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2')),"
                             " ending TEXT NOT NULL, fault TEXT NOT NULL,"
                             " at_fault INTEGER NOT NULL CHECK (at_fault IN (0, 1)),"
                             " reason TEXT NOT NULL, finished INTEGER NOT NULL,"
                             " moves TEXT NOT NULL, notes TEXT NOT NULL);";

bool store_is_built(void) { return true; }

/* ---- Opening ---- */

static bool complain(Store *store, Diag *diag)
{
    return diag_error(diag, "%s: %s", sqlite3_db_filename(store->db, "main"),
                      sqlite3_errmsg(store->db));
}

static bool run(Store *store, const char *sql, Diag *diag)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || complain(store, diag);
}

/* The lock is another kind than SQLite's own, which it leaves alone as long as its file stays open
 * until SQLite's is closed. */
static bool lock_file(Store *store, const char *path, StoreMode mode, Diag *diag)
{
    int exclusive = mode == STORE_CREATE ? O_EXCL : 0;
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | exclusive, 0666);
    if (store->lock < 0 && errno == EEXIST)
        return diag_error(diag, "%s exists already; --resume goes on with it", path);
    if (store->lock < 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0)
        return diag_error(diag, "%s is in use by another match", path);
    return true;
}

static bool read_int(Store *store, const char *sql, int64_t *value, Diag *diag)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return complain(store, diag);
    bool good = sqlite3_step(statement) == SQLITE_ROW;
    if (good)
        *value = sqlite3_column_int64(statement, 0);
    else
        complain(store, diag);
    sqlite3_finalize(statement);
    return good;
}

static char *column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return xstrdup(text ? text : "");
}

static bool read_settings(Store *store, Diag *diag)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, "SELECT text FROM settings", -1, &statement, NULL)
        != SQLITE_OK)
        return complain(store, diag);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        free(store->settings);
        store->settings = column_text(statement, 0);
    }
    sqlite3_finalize(statement);
    return status == SQLITE_ROW || status == SQLITE_DONE || complain(store, diag);
}

/* A new file gets its tables in one transaction: it has all of them or none. */
static bool prepare(Store *store, StoreMode mode, Diag *diag)
{
    int64_t application = 0, tables = 0;
    const char *path = sqlite3_db_filename(store->db, "main");
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (!read_int(store, "PRAGMA application_id", &application, diag)
        || !read_int(store, "SELECT count(*) FROM sqlite_master", &tables, diag))
        return false;
    bool is_new = application != APPLICATION;
    if (is_new && tables > 0)
        return diag_error(diag, "%s: not a match", path);
    if (mode == STORE_READ)
        return is_new || read_settings(store, diag);
    if (!run(store, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", diag))
        return false;
    if (is_new) {
        Text text = TEXT_EMPTY;
        text_printf(&text, "BEGIN; PRAGMA application_id=%d; %s COMMIT;", APPLICATION, schema);
        bool good = run(store, text_cstr(&text), diag);
        text_free(&text);
        if (!good)
            return false;
    }
    static const char insert[] = "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    return read_settings(store, diag)
        && (sqlite3_prepare_v2(store->db, insert, -1, &store->insert, NULL) == SQLITE_OK
            || complain(store, diag));
}

Store *store_open(const char *path, StoreMode mode, Diag *diag)
{
    Store *store = xcalloc(1, sizeof *store);
    store->lock = -1;
    store->settings = xstrdup("");
    bool good = mode == STORE_READ || lock_file(store, path, mode, diag);
    if (good) {
        /* After a kill even a reader has something to write: what the log still holds. */
        int status = sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE, NULL);
        good = status == SQLITE_OK || diag_error(diag, "%s: %s", path, sqlite3_errstr(status));
    }
    good = good && prepare(store, mode, diag);
    if (good)
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    if (!store)
        return;
    sqlite3_finalize(store->insert);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        close(store->lock);
    free(store->settings);
    free(store);
}

/* ---- Settings ---- */

const char *store_settings(const Store *store) { return store->settings; }

bool store_set_settings(Store *store, const char *settings, Diag *diag)
{
    sqlite3_stmt *statement;
    static const char sql[] =
        "INSERT INTO settings SELECT ? WHERE NOT EXISTS (SELECT 1 FROM settings)";
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return complain(store, diag);
    sqlite3_bind_text(statement, 1, settings, -1, SQLITE_TRANSIENT);
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good)
        complain(store, diag);
    sqlite3_finalize(statement);
    return good && read_settings(store, diag);
}

/* ---- Games ---- */

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

static void bind(Store *store, int column, const char *text)
{
    sqlite3_bind_text(store->insert, column + 1, text, -1, SQLITE_TRANSIENT);
}

bool store_add(Store *store, const PlayedGame *played, const GameOps *game, Diag *diag)
{
    Text moves = TEXT_EMPTY, notes = TEXT_EMPTY;
    sqlite3_stmt *insert = store->insert;
    played_write_moves(played, game, &moves);
    played_write_notes(played, &notes);
    sqlite3_bind_int64(insert, COLUMN_NUMBER + 1, played->number);
    bind(store, COLUMN_FIRST, played->names[FIRST]);
    bind(store, COLUMN_SECOND, played->names[SECOND]);
    bind(store, COLUMN_FIRST_LIMITS, played->limits[FIRST]);
    bind(store, COLUMN_SECOND_LIMITS, played->limits[SECOND]);
    bind(store, COLUMN_OPENING, played->opening);
    bind(store, COLUMN_RESULT, played_result_text(played->result));
    bind(store, COLUMN_ENDING, played_end_name(played->end));
    bind(store, COLUMN_FAULT, played_fault_name(played->fault));
    sqlite3_bind_int64(insert, COLUMN_AT_FAULT + 1, played->at_fault);
    bind(store, COLUMN_REASON, played->reason);
    sqlite3_bind_int64(insert, COLUMN_FINISHED + 1, played->finished);
    bind(store, COLUMN_MOVES, text_cstr(&moves));
    bind(store, COLUMN_NOTES, text_cstr(&notes));
    bool good = sqlite3_step(insert) == SQLITE_DONE || complain(store, diag);
    sqlite3_reset(insert);
    text_free(&moves);
    text_free(&notes);
    return good;
}

static bool read_row(sqlite3_stmt *row, const GameOps *game, bool moves, PlayedGame *played,
                     Diag *diag)
{
    Diag inner;
    diag_clear(&inner);
    char *result = column_text(row, COLUMN_RESULT), *end = column_text(row, COLUMN_ENDING);
    char *fault = column_text(row, COLUMN_FAULT);
    *played = (PlayedGame){
        .number = sqlite3_column_int64(row, COLUMN_NUMBER),
        .names = {column_text(row, COLUMN_FIRST), column_text(row, COLUMN_SECOND)},
        .limits = {column_text(row, COLUMN_FIRST_LIMITS), column_text(row, COLUMN_SECOND_LIMITS)},
        .opening = column_text(row, COLUMN_OPENING),
        .result = played_result_of(result),
        .at_fault = sqlite3_column_int64(row, COLUMN_AT_FAULT) ? SECOND : FIRST,
        .reason = column_text(row, COLUMN_REASON),
        .finished = sqlite3_column_int64(row, COLUMN_FINISHED),
    };
    bool good = (played_find_end(end, &played->end) && played_find_fault(fault, &played->fault)
                 && played->result != RECORD_UNKNOWN)
             || diag_error(&inner, "unknown result '%.20s %.20s %.20s'", result, end, fault);
    if (good && moves) {
        char *list = column_text(row, COLUMN_MOVES), *notes = column_text(row, COLUMN_NOTES);
        good = played_read_moves(played, game, span_of(list), span_of(notes), &inner);
        free(list);
        free(notes);
    }
    if (!good)
        diag_error(diag, "game %" PRId64 ": %s", played->number, inner.error);
    free(result);
    free(end);
    free(fault);
    return good;
}

bool store_each(Store *store, const GameOps *game, bool moves,
                bool (*visit)(void *context, const PlayedGame *played), void *context, Diag *diag)
{
    sqlite3_stmt *rows;
    int status = SQLITE_DONE;
    bool good = true, wanted = true;
    if (sqlite3_prepare_v2(store->db, "SELECT * FROM games ORDER BY number", -1, &rows, NULL)
        != SQLITE_OK)
        return complain(store, diag);
    while (good && wanted && (status = sqlite3_step(rows)) == SQLITE_ROW) {
        PlayedGame played;
        good = read_row(rows, game, moves, &played, diag);
        wanted = good && visit(context, &played);
        played_free(&played);
    }
    if (good && wanted && status != SQLITE_DONE)
        good = complain(store, diag);
    sqlite3_finalize(rows);
    return good;
}

bool store_check(Store *store, Diag *diag)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, "PRAGMA integrity_check", -1, &statement, NULL) != SQLITE_OK)
        return complain(store, diag);
    bool good = sqlite3_step(statement) == SQLITE_ROW;
    char *text = good ? column_text(statement, 0) : xstrdup(sqlite3_errmsg(store->db));
    good = good && strcmp(text, "ok") == 0;
    if (!good)
        diag_error(diag, "%s: %s", sqlite3_db_filename(store->db, "main"), text);
    free(text);
    sqlite3_finalize(statement);
    return good;
}

#else

/* Built without SQLite: nothing is kept, and nothing can be opened. */

static bool refuse(Diag *diag)
{
    return diag_error(diag, "this build cannot keep matches: it was made without SQLite");
}

bool store_is_built(void) { return false; }

Store *store_open(const char *path, StoreMode mode, Diag *diag)
{
    (void)path, (void)mode;
    refuse(diag);
    return NULL;
}

void store_close(Store *store) { (void)store; }

const char *store_settings(const Store *store)
{
    (void)store;
    return "";
}

bool store_set_settings(Store *store, const char *settings, Diag *diag)
{
    (void)store, (void)settings;
    return refuse(diag);
}

bool store_add(Store *store, const PlayedGame *played, const GameOps *game, Diag *diag)
{
    (void)store, (void)played, (void)game;
    return refuse(diag);
}

bool store_each(Store *store, const GameOps *game, bool moves,
                bool (*visit)(void *context, const PlayedGame *played), void *context, Diag *diag)
{
    (void)store, (void)game, (void)moves, (void)visit, (void)context;
    return refuse(diag);
}

bool store_check(Store *store, Diag *diag)
{
    (void)store;
    return refuse(diag);
}

#endif
