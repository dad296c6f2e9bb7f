#include "CSQLite.h"

#if defined(FEATURE_FLAGS_SERVER) && __has_include(<sqlite3.h>)

#include <sqlite3.h>

// As in CMicroHTTPD: the Swift driver takes linker arguments from this section.
__attribute__((section(".swift1_autolink_entries"), used, no_sanitize("address"))) static const char link_entry[] = "-lsqlite3";

static sqlite3 *database_of(csql_database *database) { return (sqlite3 *)database; }

static sqlite3_stmt *statement_of(csql_statement *statement) { return (sqlite3_stmt *)statement; }

static csql_result result_of(int code) {
  switch (code) {
    case SQLITE_OK:
    case SQLITE_DONE: return csql_done;
    case SQLITE_ROW: return csql_row;
    default: return csql_failed;
  }
}

const char *csql_version(void) { return sqlite3_libversion(); }

csql_database *csql_open(const char *path, csql_result *result) {
  sqlite3 *database = NULL;
  *result = result_of(
      sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
  return (csql_database *)database;
}

void csql_close(csql_database *database) { sqlite3_close(database_of(database)); }

const char *csql_message(csql_database *database) { return sqlite3_errmsg(database_of(database)); }

csql_result csql_execute(csql_database *database, const char *sql) {
  return result_of(sqlite3_exec(database_of(database), sql, NULL, NULL, NULL));
}

csql_statement *csql_prepare(csql_database *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(database_of(database), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return (csql_statement *)statement;
}

void csql_finalize(csql_statement *statement) { sqlite3_finalize(statement_of(statement)); }

void csql_reset(csql_statement *statement) {
  sqlite3_reset(statement_of(statement));
  sqlite3_clear_bindings(statement_of(statement));
}

void csql_bind_integer(csql_statement *statement, int index, int64_t value) {
  sqlite3_bind_int64(statement_of(statement), index, value);
}

void csql_bind_text(csql_statement *statement, int index, const char *bytes, size_t count) {
  sqlite3_bind_text64(statement_of(statement), index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void csql_bind_blob(csql_statement *statement, int index, const uint8_t *bytes, size_t count) {
  sqlite3_bind_blob64(statement_of(statement), index, bytes ? (const void *)bytes : "", count, SQLITE_TRANSIENT);
}

csql_result csql_step(csql_statement *statement) { return result_of(sqlite3_step(statement_of(statement))); }

int64_t csql_column_integer(csql_statement *statement, int index) {
  return sqlite3_column_int64(statement_of(statement), index);
}

const uint8_t *csql_column_bytes(csql_statement *statement, int index, size_t *count) {
  const uint8_t *bytes = sqlite3_column_blob(statement_of(statement), index);
  *count = (size_t)sqlite3_column_bytes(statement_of(statement), index);
  return bytes;
}

#else  // Without the library: nothing can be opened, so nothing else is ever called.

const char *csql_version(void) { return NULL; }

csql_database *csql_open(const char *path, csql_result *result) {
  (void)path;
  *result = csql_failed;
  return NULL;
}

void csql_close(csql_database *database) { (void)database; }

const char *csql_message(csql_database *database) {
  (void)database;
  return "";
}

csql_result csql_execute(csql_database *database, const char *sql) {
  (void)database;
  (void)sql;
  return csql_failed;
}

csql_statement *csql_prepare(csql_database *database, const char *sql) {
  (void)database;
  (void)sql;
  return NULL;
}

void csql_finalize(csql_statement *statement) { (void)statement; }

void csql_reset(csql_statement *statement) { (void)statement; }

void csql_bind_integer(csql_statement *statement, int index, int64_t value) {
  (void)statement;
  (void)index;
  (void)value;
}

void csql_bind_text(csql_statement *statement, int index, const char *bytes, size_t count) {
  (void)statement;
  (void)index;
  (void)bytes;
  (void)count;
}

void csql_bind_blob(csql_statement *statement, int index, const uint8_t *bytes, size_t count) {
  (void)statement;
  (void)index;
  (void)bytes;
  (void)count;
}

csql_result csql_step(csql_statement *statement) {
  (void)statement;
  return csql_failed;
}

int64_t csql_column_integer(csql_statement *statement, int index) {
  (void)statement;
  (void)index;
  return 0;
}

const uint8_t *csql_column_bytes(csql_statement *statement, int index, size_t *count) {
  (void)statement;
  (void)index;
  *count = 0;
  return NULL;
}

#endif
