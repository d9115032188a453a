// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import Testing

@testable import OpenHealthStore

/// Tests of quotas, kept responses and decisions in stores that have earlier names for them.
@Suite struct DecisionMigrationTests {
    private static let app = "org.example.app"
    private static let request = UUID()

    /// Returns a store whose tables had version 34.
    private func store() throws -> HealthDatabase {
        let queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue, upTo: SchemaV34.identifier)
        try queue.write { db in
            try db.execute(
                sql: "INSERT INTO app (identifier, name, added) VALUES (?, 'App', 0)", arguments: [Self.app])
            let app = db.lastInsertedRowID
            for (name, value) in ["keptAnswers": 7, "keptAnswerBytes": 8, "webhooks": 9] {
                try db.execute(sql: "INSERT INTO app_quota VALUES (?, ?, ?)", arguments: [app, name, value])
            }
            try db.execute(
                sql: """
                    INSERT INTO idempotency (app, key, request, status, answer, created)
                    VALUES (?, 'key', x'01', 201, x'020304', 100)
                    """, arguments: [app])
            try db.execute(
                sql: """
                    INSERT INTO authorization_request (id, app, share, read, created, answered)
                    VALUES (?, ?, '[]', '[]', 5, 6)
                    """, arguments: [Self.request.bytes, app])
            try db.execute(
                sql: """
                    INSERT INTO receiver_host (app, host, state, asked, answered)
                    VALUES (?, 'example.org:443', 1, 3, 4)
                    """, arguments: [app])
        }
        return try StoreMigration.$keepsCopy.withValue(false) {
            try HealthDatabase(url: URL(fileURLWithPath: ":memory:"), pool: queue)
        }
    }

    @Test func quotasKeepTheirLimits() throws {
        let quotas = try store().apps.quotas.all(of: Self.app, at: Date(timeIntervalSince1970: 100))
        let limits = Dictionary(uniqueKeysWithValues: quotas.map { ($0.quota, $0.limit) })
        #expect(limits[.keptResponses] == 7 && limits[.keptResponseBytes] == 8 && limits[.webhooks] == 9)
        let used = Dictionary(uniqueKeysWithValues: quotas.map { ($0.quota, $0.used) })
        #expect(used[.keptResponses] == 1 && used[.keptResponseBytes] == 3)
    }

    @Test func decisionsKeepTheirDates() throws {
        let store = try store()
        #expect(try store.requests.request(Self.request)?.decided == Date(timeIntervalSince1970: 6))
        #expect(try store.webhooks.hosts().map(\.decided) == [Date(timeIntervalSince1970: 4)])
    }
}
