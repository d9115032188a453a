// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport

/// A person with random samples of several sources. The samples overlap, cross midnight, last for seconds, weeks or no time at
/// all, and lie on both sides of a clock change.
package struct RandomPerson: Sendable {
    /// Time zones that change their clocks by an hour, by half an hour or never, with unusual offsets from UTC.
    package static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns",
        "Pacific/Apia", "UTC",
    ]

    /// The person's time zone.
    package let zone: TimeZone
    /// The range of the start dates of samples, in seconds since 1970.
    package let span: Range<Double>
    /// The duration of the longest sample, in seconds.
    private let longest: Double
    private let seed: UInt64

    /// - Parameters:
    ///   - days: The number of days with start dates of samples, centred on the end of March 2024.
    ///   - longest: The duration of the longest sample, in seconds.
    package init(seed: UInt64, days: Int = 50, longest: Double = 20 * 86_400) {
        self.seed = seed
        self.longest = longest
        zone = TimeZone(identifier: Self.zones[Int(seed % UInt64(Self.zones.count))]) ?? .gmt
        // 2024-03-31T01:00:00Z
        let middle = 1_711_846_800.0
        span = (middle - Double(days) * 43_200)..<(middle + Double(days) * 43_200)
    }

    /// Returns a store with the person's samples.
    /// - Parameters:
    ///   - types: The identifiers of quantity and category types.
    ///   - samples: The maximum number of samples of each type.
    package func store(
        in folder: ServerFolder, types: [String], samples: Int = 40
    ) throws -> HealthDatabase {
        let database = try HealthDatabase(url: folder.url.appendingPathComponent("person-\(seed).db"))
        try add(types: types, samples: samples, to: database)
        return database
    }

    /// Adds samples to a store.
    /// - Parameter round: A number that determines the samples.
    package func add(types: [String], samples: Int = 40, round: UInt64 = 0, to database: HealthDatabase) throws {
        var batch = SampleBatch()
        let sources = ["Watch", "Phone", "App", "Ring"]
        batch.newTypes = types
        for type in types {
            let unit = HealthTypes.named(type)?.canonicalUnit
            batch.newProvenances += sources.map { ProvenanceData(sourceName: $0, unit: unit) }
        }
        for (index, type) in types.enumerated() {
            var generator = SeededGenerator(seed: seed, stream: round, index: UInt64(index))
            for row in rows(of: type, count: 1 + generator.below(samples), &generator) {
                batch.rows.append(
                    SampleRow(
                        type: Int32(index), provenance: Int32(index * sources.count + generator.below(sources.count)),
                        start: row.start, end: row.end, value: row.value))
            }
        }
        _ = try database.ingest(SingleBatch(batch: batch), options: .init(file: "person", timeZone: zone))
    }

    private func rows(
        of type: String, count: Int, _ generator: inout SeededGenerator
    ) -> [(start: Double, end: Double, value: Double)] {
        let description = HealthTypes.named(type)
        let values = description?.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() }
        var rows: [(start: Double, end: Double, value: Double)] = []
        // Samples that are close to each other overlap; samples that are far apart leave days empty.
        var near = time(&generator)
        for _ in 0..<count {
            if let last = rows.last, generator.below(8) == 0 {
                rows.append(last)
                continue
            }
            if generator.below(4) == 0 { near = time(&generator) }
            var start = generator.below(3) == 0 ? time(&generator) : near + Double(generator.below(5400))
            // Mistakes are most likely at the boundaries of cells.
            if generator.below(5) == 0 { start = (start / 900).rounded() * 900 }
            var value = Double(1 + generator.below(90))
            if let values, !values.isEmpty {
                value = Double(values[generator.below(values.count)])
            } else if generator.below(2) == 0 {
                value += generator.unit()
            }
            rows.append((start, start + min(duration(&generator), longest), value))
        }
        return rows
    }

    private func time(_ generator: inout SeededGenerator) -> Double {
        let time = generator.number(span.lowerBound, span.upperBound)
        return generator.below(3) == 0 ? time : time.rounded(.down)
    }

    private func duration(_ generator: inout SeededGenerator) -> Double {
        switch generator.below(9) {
        case 0, 1: 0
        case 2: Double(generator.below(60))
        case 3: Double(generator.below(900))
        case 4: 900 * Double(generator.below(8))
        case 5: Double(generator.below(86_400))
        case 6: generator.number(0, longest) * (generator.below(6) == 0 ? 1 : 0.01)
        case 7: generator.number(0, 700)
        default: Double(generator.below(3600)) + 0.25
        }
    }
}

/// A source of a single existing batch.
private struct SingleBatch: SampleBatchSource {
    var batch: SampleBatch?

    mutating func nextBatch() throws -> SampleBatch? {
        defer { batch = nil }
        return batch
    }
}
