// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization
import Testing

/// Samples that are read many at a time, and by several connections.
@Suite struct SampleBlockTests {
    /// The facts of a sample that blocks have.
    private struct Facts: Equatable {
        var uuid: UUID
        var start: Double
        var end: Double
        /// The bits, since NaN equals nothing.
        var value: UInt64
        var text: String?
        var provenance: Int64
        var metadata: Int64
        var id: Int64?
        var lag: Int64?
        var detail: String?
    }

    private static func single(_ contents: StoreContents, hasAllColumns: Bool) throws -> [Facts] {
        var facts: [Facts] = []
        for type in contents.types {
            try contents.forEach(type) { sample in
                facts.append(
                    Facts(
                        uuid: try contents.uuid(sample), start: sample.start, end: sample.end,
                        value: sample.value.bitPattern, text: sample.text, provenance: sample.provenance,
                        metadata: sample.metadata, id: hasAllColumns ? sample.id : nil,
                        lag: hasAllColumns ? sample.lag : nil, detail: hasAllColumns ? sample.saved?.detail : nil))
            }
        }
        return facts
    }

    private static func blocks(_ contents: StoreContents, hasAllColumns: Bool = false) throws -> [Facts] {
        var facts: [Facts] = []
        for type in contents.types {
            try contents.forEachBlock(type, hasAllColumns: hasAllColumns) { block in
                #expect(block.count > 0 && block.count <= SampleBlock.capacity)
                #expect(block.ids.count == (hasAllColumns ? block.count : 0))
                #expect(block.lags.count == block.ids.count)
                let details = Dictionary(uniqueKeysWithValues: block.details.map { ($0.row, $0.text) })
                let texts = Dictionary(uniqueKeysWithValues: block.texts.map { ($0.row, $0.text) })
                for row in 0..<block.count {
                    let bytes = Array(block.uuids[row * 16..<row * 16 + 16])
                    facts.append(
                        Facts(
                            uuid: UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }),
                            start: block.starts[row], end: block.ends[row], value: block.values[row].bitPattern,
                            text: texts[row], provenance: block.provenances[row], metadata: block.metadata[row],
                            id: hasAllColumns ? block.ids[row] : nil,
                            lag: hasAllColumns && block.lags[row] != SampleBlock.noLag ? block.lags[row] : nil,
                            detail: details[row]))
                }
            }
        }
        return facts
    }

    /// Returns the filters that select one property each, and those that know some of the sources and metadata.
    private static func filters(_ whole: [RawSample]) -> [DistinctSampleFilter] {
        func filter(_ change: (inout DistinctSampleFilter) -> Void) -> DistinctSampleFilter {
            var filter = DistinctSampleFilter()
            (filter.provenances, filter.metadata) = (nil, nil)
            (filter.includesLags, filter.includesNumbers) = (false, false)
            (filter.includesTexts, filter.includesDetails) = (false, false)
            change(&filter)
            return filter
        }
        let metadata = Set(whole.map(\.metadata))
        return [
            DistinctSampleFilter(), filter { _ in }, filter { $0.includesLags = true },
            filter { $0.includesNumbers = true }, filter { $0.includesTexts = true },
            filter { $0.includesDetails = true }, filter { $0.provenances = [] }, filter { $0.metadata = [] },
            filter { $0.provenances = Set(whole.prefix(2).map(\.provenance)) },
            filter { $0.metadata = Set(metadata.prefix(2)) },
            // More than are compared.
            filter { $0.metadata = metadata.union((1_000_000..<1_000_100).map { Int64($0) }) },
        ]
    }

    private static func isSelected(_ sample: RawSample, by filter: DistinctSampleFilter) -> Bool {
        if let known = filter.provenances, !known.contains(sample.provenance) { return true }
        if let known = filter.metadata, sample.metadata >= 0,
            !filter.comparesMetadata || !known.contains(sample.metadata)
        {
            return true
        }
        return (filter.includesLags && sample.lag != nil) || (filter.includesNumbers && !sample.value.isNaN)
            || (filter.includesTexts && sample.text != nil)
            || (filter.includesDetails && sample.saved?.detail != nil)
    }

    @Test func filtersSelectSamplesInTheirOrder() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let later = ContentSelection(from: Date(timeIntervalSince1970: 1_600_000_000))
        for selection in [ContentSelection(), later, ContentSelection(sources: ["Journal"])] {
            try StoreContents.read(database, selection) { contents in
                for type in contents.types {
                    var whole: [RawSample] = []
                    try contents.forEach(type) { whole.append($0) }
                    for filter in Self.filters(whole) {
                        for first in [0, 3, 1_000_000] {
                            var found: [Int64] = []
                            try contents.forEachDistinct(type, first: first, filter: { filter }) { found.append($0.id) }
                            let expected = whole.enumerated().filter { index, sample in
                                index < first || Self.isSelected(sample, by: filter)
                            }
                            #expect(found == expected.map(\.element.id), "\(type.identifier)")
                        }
                    }
                }
            }
        }
    }

    @Test func aFilterThatKnowsWhatWasSeenSelectsTheFirstOfEachSource() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        try StoreContents.read(database, ContentSelection()) { contents in
            for type in contents.types {
                var (expected, known): ([Int64], Set<Int64>) = ([], [])
                try contents.forEach(type) { if known.insert($0.provenance).inserted { expected.append($0.id) } }
                var filter = DistinctSampleFilter()
                (filter.metadata, filter.includesLags, filter.includesNumbers) = (nil, false, false)
                (filter.includesTexts, filter.includesDetails) = (false, false)
                var found: [Int64] = []
                try contents.forEachDistinct(type, first: 0, filter: { filter }) {
                    found.append($0.id)
                    filter.provenances?.insert($0.provenance)
                }
                #expect(found == expected, "\(type.identifier)")
            }
        }
    }

    @Test func blocksHaveTheSamplesInTheirOrder() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 20_000)
        var saved = SavedSamples()
        try saved.save(in: database)
        let selections = [
            ContentSelection(), ContentSelection(from: Date(timeIntervalSince1970: 1_600_000_000)),
            ContentSelection(to: Date(timeIntervalSince1970: 0)), ContentSelection(sources: ["Journal"]),
            ContentSelection(sources: ["none"]),
            ContentSelection(types: [HKQuantityTypeIdentifier.heartRate.rawValue]),
        ]
        for selection in selections {
            try StoreContents.read(database, selection) { contents in
                for hasAllColumns in [false, true] {
                    let expected = try Self.single(contents, hasAllColumns: hasAllColumns)
                    #expect(try Self.blocks(contents, hasAllColumns: hasAllColumns) == expected)
                }
            }
        }
    }

    @Test func allReadersSeeTheSameStateWhileOthersWrite() throws {
        let world = try ExportWorld()
        let url = world.file("store.db")
        let (database, writer) = (try HealthDatabase(url: url), try HealthDatabase(url: url))
        @Sendable func save(_ number: Int) throws {
            let date = Date(timeIntervalSince1970: Double(number))
            let sample = HKQuantitySample.stored(
                quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                startDate: date, endDate: date, fields: HKObjectFields(newWith: nil, metadata: [:]))
            try writer.save([(sample, nil)], source: SavedSamples.app("Ana"), now: date)
        }
        try save(0)
        let isDone = Atomic<Bool>(false)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            var number = 1
            while !isDone.load(ordering: .relaxed), number < 20_000 {
                try? save(number)
                number += 1
            }
        }
        for _ in 0..<40 {
            try StoreContents.read(database, ContentSelection(), readers: 3) { contents, readers in
                let count = try Self.blocks(contents).count
                for reader in readers {
                    let others = try reader.read { try (Self.blocks($0).count, $0.types.map(\.count)) }
                    #expect(others.0 == count && others.1 == contents.types.map(\.count))
                }
            }
        }
        isDone.store(true, ordering: .relaxed)
        group.wait()
        // Without writers, there are as many readers as asked for.
        try StoreContents.read(database, ContentSelection(), readers: 3) { _, readers in #expect(readers.count == 3) }
        try StoreContents.read(HealthDatabase.inMemory(), ContentSelection(), readers: 3) { _, readers in
            #expect(readers.isEmpty)
        }
    }
}
