// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import HealthKitCombine

/// Observes the newest row of a table in an app's own database, by live queries and by GRDB's callbacks.
struct DatabaseStreams: StreamSource {
    private(set) var newest = 0
    let name = "a GRDB database"
    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "org.openhealthkit.bench.streams")

    /// Creates a database.
    init(file: URL) throws {
        pool = try DatabasePool(path: file.path)
        try pool.write { db in
            try db.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)")
        }
        try insert()
    }

    mutating func save() async throws { try insert() }

    private mutating func insert() throws {
        newest += 1
        try pool.write { [newest] db in
            try db.execute(sql: "INSERT INTO entry (value) VALUES (?)", arguments: [newest])
        }
    }

    private static func read(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT value FROM entry ORDER BY id DESC LIMIT 1") ?? -1
    }

    func sides(seats: Int) -> [StreamSide] {
        let (callback, sharedCallback) = ("GRDB's callback", "GRDB's callback, shared")
        var sides = [
            StreamSide(name: callback, seats: seats, begin: callbacks),
            StreamSide(name: "LiveQuery", seats: seats, peer: callback) { audience in
                self.subscribe(audience) { self.query }
            },
        ]
        if seats > 1 {
            sides.append(StreamSide(name: sharedCallback, seats: seats, begin: sharedCallbacks))
            sides.append(
                StreamSide(name: "LiveQuery.shared()", seats: seats, peer: sharedCallback) { audience in
                    let shared = self.query.shared()
                    return self.subscribe(audience) { shared }
                })
        }
        return sides
    }

    private var query: LiveQuery<Int> {
        LiveQuery(in: pool, scheduling: .async(onQueue: queue)) { db in try Self.read(db) }
    }

    private func subscribe<P: Publisher>(_ audience: Audience, _ publisher: () -> P) -> () -> Void
    where P.Output == Int {
        let subscriptions = (0..<audience.seats).map { seat in
            publisher().sink(
                receiveCompletion: { _ in }, receiveValue: { number in audience.hear(number, at: seat) })
        }
        return { for subscription in subscriptions { subscription.cancel() } }
    }

    private func callbacks(_ audience: Audience) -> () -> Void {
        let observation = ValueObservation.tracking { db in try Self.read(db) }
        let observers = (0..<audience.seats).map { seat in
            observation.start(
                in: pool, scheduling: .async(onQueue: queue), onError: { _ in },
                onChange: { number in audience.hear(number, at: seat) })
        }
        return { for observer in observers { observer.cancel() } }
    }

    private func sharedCallbacks(_ audience: Audience) -> () -> Void {
        let observation = ValueObservation.tracking { db in try Self.read(db) }
            .shared(in: pool, scheduling: .async(onQueue: queue), extent: .whileObserved)
        let observers = (0..<audience.seats).map { seat in
            observation.start(
                onError: { _ in }, onChange: { number in audience.hear(number, at: seat) })
        }
        return { for observer in observers { observer.cancel() } }
    }
}
