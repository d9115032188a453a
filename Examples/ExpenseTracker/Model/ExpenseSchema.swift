// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables. A step that has been released is never changed: later ones come after it.
enum ExpenseSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("expenses") { db in
            try db.create(table: "expense") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
                // A decimal number in text: a binary fraction could not keep every cent.
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
