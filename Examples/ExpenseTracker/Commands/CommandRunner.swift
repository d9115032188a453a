// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the commands that change the database, and returns a line that describes each change.
struct CommandRunner {
    let book: ExpenseBook
    let money: Money

    func add(_ changes: ExpenseChanges) throws -> String {
        // The command has already checked that a new expense has both.
        var expense = Expense(
            title: changes.title ?? "", amount: changes.amount ?? 0, type: .outcome, category: nil, date: Date())
        changes.apply(to: &expense)
        return "added " + line(try book.add(expense))
    }

    func edit(_ number: String, _ changes: ExpenseChanges) throws -> String {
        "changed " + line(try book.edit(id(number), changes))
    }

    func delete(_ number: String) throws -> String {
        "deleted " + line(try book.delete(id(number)))
    }

    private func line(_ expense: Expense) -> String {
        ExpenseRow(expense, money).fields.joined(separator: "  ")
    }

    private func id(_ text: String) throws -> Int64 {
        guard let id = Int64(text) else { throw ExpenseError.unknownID(text) }
        return id
    }
}
