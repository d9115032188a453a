// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The location of the database.
enum ExpenseFile {
    /// `$EXPENSES` if it is set; otherwise `expense-tracker/expenses.db` in the folder for the person's data.
    static var url: URL {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["EXPENSES"], !path.isEmpty { return URL(fileURLWithPath: path) }
        let data: URL
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            data = URL(fileURLWithPath: path)
        } else {
            data = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        }
        return data.appending(path: "expense-tracker/expenses.db")
    }
}
