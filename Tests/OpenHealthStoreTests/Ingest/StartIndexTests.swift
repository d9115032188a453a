// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that the index of samples with the same start date and the linear search have the same results.
@Suite struct StartIndexTests {
    @Test func `the index and the list find the same samples`() throws {
        let store = try ScratchStore()
        try store.database.write { db in
            let facts = try SharedRows(db)
            let provenances = try ["A", "B"].flatMap { source in
                try ["kg", "lb"].map { try facts.provenance(ProvenanceData(sourceName: source, unit: $0)) }
            }
            var generator = SeededGenerator(seed: 21)
            for _ in 0..<500 { try compare(provenances, facts, &generator) }
        }
    }

    private func compare(_ provenances: [Int64], _ facts: SharedRows, _ generator: inout SeededGenerator) throws {
        func value(_ generator: inout SeededGenerator) -> Double {
            generator.below(4) == 0 ? .nan : 50 + Double(generator.below(40)) / 4
        }
        let rows = (0..<(1 + generator.below(StartGroup.maximumListLength))).map { number in
            let value = value(&generator)
            return StoredRow(
                id: Int64(number + 1), start: Double(generator.below(3)) / 4,
                end: 1 + Double(generator.below(6)) / 4, value: value,
                text: value.isNaN ? UInt64(generator.below(2)) : 0, provenance: provenances[generator.below(4)],
                metadata: Int64(generator.below(2)) - 1, ordinal: Int64(generator.below(3)) - 1)
        }
        var list = try StartGroup(rows, facts)
        var index = try StartIndex(rows, facts)
        var taken: Set<Int64> = []
        for _ in 0..<60 {
            let value = value(&generator)
            let wanted = StartGroup.Wanted(
                end: 1 + Double(generator.below(6)) / 4, value: value,
                text: value.isNaN ? UInt64(generator.below(2)) : 0,
                identity: try facts.identity(ofProvenance: provenances[generator.below(4)]),
                metadata: Int64(generator.below(2)) - 1)
            let slow = try list.best(
                wanted, for: .record, facts, allowed: { !taken.contains($0) }, isSame: { _ in true })
            let fast = try index.best(
                wanted, for: .record, in: rows, facts, allowed: { !taken.contains($0) }, isSame: { _ in true })
            #expect(slow == fast, "\(wanted) in \(rows)")
            for value in [wanted.value, nil] {
                #expect(
                    try list.nextOrdinal(end: wanted.end, value: value, source: wanted.identity.source, facts)
                        == index.nextOrdinal(end: wanted.end, value: value, source: wanted.identity.source))
            }
            if let slow { taken.insert(slow) }
        }
    }
}
