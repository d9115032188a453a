// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error in a command, in the input or in the database file.
enum ExpenseError: LocalizedError, Equatable {
    case badAmount(String, digits: Int)
    case badTitle
    case badDate(String)
    case unknownCategory(String)
    case unknownID(String)
    case nothingToChange
    case usage(String)
    case newerDatabase(String)
    case unreadable
    case cannotOpen(String, cause: String)

    var errorDescription: String? {
        switch self {
        case .badAmount(let text, 0):
            "\"\(text.printable)\" is not an amount: type a whole number above zero, as 12"
        case .badAmount(let text, let digits):
            "\"\(text.printable)\" is not an amount: type a number above zero with at most \(digits) decimals, as 12.50"
        case .badTitle:
            "a title has 1 to \(TitleText.limit) characters, and no control characters"
        case .badDate(let text):
            "\"\(text.printable)\" is not a date: type it as 2026-03-01 or 2026-03-01T18:30"
        case .unknownCategory(let text):
            "there is no category \"\(text.printable)\": there are "
                + ExpenseCategory.allCases.map(\.name).joined(separator: ", ")
        case .unknownID(let text):
            "there is no expense \(text.printable): the list shows the number of each"
        case .nothingToChange:
            "say what to change: --amount, --title, --category, --income, --outcome or --date"
        case .usage(let text):
            "\(text.printable); help shows the commands"
        case .newerDatabase(let path):
            "\(path.printable) was written by a newer version of this program"
        case .unreadable:
            "the database has an expense that this program cannot read"
        case .cannotOpen(let path, let cause):
            "cannot open \(path.printable), which EXPENSES can name: \(cause.printable)"
        }
    }
}
