#ifndef CSQLITE_H
#define CSQLITE_H

#include <stddef.h>
#include <stdint.h>

// What flagserver needs of SQLite, in types of our own: Swift sees the same declarations whether or not the library is
// installed, and without it `csql_version` is NULL and nothing can be opened.

#if defined(__cplusplus)
extern "C" {
#endif

/// An open database; used by one thread at a time.
typedef struct csql_database csql_database;

/// A prepared statement.
typedef struct csql_statement csql_statement;

/// What came of a call.
typedef enum csql_result { csql_done = 0, csql_row = 1, csql_failed = 2 } csql_result;

/// The version of SQLite, or NULL when this was built without it.
const char *csql_version(void);

/// Opens the file at `path`, made when it is not there. NULL when memory is short; else `csql_message` tells what is wrong
/// when `*result` says so.
csql_database *csql_open(const char *path, csql_result *result);

/// Closes; all statements must be finalized.
void csql_close(csql_database *database);

/// Why the last call failed, in the library's words; valid until the next call.
const char *csql_message(csql_database *database);

/// Runs statements that give no rows.
csql_result csql_execute(csql_database *database, const char *sql);

/// Prepares one statement; NULL when it cannot be.
csql_statement *csql_prepare(csql_database *database, const char *sql);

void csql_finalize(csql_statement *statement);

/// Makes the statement ready to run again, without values.
void csql_reset(csql_statement *statement);

/// Values of parameters, numbered from 1; texts and blobs are copied.
void csql_bind_integer(csql_statement *statement, int index, int64_t value);
void csql_bind_text(csql_statement *statement, int index, const char *bytes, size_t count);
void csql_bind_blob(csql_statement *statement, int index, const uint8_t *bytes, size_t count);

/// Runs to the next row or to the end.
csql_result csql_step(csql_statement *statement);

/// The value of a column, numbered from 0, of the current row.
int64_t csql_column_integer(csql_statement *statement, int index);

/// The bytes of a text or blob, valid until the next step; NULL for none.
const uint8_t *csql_column_bytes(csql_statement *statement, int index, size_t *count);

#if defined(__cplusplus)
}
#endif

#endif
