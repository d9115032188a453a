// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthSQLite
import GRDB

extension Configuration {
    /// Returns a configuration for files that others may have written.
    ///
    /// Views, triggers, indices and constraints of the file cannot call functions with effects (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`), and no
    /// statement writes into the schema or into internal tables (`SQLITE_DBCONFIG_DEFENSIVE`).
    package static func guarded() -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            guard let connection = db.sqliteConnection else { return }
            let code = ohk_guard_connection(connection)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
        return configuration
    }
}
