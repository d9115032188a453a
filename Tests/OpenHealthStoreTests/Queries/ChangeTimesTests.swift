// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the times at which changes are received.
@Suite struct ChangeTimesTests {
    @Test func everyWriteHasTheTimeAtWhichItWasReceived() throws {
        let store = try ScratchStore()
        let before = Date()
        // A first write has the places 1 to 3, and a second one 4.
        try store.database.save((0..<3).map { MadeSamples.steps(1, from: Double($0) * 60) }, source: MadeSamples.app)
        try store.database.save([MadeSamples.steps(2, from: 100_000)], source: MadeSamples.app)
        let (firsts, received) = try store.database.read { db in
            (
                try Int64.fetchAll(db, sql: "SELECT first FROM change_time ORDER BY first"),
                try (1...5).compactMap { try ChangeTimes.received(db, $0) }
            )
        }
        #expect(firsts == [1, 4] && received.count == 5)
        for time in received { #expect(time > before - 2 && time < Date() + 2) }
    }

    @Test func placesAreFoundByTheirTimes() throws {
        let store = try ScratchStore()
        for day in 0..<4 {
            try store.database.save([MadeSamples.steps(1, from: Double(day) * 86_400)], source: MadeSamples.app)
        }
        try store.database.write { db in try db.execute(sql: "UPDATE change_time SET received = first * 10") }
        try store.database.read { (db) throws -> Void in
            func places(_ range: ClosedRange<Double>) throws -> [ClosedRange<Int64>] {
                try ChangeTimes.places(db) { range.contains($0.timeIntervalSince1970) }
            }
            #expect(try places(20...30) == [2...3])
            #expect(try places(10...10) == [1...1])
            #expect(try places(40...90) == [4...Int64.max])
            #expect(try places(0...9) == [])
            #expect(
                try ChangeTimes.places(db) { [10, 40].contains($0.timeIntervalSince1970) } == [1...1, 4...Int64.max])
            #expect(try ChangeTimes.received(db, 3) == Date(timeIntervalSince1970: 30))
            // Types without such changes are not read.
            let parts = [HKQuantityType(.stepCount), HKQuantityType(.heartRate)].map { SampleQuery.Part($0) }
            #expect(try ChangeTimes.narrowed(db, parts, to: [2...3]).map(\.type) == [HKQuantityType(.stepCount)])
            #expect(try ChangeTimes.narrowed(db, parts, to: []).isEmpty)
        }
    }

    @Test func timesAreFoundByTheKey() throws {
        let store = try ScratchStore()
        let plan = try store.database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + ChangeTimes.timeOfPlace, arguments: [1]).map { row in
                try row.decode(String.self, forColumn: "detail")
            }
        }
        #expect(plan == ["SEARCH change_time USING INTEGER PRIMARY KEY (rowid<?)"])
    }
}
