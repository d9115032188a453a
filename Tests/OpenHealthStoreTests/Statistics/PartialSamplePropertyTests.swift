// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that statistics of random samples, some of which lack properties, are those of a store that has only the samples that count.
@Suite struct PartialSamplePropertyTests {
    private struct Sample {
        var type: HKQuantityTypeIdentifier
        var source: String
        var start: Double
        var end: Double
        var value: Double
        /// The index in ``ways``.
        var way: Int

        var isPartial: Bool { way > 0 }
        var length: Double { end - start }

        var object: HKQuantitySample {
            let unit: HKUnit =
                type == .heartRate ? .count().unitDivided(by: .minute()) : type == .dietarySugar ? .gram() : .count()
            return HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: value),
                start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: end))
        }
    }

    private static let day = 86_400.0
    /// The edge of two weeks of cells, in June 2024 (or before 1970 if negative).
    private static func edge(_ week: Int) -> Double { RollupInvalidation.blockLength * Double(week) }
    /// The ways in which samples come, the best-informed first: complete, and from apps with or without the device and the ends of events.
    private static let ways: [(app: String?, hasDevice: Bool, lacksEnd: Bool)] = [
        (nil, true, false), ("b", true, false), ("d", true, true), ("a", false, false), ("b", false, false),
        ("c", false, true),
    ]
    private static let types: [HKQuantityTypeIdentifier] = [.stepCount, .heartRate, .inhalerUsage, .dietarySugar]
    private static let sources = ["Watch", "Phone"]

    private static func sample(_ random: inout SeededGenerator, around edge: Double) -> Sample {
        let start = edge + Double(random.below(4 * 1440) - 2 * 1440) * 60 + Double(random.below(3) * 20)
        let type = types[random.below(types.count)]
        let way = random.below(2) == 0 ? 0 : random.below(ways.count)
        let isReading = ways[way].lacksEnd && type != .stepCount && type != .heartRate
        let length =
            switch isReading ? 0 : random.below(8) {
            case 0, 1: 0.0
            case 2: Double(random.below(60))
            case 3: day + Double(random.below(3) - 1)
            case 4: Double(random.below(2 * 86_400))
            default: Double(random.below(7200))
            }
        return Sample(
            type: type, source: sources[random.below(2)], start: start, end: start + length,
            value: Double(1 + random.below(90)) + 0.25, way: way)
    }

    /// Returns the samples that count, by comparing each with each.
    private static func counting(_ samples: [Sample]) -> [Sample] {
        samples.filter { sample in
            guard sample.isPartial else { return true }
            return !samples.contains { other in
                other.way < sample.way && ways[other.way].app != ways[sample.way].app && other.type == sample.type
                    && other.source == sample.source && (other.isPartial || other.length > 0)
                    && (replacesByOverlap(other, sample) || replacesInMinute(other, sample))
            }
        }
    }

    /// The longest events of the types that have some.
    private static let longestEvents: [HKQuantityTypeIdentifier: Double] = [.inhalerUsage: 240, .dietarySugar: 60]

    private static func replacesByOverlap(_ other: Sample, _ sample: Sample) -> Bool {
        if let longest = longestEvents[sample.type], min(other.length, sample.length) <= longest { return false }
        // Foods of two apps are distinct.
        if sample.type == .dietarySugar, other.isPartial { return false }
        return max(other.length, sample.length) <= day && other.start < comparedEnd(sample)
            && comparedEnd(other) > sample.start
    }

    private static func replacesInMinute(_ other: Sample, _ sample: Sample) -> Bool {
        let readings = [other, sample].filter { ways[$0.way].lacksEnd }
        guard longestEvents[sample.type] != nil, readings.count == 1,
            readings[0].start / 60 == (readings[0].start / 60).rounded()
        else { return false }
        return (other.start / 60).rounded(.down) == (sample.start / 60).rounded(.down)
    }

    private static func comparedEnd(_ sample: Sample) -> Double { sample.length == 0 ? sample.start + 60 : sample.end }

    private static func save(_ samples: [Sample], to store: ScratchStore, completes: Bool = false) throws -> [UUID] {
        try samples.flatMap { sample in
            var provenance = ProvenanceData(sourceName: sample.source)
            let way = ways[sample.way]
            if sample.isPartial, !completes {
                provenance.missing = [.device, .metadata]
                if way.hasDevice { provenance.device = DeviceData(name: "Device") }
                if way.lacksEnd, longestEvents[sample.type] != nil { provenance.missing?.insert(.end) }
            }
            return try store.database.write { db in
                let transaction = try SaveTransaction(db, source: provenance, app: way.app)
                let uuids = try transaction.save([sample.object])
                try transaction.finish()
                return uuids
            }
        }
    }

    private static func rank(_ store: ScratchStore) throws {
        for type in types {
            let order = try store.database.sourceOrder(type: type.rawValue).sorted { $0.source.name < $1.source.name }
            if !order.isEmpty { try store.database.setSourceOrder(order.map(\.source.id), type: type.rawValue) }
        }
    }

    private static func request(_ random: inout SeededGenerator, around edge: Double) throws -> StatisticsRequest {
        var request = StatisticsRequest(type: types[random.below(types.count)].rawValue)
        if random.below(2) == 0 {
            let from = edge + Double(random.below(3 * 1440) - 2 * 1440) * 60
            request.from = Date(timeIntervalSince1970: from)
            request.to = Date(timeIntervalSince1970: from + Double(random.below(2 * 86_400)))
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        if let interval = [nil, DateComponents(hour: 1), DateComponents(day: 1)][random.below(3)] {
            request.buckets = try CivilBuckets(
                anchor: Date(timeIntervalSince1970: edge), interval: interval, calendar: calendar)
        }
        request.separateBySource = random.below(2) == 0
        return request
    }

    /// Returns the figures as lines. A single bucket of all time begins with the first sample, whether it counts or not, so that its
    /// dates are left out.
    private static func text(_ rows: [StatisticsRow], hasDates: Bool) -> [String] {
        func text(_ figures: StatisticsFigures) -> String {
            let numbers = [figures.sum, figures.average, figures.minimum, figures.maximum, figures.duration].map {
                $0.map { String(format: "%.6f", $0) } ?? "-"
            }
            return "\(figures.count) \(numbers)"
        }
        return rows.map { row in
            let sources = (row.sources ?? []).map { "\($0.source.name) \(text($0.figures))" }
            return "\(hasDates ? "\(row.start) \(row.end)" : "") \(text(row.figures)) \(sources)"
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `statistics are those of the samples that count`(stream: UInt64) throws {
        var random = SeededGenerator(seed: 2024, stream: stream, index: 0)
        let edge = Self.edge(stream % 5 == 0 ? -40 : 2841)
        let store = try ScratchStore()
        var saved: [(sample: Sample, uuid: UUID)] = []
        for round in 0..<4 {
            let more = (0..<random.below(40)).map { _ in Self.sample(&random, around: edge) }
            saved += zip(more, try Self.save(more, to: store)).map { ($0, $1) }
            for _ in 0..<random.below(4) where !saved.isEmpty {
                try store.database.delete([saved.remove(at: random.below(saved.count)).uuid])
            }
            try Self.rank(store)
            let reference = try ScratchStore()
            _ = try Self.save(Self.counting(saved.map(\.sample)), to: reference, completes: true)
            try Self.rank(reference)
            for number in 0..<6 {
                let request = try Self.request(&random, around: edge)
                let comment = "stream \(stream), round \(round), question \(number): \(request)"
                let rows = try store.database.expectRightCells(request, comment)
                let expected = try reference.database.statistics(request, usesRollups: false)
                let hasDates = request.buckets != nil || request.from != nil
                #expect(
                    Self.text(rows, hasDates: hasDates) == Self.text(expected, hasDates: hasDates), "\(comment)")
                try expectParts(of: request, in: store, saved.map(\.sample), comment)
            }
        }
        #expect(try store.database.check().findings == [])
    }

    /// Expects the counted and the omitted amounts of an explanation to be those of all samples.
    private func expectParts(
        of request: StatisticsRequest, in store: ScratchStore, _ samples: [Sample], _ comment: String
    ) throws {
        guard request.type == Self.types[0].rawValue, let from = request.from, let to = request.to, from < to else {
            return
        }
        let explanation = try store.database.explanation(type: request.type, from: from, to: to)
        var whole = request
        (whole.buckets, whole.separateBySource) = (nil, false)
        let total = try store.database.statistics(whole, usesRollups: false).first?.figures.sum ?? 0
        #expect(abs(explanation.total - total) < 1e-6, "\(comment)")
        let counted = explanation.stretches.reduce(0) { $0 + $1.amount }
        #expect(abs(counted - total) < 1e-6, "\(comment)")
        let omitted = explanation.stretches.flatMap(\.leftOut).reduce(0) { $0 + $1.amount }
        let (first, last) = (from.timeIntervalSince1970, to.timeIntervalSince1970)
        let all = samples.filter { $0.type == Self.types[0] }.reduce(0) { sum, sample in
            let seconds = max(0, min(sample.end, last) - max(sample.start, first))
            if sample.end > sample.start { return sum + sample.value * seconds / (sample.end - sample.start) }
            return sum + (sample.start >= first && sample.start < last ? sample.value : 0)
        }
        #expect(abs(counted + omitted - all) < 1e-6, "\(comment)")
    }
}
