// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

extension DatabaseError {
    /// Creates the error of a failed step.
    /// - Parameters:
    ///   - code: The result code of the step.
    ///   - statement: The statement.
    init(_ code: Int32, of statement: OpaquePointer) {
        self.init(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
    }
}
