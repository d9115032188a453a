// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthKitCombine

/// The expenses in a database file.
struct ExpenseBook: Sendable {
    private let database: DatabaseQueue

    /// Opens the file, and creates it if needed.
    init(at url: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            var configuration = Configuration()
            // Another process may be writing at the moment.
            configuration.busyMode = .timeout(5)
            database = try DatabaseQueue(path: url.path, configuration: configuration)
            let migrator = ExpenseSchema.migrator
            guard try !database.read(migrator.hasBeenSuperseded) else { throw ExpenseError.newerDatabase(url.path) }
            try migrator.migrate(database)
        } catch let error as ExpenseError {
            throw error
        } catch {
            let cause = (error as? DatabaseError)?.message ?? error.localizedDescription
            throw ExpenseError.cannotOpen(url.path, cause: cause)
        }
    }

    /// Returns a live query of the expenses with a category's number, or of all expenses if it is negative, newest first.
    func entries(inCategory number: Int) -> LiveQuery<[Expense]> {
        LiveQuery(in: database, scheduling: .immediate) { db in
            try Self.fetch(number, db)
        }
    }

    /// Returns the current expenses with a category's number, or all expenses if it is negative, newest first.
    func currentEntries(inCategory number: Int) throws -> [Expense] {
        try database.read { db in try Self.fetch(number, db) }
    }

    func add(_ expense: Expense) throws -> Expense {
        try database.write { db in
            var expense = expense
            try expense.insert(db)
            return expense
        }
    }

    func edit(_ id: Int64, _ changes: ExpenseChanges) throws -> Expense {
        try database.write { db in
            guard var expense = try Expense.fetchOne(db, key: id) else { throw ExpenseError.unknownID(String(id)) }
            changes.apply(to: &expense)
            try expense.update(db)
            return expense
        }
    }

    func delete(_ id: Int64) throws -> Expense {
        try database.write { db in
            guard let expense = try Expense.fetchOne(db, key: id) else { throw ExpenseError.unknownID(String(id)) }
            try expense.delete(db)
            return expense
        }
    }

    /// Updates the live queries, which do not observe changes by other processes.
    func refresh() throws {
        try database.write { db in try db.notifyChanges(in: .fullDatabase) }
    }

    private static func fetch(_ number: Int, _ db: Database) throws -> [Expense] {
        var request = Expense.order(Expense.Columns.date.desc, Expense.Columns.id.desc)
        if number >= 0 { request = request.filter(Expense.Columns.category == number) }
        do {
            return try request.fetchAll(db)
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw ExpenseError.unreadable
        }
    }
}
