/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_DB_H
#define TENUKI_BASE_DB_H

/* Results in a file that survives a kill at any moment: SQLite with a write-ahead log that is on
 * the disk before a call returns. Builds without SQLite open nothing and say so. */

#include "base/report.h"

typedef struct Db Db;

typedef struct {
    int32_t application; /* tells our kinds of files apart, and from other people's */
    const char *what;    /* in messages: "tuning" */
    const char *schema;  /* SQL that makes the tables of a new file */
} DbKind;

typedef enum {
    DB_WRITE, /* a new file, or one of this kind; one process at a time */
    DB_READ,  /* there must be one */
    DB_LOOK,  /* the same, but a file that was killed before it got its tables is no error */
} DbMode;

/* The whole file is looked through first. NULL, with the reason, when it is damaged, of another
 * kind, or being written by somebody else. */
Db *db_open(const char *path, DbMode mode, const DbKind *kind, Diag *diag);
void db_close(Db *db);
/* The `application` of the file's kind; 0 when it cannot be read or has none yet. */
int32_t db_application(const char *path);

/* SQL without an answer; several statements may follow each other. */
bool db_run(Db *db, const char *sql, Diag *diag);

/* One statement with its parameters, numbered from 1, and its rows:
 *
 *   DbQuery *query = db_query(db, "SELECT a FROM t WHERE b = ?", diag);
 *   db_bind_int(query, 1, 7);
 *   while (db_next(query, diag)) ... db_int(query, 0) ...
 *   good = db_end(query);
 *
 * db_next is false at the end and after an error; db_end tells which it was. */
typedef struct DbQuery DbQuery;

DbQuery *db_query(Db *db, const char *sql, Diag *diag);
void db_bind_int(DbQuery *query, int number, int64_t value);
void db_bind_real(DbQuery *query, int number, double value);
void db_bind_text(DbQuery *query, int number, const char *value);
bool db_next(DbQuery *query, Diag *diag);
int64_t db_int(DbQuery *query, int column);
double db_real(DbQuery *query, int column);
const char *db_text(DbQuery *query, int column); /* until the next row; "" for none */
bool db_end(DbQuery *query);

#endif
