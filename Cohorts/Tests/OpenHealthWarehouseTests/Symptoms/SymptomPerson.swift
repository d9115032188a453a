// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport

@testable import OpenHealthWarehouse

/// A participant with symptoms, in the form of the server's rows.
struct SymptomPerson {
    struct Sample {
        var type: String
        var start: Double
        var end: Double
        var value: Double
        var metadata: [String: String] = [:]
        var isDeleted = false
        /// An older row of the same sample, which must not count.
        var oldValue: Double?
    }

    var name: String
    var group = ""
    var zone: TimeZone
    var samples: [Sample]

    /// Returns the civil day of an instant.
    func day(_ instant: Double) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: instant))
        calendar.timeZone = .gmt
        return Int((calendar.date(from: parts)!.timeIntervalSince1970 / 86_400).rounded())
    }

    /// Returns the civil days that a sample overlaps.
    func days(_ sample: Sample) -> ClosedRange<Int> {
        let last = sample.end > sample.start ? day(sample.end - 0.001) : day(sample.start)
        return day(sample.start)...last
    }

    /// The observed days: from the first to the last day on which samples start.
    var observed: ClosedRange<Int> {
        let begun = samples.filter { !$0.isDeleted }.map { day($0.start) }
        return begun.min()!...begun.max()!
    }

    /// Adds the participant to a shard.
    func add(to warehouse: Warehouse, shard: ClusterLayout.Shard) async throws {
        var rows = RowBinaryWriter()
        var deletions = RowBinaryWriter()
        for (index, sample) in samples.enumerated() {
            let place = UInt64(index + 1)
            if let old = sample.oldValue { write(sample, value: old, place: place, version: 1, to: &rows) }
            write(sample, value: sample.value, place: place, version: 2, to: &rows)
            guard sample.isDeleted else { continue }
            deletions.write(name)
            deletions.write(place)
            deletions.write(UInt64(2))
        }
        try await warehouse.insert(rows.bytes, into: .samples, shard: shard)
        if !deletions.bytes.isEmpty {
            try await warehouse.insert(deletions.bytes, into: .deletions, shard: shard)
        }
        var row = RowBinaryWriter()
        row.write(name)
        row.write(UInt64(2))
        row.write(group)
        row.write(UInt16(0))
        row.write("")
        row.write(UInt8(1))
        row.write(zone.identifier)
        row.write("store of \(name)")
        row.write(UInt64(samples.count))
        row.write(CohortDay(number: observed.lowerBound)!)
        row.write(CohortDay(number: observed.upperBound)!)
        row.write(1_700_000_000.0)
        row.write([String]())
        try await warehouse.insert(row.bytes, into: .participants, shard: shard)
    }

    private func write(
        _ sample: Sample, value: Double, place: UInt64, version: UInt64, to rows: inout RowBinaryWriter
    ) {
        rows.write(name)
        rows.write(sample.type)
        rows.write(sample.start)
        rows.write(sample.end)
        rows.write(place)
        rows.write(version)
        rows.write(CohortDay(number: day(sample.start))!)
        rows.write(UUID())
        rows.write(value)
        rows.write(UInt32(1))
        let metadata = sample.metadata.sorted { $0.key < $1.key }
        rows.write(metadata.map(\.key))
        rows.write(metadata.map(\.value))
        rows.write("")
        rows.write("")
    }

    /// The reference date of tests in 2026, in days since 1970, and the time zones of participants.
    static let anchor = 20_454
    static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "GMT", "America/Havana",
    ]

    /// Creates a participant who records cycles and symptoms, or some of them.
    init(_ number: Int, types: [String], using random: inout SeededGenerator) {
        name = "p\(number)"
        group = ["", "a", "b"].randomElement(using: &random)!
        zone = TimeZone(identifier: Self.zones.randomElement(using: &random)!)!
        let length = Int.random(in: 1...200, using: &random)
        let first = Self.anchor + Int.random(in: -40...40, using: &random)
        func instant(_ day: Int) -> Double {
            Double(day) * 86_400 + Double(Int.random(in: -50_000...50_000, using: &random))
        }
        samples = [
            Sample(type: "HKQuantityTypeIdentifierStepCount", start: instant(first), end: instant(first), value: 1)
        ]
        samples[0].end = samples[0].start + 60
        let marks = Int.random(in: 0...3, using: &random)
        if Int.random(in: 0..<6, using: &random) > 0 {
            var day = first + Int.random(in: -20...10, using: &random)
            while day < first + length {
                for offset in 0..<Int.random(in: 1...6, using: &random) {
                    let start = instant(day + offset)
                    var sample = Sample(
                        type: HKCategoryTypeIdentifier.menstrualFlow.rawValue, start: start,
                        end: start + [0, 3600, 86_399, 200_000].randomElement(using: &random)!,
                        value: Double(Int.random(in: 1...5, using: &random)))
                    // No marks, only the first day, every day, or different spellings.
                    switch marks {
                    case 1: sample.metadata = [HKMetadataKeyMenstrualCycleStart: offset == 0 ? "1" : "0"]
                    case 2: sample.metadata = [HKMetadataKeyMenstrualCycleStart: "1", "HKWasUserEntered": "1"]
                    case 3:
                        sample.metadata = [
                            "Z": "it's\t1", HKMetadataKeyMenstrualCycleStart: offset == 0 ? "true" : "NO",
                        ]
                    default: break
                    }
                    sample.isDeleted = Int.random(in: 0..<12, using: &random) == 0
                    samples.append(sample)
                }
                day += Int.random(in: 15...70, using: &random)
            }
        }
        for type in types {
            for _ in 0..<Int.random(in: 0...length / 3, using: &random) {
                let start = instant(first + Int.random(in: 0..<length, using: &random))
                var sample = Sample(
                    type: type, start: start, end: start, value: Double(Int.random(in: 0...4, using: &random)))
                switch Int.random(in: 0..<6, using: &random) {
                case 0: sample.end += Double(Int.random(in: 1...400_000, using: &random))
                case 1:
                    // A sample from midnight to midnight.
                    sample.start = CivilTime.startOfDay(day(start), in: zone)
                    sample.end = CivilTime.startOfDay(day(start) + 1, in: zone)
                default: break
                }
                sample.isDeleted = Int.random(in: 0..<10, using: &random) == 0
                if Int.random(in: 0..<10, using: &random) == 0 { sample.oldValue = 4 - sample.value }
                samples.append(sample)
            }
        }
    }

    init(name: String, zone: TimeZone = .gmt, samples: [Sample]) {
        self.name = name
        self.zone = zone
        self.samples = samples
    }
}
