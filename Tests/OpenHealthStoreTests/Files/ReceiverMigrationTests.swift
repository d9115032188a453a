// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import Testing

@testable import OpenHealthStore

/// Tests of webhooks in stores that were created before the table of receiver hosts.
@Suite struct ReceiverMigrationTests {
    @Test func `receivers of older stores wait for the owner`() throws {
        let queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue, upTo: SchemaV5.identifier)
        let urls = [
            "https://Steps.Example.org/a?b", "https://steps.example.org:443/c", "http://[::1]:9/", "nonsense",
            "https://steps.example.org:8443/",
        ]
        try queue.write { db in
            try db.execute(sql: "INSERT INTO app (identifier, name, added) VALUES ('org.example.app', 'App', 0)")
            let app = db.lastInsertedRowID
            for (number, url) in urls.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO webhook (id, app, url, secret, types, frequency, anchor, created)
                        VALUES (?, ?, ?, x'00', '[]', 1, 0, ?)
                        """, arguments: [Data(repeating: UInt8(number), count: 16), app, url, number])
            }
        }
        let store = try HealthDatabase(url: URL(fileURLWithPath: ":memory:"), pool: queue)
        let hosts = try store.webhooks.hosts()
        #expect(hosts.map(\.host) == ["steps.example.org:443", "[::1]:9", "steps.example.org:8443"])
        #expect(hosts.allSatisfy { $0.decision == .waiting && !$0.isLocal && $0.decided == nil })
        #expect(try store.webhooks.all().allSatisfy { $0.decision == .waiting })
        // A decision applies to all addresses with the same host and port.
        try store.webhooks.decide(
            .approved, about: "steps.example.org:443", of: "org.example.app", at: Date(timeIntervalSince1970: 5))
        #expect(try store.webhooks.all().map(\.decision) == [.approved, .approved, .waiting, .waiting, .waiting])
        let error = #expect(throws: StoreError.self) {
            try store.webhooks.decide(.approved, about: "other.example.org:443", of: "org.example.app", at: Date())
        }
        #expect(error?.code == .notFound)
    }

    @Test(
        arguments: [
            ("https://example.org", "example.org:443"), ("https://EXAMPLE.org./x", "example.org:443"),
            ("http://localhost/", "localhost:80"), ("https://[FD00::1]:8443/", "[fd00::1]:8443"), ("https:///x", nil),
            ("ftp://example.org/", nil), ("https://example.org:0/", nil), ("", nil),
        ] as [(String, String?)])
    func `hosts are normalised with their port`(_ url: String, _ name: String?) {
        #expect(ReceiverHost.name(of: url) == name)
    }
}
