// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthSQLite
import GRDB

extension Configuration {
    /// Returns a configuration for files that others may have written.
    ///
    /// Views, triggers, indices and constraints of the file cannot call functions with effects (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`), and no
    /// statement writes into the schema or into internal tables (`SQLITE_DBCONFIG_DEFENSIVE`). A file whose journal names another file is
    /// refused; see ``JournalCheck``.
    package static func guarded() -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            guard let connection = db.sqliteConnection else { return }
            // SQLite looks for a journal when a connection reads for the first time, which is after this closure.
            if let path = db.filePath { try JournalCheck.run(besideDatabaseAt: path) }
            let code = ohk_guard_connection(connection)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
        return configuration
    }
}

extension Database {
    /// The absolute path of the file without links, from which SQLite makes the paths of the journal and the log; nil for a database in memory.
    var filePath: String? {
        guard let connection = sqliteConnection, let name = sqlite3_db_filename(connection, "main"), name.pointee != 0
        else { return nil }
        return String(cString: name)
    }
}
