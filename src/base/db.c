/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/db.h"

#ifdef HAVE_SQLITE

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { BUSY_MS = 5000 };

struct Db {
    sqlite3 *handle;
    char *path;
    int lock; /* -1 for a reader */
};

struct DbQuery {
    Db *db;
    sqlite3_stmt *statement;
    bool failed;
};

static bool complain(const Db *db, Diag *diag)
{
    return diag_error(diag, "%s: %s", db->path, sqlite3_errmsg(db->handle));
}

/* ---- Queries ---- */

bool db_run(Db *db, const char *sql, Diag *diag)
{
    return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || complain(db, diag);
}

DbQuery *db_query(Db *db, const char *sql, Diag *diag)
{
    DbQuery *query = xcalloc(1, sizeof *query);
    query->db = db;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &query->statement, NULL) == SQLITE_OK)
        return query;
    complain(db, diag);
    free(query);
    return NULL;
}

void db_bind_int(DbQuery *query, int number, int64_t value)
{
    sqlite3_bind_int64(query->statement, number, value);
}

void db_bind_real(DbQuery *query, int number, double value)
{
    sqlite3_bind_double(query->statement, number, value);
}

void db_bind_text(DbQuery *query, int number, const char *value)
{
    sqlite3_bind_text(query->statement, number, value, -1, SQLITE_TRANSIENT);
}

bool db_next(DbQuery *query, Diag *diag)
{
    if (query->failed)
        return false;
    int status = sqlite3_step(query->statement);
    if (status != SQLITE_ROW && status != SQLITE_DONE) {
        query->failed = true;
        complain(query->db, diag);
    }
    return status == SQLITE_ROW;
}

int64_t db_int(DbQuery *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

double db_real(DbQuery *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

const char *db_text(DbQuery *query, int column)
{
    const char *text = (const char *)sqlite3_column_text(query->statement, column);
    return text ? text : "";
}

bool db_end(DbQuery *query)
{
    bool good = !query->failed;
    sqlite3_finalize(query->statement);
    free(query);
    return good;
}

/* ---- Opening ---- */

/* Another kind of lock than SQLite's own, which stay as they are as long as this descriptor is
 * closed after SQLite's. */
static bool take_lock(Db *db, const DbKind *kind, Diag *diag)
{
    db->lock = open(db->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (db->lock < 0)
        return diag_error(diag, "%s: %s", db->path, strerror(errno));
    return flock(db->lock, LOCK_EX | LOCK_NB) == 0
        || diag_error(diag, "%s: another %s is using it", db->path, kind->what);
}

static bool read_int(Db *db, const char *sql, int64_t *value, Diag *diag)
{
    DbQuery *query = db_query(db, sql, diag);
    if (!query)
        return false;
    if (db_next(query, diag))
        *value = db_int(query, 0);
    return db_end(query);
}

static bool is_sound(Db *db, Diag *diag)
{
    DbQuery *query = db_query(db, "PRAGMA integrity_check", diag);
    if (!query)
        return false;
    bool sound = db_next(query, diag) && strcmp(db_text(query, 0), "ok") == 0;
    if (!sound)
        diag_error(diag, "%s: damaged: %s", db->path, db_text(query, 0));
    return db_end(query) && sound;
}

/* A new file gets its tables in one transaction: it has all of them or none. */
static bool prepare(Db *db, DbMode mode, const DbKind *kind, Diag *diag)
{
    int64_t application = 0, tables = 0;
    sqlite3_busy_timeout(db->handle, BUSY_MS);
    if (!read_int(db, "PRAGMA application_id", &application, diag)
        || !read_int(db, "SELECT count(*) FROM sqlite_master", &tables, diag))
        return false;
    if (application != kind->application && (tables > 0 || mode == DB_READ))
        return diag_error(diag, "%s: no %s of tenuki is in this file", db->path, kind->what);
    if (!is_sound(db, diag))
        return false;
    if (mode != DB_WRITE)
        return true;
    if (!db_run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", diag))
        return false;
    if (application == kind->application)
        return true;
    Text text = TEXT_EMPTY;
    text_printf(&text, "BEGIN; PRAGMA application_id=%d; %s COMMIT", kind->application,
                kind->schema);
    bool good = db_run(db, text_cstr(&text), diag);
    text_free(&text);
    return good;
}

Db *db_open(const char *path, DbMode mode, const DbKind *kind, Diag *diag)
{
    Db *db = xcalloc(1, sizeof *db);
    db->path = xstrdup(path);
    db->lock = -1;
    bool good = mode != DB_WRITE || take_lock(db, kind, diag);
    if (good) {
        /* After a kill even a reader has something to write: what the log still holds. */
        int status = sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE, NULL);
        good = status == SQLITE_OK || diag_error(diag, "%s: %s", path, sqlite3_errstr(status));
    }
    if (good && prepare(db, mode, kind, diag))
        return db;
    db_close(db);
    return NULL;
}

int32_t db_application(const char *path)
{
    Db db = {.path = xstrdup(path), .lock = -1};
    Diag unused;
    int64_t application = 0;
    diag_clear(&unused);
    if (sqlite3_open_v2(path, &db.handle, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(db.handle, BUSY_MS);
        read_int(&db, "PRAGMA application_id", &application, &unused);
    }
    sqlite3_close(db.handle);
    free(db.path);
    return (int32_t)application;
}

void db_close(Db *db)
{
    if (!db)
        return;
    sqlite3_close(db->handle);
    if (db->lock >= 0)
        close(db->lock);
    free(db->path);
    free(db);
}

#else

/* Nothing can be opened, so nothing else is ever called. */

Db *db_open(const char *path, DbMode mode, const DbKind *kind, Diag *diag)
{
    (void)mode;
    diag_error(diag, "%s: a %s cannot be kept: this build was made without SQLite", path,
               kind->what);
    return NULL;
}

int32_t db_application(const char *path) { return (void)path, 0; }
void db_close(Db *db) { (void)db; }

bool db_run(Db *db, const char *sql, Diag *diag)
{
    (void)db, (void)diag;
    BUG("no database for %s", sql);
}

DbQuery *db_query(Db *db, const char *sql, Diag *diag)
{
    (void)db, (void)diag;
    BUG("no database for %s", sql);
}

void db_bind_int(DbQuery *query, int number, int64_t value)
{
    (void)query, (void)value;
    BUG("no query for parameter %d", number);
}

void db_bind_real(DbQuery *query, int number, double value)
{
    (void)query, (void)value;
    BUG("no query for parameter %d", number);
}

void db_bind_text(DbQuery *query, int number, const char *value)
{
    (void)query, (void)value;
    BUG("no query for parameter %d", number);
}

bool db_next(DbQuery *query, Diag *diag)
{
    (void)query, (void)diag;
    BUG("no query");
}

int64_t db_int(DbQuery *query, int column)
{
    (void)query;
    BUG("no query for column %d", column);
}

double db_real(DbQuery *query, int column)
{
    (void)query;
    BUG("no query for column %d", column);
}

const char *db_text(DbQuery *query, int column)
{
    (void)query;
    BUG("no query for column %d", column);
}

bool db_end(DbQuery *query)
{
    (void)query;
    BUG("no query");
}

#endif
