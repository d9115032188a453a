// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fields of an expense that the person has typed: all fields of a new expense, or the changed fields of an existing one.
struct ExpenseChanges: Equatable {
    var title: String?
    var amount: Decimal?
    var type: ExpenseType?
    var date: Date?

    /// `nil` does not change the category, `.some(nil)` removes it.
    var category: ExpenseCategory??

    var isEmpty: Bool { self == ExpenseChanges() }

    func apply(to expense: inout Expense) {
        if let title { expense.title = title }
        if let amount { expense.amount = amount }
        if let type { expense.type = type }
        if let date { expense.date = date }
        if let category { expense.category = category }
    }
}
