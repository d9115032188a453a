// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables. Released migrations never change; new ones are appended.
enum ExpenseSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("expenses") { db in
            try db.create(table: "expense") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
                // A decimal number as text: a binary fraction cannot represent every cent.
                table.column("amount", .text).notNull()
                table.column("type", .integer).notNull()
                table.column("_category", .integer)
                table.column("date", .datetime).notNull()
            }
            try db.create(index: "expense_date", on: "expense", columns: ["date"])
            try db.create(index: "expense_category_date", on: "expense", columns: ["_category", "date"])
        }
        return migrator
    }
}
