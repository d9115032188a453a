// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The contents of the screen at one moment, as text.
struct Picture: Equatable {
    let title: String
    let total: String
    let rows: [ExpenseRow]
    let tint: TintColor
    let message: String

    init(
        category: ExpenseCategory?, entries: [Expense], total: Decimal, tint: TintColor, message: String, money: Money
    ) {
        title = category?.description ?? "All categories"
        self.total = "Total: " + money.text(total)
        rows = entries.map { ExpenseRow($0, money) }
        self.tint = tint
        self.message = message
    }

    /// The lines to print if no terminal shows the picture.
    var lines: [String] {
        [title, total] + (rows.isEmpty ? ["nothing yet"] : ExpenseRow.lines(rows))
    }
}
