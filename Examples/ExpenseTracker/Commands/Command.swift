// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command, from the program's arguments or from a line typed while it runs.
enum Command: Equatable {
    case watch
    case list(ExpenseCategory?)
    case add(ExpenseChanges)
    case edit(String, ExpenseChanges)
    case delete(String)
    case category(ExpenseCategory?)
    case refresh
    case help
    case quit

    static let summary = """
        add AMOUNT TITLE [--category NAME] [--income] [--date DATE]
        edit NUMBER [--amount AMOUNT] [--title TITLE] [--category NAME] [--income | --outcome] [--date DATE]
        delete NUMBER
        list [NAME]        what there is, newest first
        category [NAME]    while it runs: shows one category, or all; so does the tab key
        refresh            while it runs: reads what other programs have written
        help
        quit               while it runs
        categories: \(ExpenseCategory.allCases.map(\.name).joined(separator: ", ")); none for no category
        """

    /// Parses words that a shell has split.
    init(_ words: [String], money: Money) throws {
        let rest = Array(words.dropFirst())
        switch words.first {
        case nil, "watch": self = .watch
        case "list": self = .list(try Self.shownCategory(rest))
        case "add": self = .add(try Self.newExpense(Arguments(rest), money))
        case "edit":
            let arguments = try Arguments(rest)
            guard let number = arguments.words.first, arguments.words.count == 1 else {
                throw ExpenseError.usage("edit takes the number of an expense")
            }
            let changes = try Self.changes(arguments, money)
            guard !changes.isEmpty else { throw ExpenseError.nothingToChange }
            self = .edit(number, changes)
        case "delete":
            guard rest.count == 1 else { throw ExpenseError.usage("delete takes the number of an expense") }
            self = .delete(rest[0])
        case "category": self = .category(try Self.shownCategory(rest))
        case "refresh": self = .refresh
        case "help", "--help", "-h": self = .help
        case "quit": self = .quit
        case let other?: throw ExpenseError.usage("there is no command \"\(other)\"")
        }
    }

    private static func shownCategory(_ words: [String]) throws -> ExpenseCategory? {
        guard words.count <= 1 else { throw ExpenseError.usage("name one category") }
        guard let name = words.first, name != "all" else { return nil }
        guard let category = ExpenseCategory(name: name) else { throw ExpenseError.unknownCategory(name) }
        return category
    }

    private static func newExpense(_ arguments: Arguments, _ money: Money) throws -> ExpenseChanges {
        guard arguments.words.count > 1 else { throw ExpenseError.usage("add takes an amount and a title") }
        var changes = try changes(arguments, money)
        guard changes.amount == nil, changes.title == nil else {
            throw ExpenseError.usage("add takes the amount and the title without options before them")
        }
        changes.amount = try money.amount(arguments.words[0])
        changes.title = try TitleText.parse(arguments.words.dropFirst().joined(separator: " "))
        return changes
    }

    private static func changes(_ arguments: Arguments, _ money: Money) throws -> ExpenseChanges {
        var changes = ExpenseChanges()
        changes.amount = try arguments.value("--amount").map(money.amount)
        changes.title = try arguments.value("--title").map(TitleText.parse)
        changes.date = try arguments.value("--date").map(DateText.parse)
        if arguments.has("--income") { changes.type = .income }
        if arguments.has("--outcome") { changes.type = .outcome }
        if let name = arguments.value("--category") {
            guard name != "none" else {
                changes.category = .some(nil)
                return changes
            }
            guard let category = ExpenseCategory(name: name) else { throw ExpenseError.unknownCategory(name) }
            changes.category = category
        }
        return changes
    }
}
