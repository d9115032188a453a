// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStore

/// Tests that the store of the fuzzer names the inputs that break it.
@Suite struct FuzzStoreTests {
    /// An input with a sample.
    private static let sample = FuzzStore.Input(bytes: [1]) { database in
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var builder = PushBuilder(missing: [], now: now)
        builder.addQuantity(
            HKQuantityTypeIdentifier.heartRate.rawValue, value: 60, unit: "count/min",
            PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Watch"), uuid: nil,
                place: "/samples", index: 0))
        return try database.ingest(builder.batch, app: "fuzz", now: now).allSamples.added > 0
    }
    /// An input that the store refuses.
    private static let nothing = FuzzStore.Input(bytes: [2]) { _ in false }

    /// Returns an input that breaks a store.
    /// - Parameter condition: SQL that selects whether it does.
    private static func breaking(where condition: String = "1") -> FuzzStore.Input {
        FuzzStore.Input(bytes: [3]) { database in
            try database.write { db in
                try db.execute(
                    sql: "INSERT INTO sample_uuid (id, uuid, type, start) SELECT 1, x'00', 1, 0 WHERE \(condition)")
            }
            return true
        }
    }

    @Test func `an input that breaks an empty store is named alone`() throws {
        let blame = try FuzzStore.blame([Self.sample, Self.nothing, Self.breaking(), Self.nothing])
        #expect(blame.inputs == [[3]] && !blame.findings.isEmpty)
    }

    @Test func `an input that breaks a store after others is named with them`() throws {
        let breaking = Self.breaking(where: "EXISTS (SELECT 1 FROM sample)")
        let blame = try FuzzStore.blame([Self.nothing, Self.sample, breaking, Self.nothing])
        #expect(blame.inputs == [[2], [1], [3]] && !blame.findings.isEmpty)
    }

    @Test func `no input is named alone if none breaks a store`() throws {
        let blame = try FuzzStore.blame([Self.sample, Self.nothing])
        #expect(blame.inputs == [[1], [2]] && blame.findings.isEmpty)
    }

    @Test func `one of eight inputs is stored, and always the same ones`() {
        var random = SeededGenerator(seed: 41)
        let inputs = (0..<4000).map { _ in (0..<random.below(40)).map { _ in UInt8(random.below(256)) } }
        let stored = inputs.filter(FuzzStoring.some.includes)
        #expect((400...600).contains(stored.count))
        #expect(stored.allSatisfy(FuzzStoring.some.includes))
        #expect(inputs.allSatisfy(FuzzStoring.each.includes))
    }

    @Test func `an empty store for an input has the tables of a new one`() throws {
        let store = try FuzzStore.empty()
        #expect(try store.check().findings == [])
        #expect(try Self.sample.store(store))
        #expect(try store.check().findings == [])
        #expect(try FuzzStore.empty().records(SampleRequest()).isEmpty)
    }
}
