// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthKitCombine
import OpenCombineShim

/// The app's database instead of the article's Realm: a file in a folder that is removed when the tests end.
enum ExpenseDatabase {
    static let shared: DatabasePool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "expenses-\(UUID().uuidString)")
        try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pool = try! DatabasePool(path: folder.appending(path: "expenses.db").path)
        try! pool.write { db in
            try db.create(table: "expense") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("amount", .double).notNull()
                table.column("date", .datetime).notNull()
                table.column("type", .integer).notNull()
                table.column("_category", .integer)
            }
        }
        return pool
    }()
}

/// The API that the article uses from a gist: the objects of a query as a stream of current values.
extension QueryInterfaceRequest where RowDecoder: FetchableRecord & Sendable {
    func asObservableArray() -> AnyPublisher<[RowDecoder], Never> {
        LiveQuery(in: ExpenseDatabase.shared) { db in try self.fetchAll(db) }
            .assertNoFailure()
            .eraseToAnyPublisher()
    }
}
