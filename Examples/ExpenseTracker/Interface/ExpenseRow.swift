// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A row of a list of expenses.
struct ExpenseRow: Equatable {
    /// The number, day, amount, category and title.
    let fields: [String]

    init(_ expense: Expense, _ money: Money) {
        fields = [
            "#\(expense.id ?? 0)",
            DateText.day(expense.date),
            (expense.type == .income ? "+" : "") + money.text(expense.amount),
            expense.category?.description ?? "No category",
            expense.title.printable,
        ]
    }

    /// Returns the rows as lines with aligned columns; amounts are aligned to the right.
    static func lines(_ rows: [ExpenseRow]) -> [String] {
        let widths = (0..<4).map { field in rows.map { $0.fields[field].count }.max() ?? 0 }
        return rows.map { row in
            let columns = (0..<4).map { field -> String in
                let text = row.fields[field]
                let padding = String(repeating: " ", count: widths[field] - text.count)
                return field == 2 ? padding + text : text + padding
            }
            return (columns + [row.fields[4]]).joined(separator: "  ")
        }
    }
}
