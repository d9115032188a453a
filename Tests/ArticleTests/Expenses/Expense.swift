// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

enum ExpenseType: Int, Codable {
    case Income
    case Outcome
}

/// A row of the app's table.
struct Expense: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64?
    var amount: Double
    var date: Date
    var type: ExpenseType
    var _category: Int?

    var category: ExpenseCategory? { _category.flatMap(ExpenseCategory.init) }
}
