// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// An amount of money that was spent or received.
struct Expense: Codable, Equatable, Identifiable, Sendable {
    var id: Int64?
    var title: String

    /// The exact amount, never negative: `type` contains the direction.
    var amount: Decimal
    var type: ExpenseType
    var date: Date

    /// The number of the category, for queries of the database; nil without a category.
    private var _category: Int?

    var category: ExpenseCategory? {
        get { _category.flatMap(ExpenseCategory.init) }
        set { _category = newValue?.rawValue }
    }

    init(title: String, amount: Decimal, type: ExpenseType, category: ExpenseCategory?, date: Date) {
        self.title = title
        self.amount = amount
        self.type = type
        self.date = date
        self._category = category?.rawValue
    }
}

extension Expense: FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "expense"

    enum Columns {
        static let id = Column("id")
        static let date = Column("date")
        static let category = Column("_category")
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }
}
