// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a person has typed about an expense: everything of a new one, or what changes in an old one.
struct ExpenseChanges: Equatable {
    var title: String?
    var amount: Decimal?
    var type: ExpenseType?
    var date: Date?

    /// `nil` says nothing about the category, `.some(nil)` takes it away.
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
