// SPDX-License-Identifier: Apache-2.0
// SQLite's settings of a connection. Swift cannot call functions with any number of arguments.
#pragma once
#include <sqlite3.h>
// Refuses statements that write into the schema or internal tables, and functions with effects in the schema of a file.
static inline int ohk_guard_connection(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0) : code;
}
