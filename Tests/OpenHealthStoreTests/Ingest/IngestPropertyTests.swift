// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Compares imports of random files with a minimal model of an import.
@Suite struct IngestPropertyTests {
    /// The properties of a record that these tests vary.
    private struct Fact: Hashable {
        var type: Int
        var source: Int
        var metadata: Int
        var start: Int
        var length: Int
        var value: Int
    }

    private static let types = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierFlightsClimbed", "HKMadeUpTypeIdentifierThing",
    ]

    private static func random(_ generator: inout SeededGenerator, count: Int) -> [Fact] {
        // Few possible values, so that every kind of coincidence occurs.
        (0..<count).map { _ in
            Fact(
                type: Int.random(in: 0..<3, using: &generator), source: Int.random(in: 0..<2, using: &generator),
                metadata: Int.random(in: 0..<3, using: &generator), start: Int.random(in: 0..<12, using: &generator),
                length: Int.random(in: 0..<2, using: &generator), value: Int.random(in: 0..<2, using: &generator))
        }
    }

    private static func batches(_ facts: [Fact], size: Int) -> [SampleBatch] {
        var batches: [SampleBatch] = []
        for start in stride(from: 0, to: max(1, facts.count), by: size) {
            var batch = SampleBatch()
            if start == 0 {
                batch.newTypes = types
                batch.newProvenances = (0..<2).map { ProvenanceData(sourceName: "Source \($0)", unit: "count") }
                batch.newMetadata = (1..<3).map { [MetadataPair(key: "key", value: "\($0)")] }
            }
            batch.rows = facts[start..<min(facts.count, start + size)].map { fact in
                SampleRow(
                    type: Int32(fact.type), provenance: Int32(fact.source), metadata: Int32(fact.metadata - 1),
                    start: Double(fact.start), end: Double(fact.start + fact.length), value: Double(fact.value))
            }
            batches.append(batch)
        }
        return batches
    }

    @Test(arguments: UInt64(1)...30)
    func theStoreHasTheLargestCountOfEachRecord(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try ScratchStore()
        var expected: [Fact: Int] = [:]
        for _ in 0..<6 {
            var facts = Self.random(&generator, count: Int.random(in: 0..<120, using: &generator))
            if Bool.random(using: &generator) { facts.sort { ($0.type, $0.start) < ($1.type, $1.start) } }
            var inFile: [Fact: Int] = [:]
            for fact in facts { inFile[fact, default: 0] += 1 }
            var added = 0
            for (fact, count) in inFile {
                let before = expected[fact, default: 0]
                added += max(0, count - before)
                expected[fact] = max(before, count)
            }
            let size = [1, 3, 17, 500].randomElement(using: &generator) ?? 1
            let receipt = try store.importBatches(Self.batches(facts, size: size))
            #expect(receipt.records.added == added)
            #expect(receipt.records.read == facts.count)
            #expect(receipt.records.alreadyPresent == facts.count - added)
        }
        #expect(try store.count("SELECT count(*) FROM sample") == expected.values.reduce(0, +))
        for (fact, count) in expected {
            let found = try store.count(
                """
                SELECT count(*) FROM sample AS s JOIN sample_type AS t ON t.id = s.type
                JOIN provenance AS p ON p.id = s.provenance JOIN source AS o ON o.id = p.source
                LEFT JOIN metadata AS m ON m.id = s.metadata
                WHERE t.identifier = ? AND o.name = ? AND coalesce(m.entries, '') = ? AND s.start = ?
                AND coalesce(s.end, s.start) = ? AND s.value = ?
                """,
                [
                    Self.types[fact.type], "Source \(fact.source)",
                    fact.metadata == 0 ? "" : "{\"key\":\"\(fact.metadata)\"}", fact.start, fact.start + fact.length,
                    fact.value,
                ])
            #expect(found == count)
        }
        try store.expectNoFaults()
    }

    @Test func aFailingSourceLeavesTheStoreUnchanged() throws {
        var generator = SeededGenerator(seed: 7)
        let store = try ScratchStore()
        try store.importBatches(Self.batches(Self.random(&generator, count: 50), size: 20))
        let before = try store.count("SELECT count(*) FROM sample")
        let more = Self.batches(Self.random(&generator, count: 5000), size: 100)
        #expect(throws: FailingSource.Failure.self) {
            try store.database.ingest(FailingSource(after: more), options: .init(file: "failing"))
        }
        #expect(try store.count("SELECT count(*) FROM sample") == before)
        #expect(try store.count("SELECT count(*) FROM import") == 1)
        try store.expectNoFaults()
    }
}
