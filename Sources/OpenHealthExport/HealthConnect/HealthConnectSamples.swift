// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// Writes the samples of a store as records of Health Connect.
final class HealthConnectSamples {
    let context: ExportContext
    let writer: HealthConnectWriter
    /// The samples that are part of the record of a correlation.
    var members: Set<Int64> = []
    /// The routes that are part of the record of a workout.
    var routes: Set<Int64> = []
    private var zones: [String: TimeZone] = [:]
    var contents: StoreContents { context.contents }

    /// The dates that can be imported: from 1970 until the end of the year 9999. Phones refuse pages of records that begin earlier.
    static let dates = 0.0..<253_402_300_800

    /// The metadata that is in columns of all records.
    private static let commonMetadata: Set<String> = [HKMetadataKeyWasUserEntered, HKMetadataKeyTimeZone]
    /// The maximum offset of a time zone, in seconds. A larger one ends an import.
    private static let maximumOffset = 64_800

    init(_ context: ExportContext, _ writer: HealthConnectWriter) {
        self.context = context
        self.writer = writer
    }

    func write() throws {
        // What correlations and workouts contain is known before the types of it.
        func rank(_ type: StoreContents.SampleType) -> Int {
            type.kind == .correlation ? 0 : type.kind == .workout ? 1 : 2
        }
        for type in contents.types.sorted(by: { (rank($0), $0.identifier) < (rank($1), $1.identifier) }) {
            switch type.kind {
            case .quantity: try quantities(type)
            case .category: try categories(type)
            case .correlation: try correlations(type)
            case .workout: try workouts(type)
            case .series where type.identifier == HKWorkoutRouteTypeIdentifier: try count(routes: type)
            default: try context.omit(type)
            }
        }
    }

    /// Returns what all records have; nil for samples whose dates cannot be imported, which are counted as left out.
    func facts(_ sample: RawSample) throws -> HealthConnectColumns? {
        guard Self.dates.contains(sample.start), Self.dates.contains(sample.end) else {
            context.receipt.omit(.datesBeyondCalendar)
            return nil
        }
        let origin = try contents.origin(sample)
        let zone = try contents.timeZoneName(sample).flatMap(zone) ?? contents.timeZone
        let pairs = try contents.metadata(sample)
        let isEntered = pairs.contains { $0.key == HKMetadataKeyWasUserEntered && $0.value == "1" }
        return HealthConnectColumns(
            uuid: try contents.uuid(sample), start: Self.milliseconds(sample.start),
            end: Self.milliseconds(sample.end), startOffset: offset(zone, sample.start),
            endOffset: offset(zone, sample.end), app: try writer.sources.app(origin),
            device: try writer.sources.device(origin), method: isEntered ? 3 : 0)
    }

    private func zone(_ name: String) -> TimeZone? {
        if let zone = zones[name] { return zone }
        let zone = TimeZone(identifier: name)
        zones[name] = zone
        return zone
    }

    private func offset(_ zone: TimeZone, _ date: Double) -> Int {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: date))
        return offset.magnitude <= Self.maximumOffset ? offset : 0
    }

    static func milliseconds(_ date: Double) -> Int64 {
        // checked: within the years 1970 to 9999, or of a part of such a sample
        Int64((min(max(date, dates.lowerBound), dates.upperBound) * 1000).rounded())
    }

    /// Counts the metadata that no column has.
    func omitMetadata(_ sample: RawSample, but used: Set<String> = []) throws {
        guard sample.metadata >= 0 else { return }
        let pairs = try contents.metadata(sample)
        let written = pairs.count { Self.commonMetadata.contains($0.key) || used.contains($0.key) }
        context.receipt.count(.metadata, times: written)
        context.receipt.omit(.metadata, times: pairs.count - written)
    }
}

extension HealthConnectSamples {
    func categories(_ type: StoreContents.SampleType) throws {
        if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue { return try sleep(type) }
        let record: HealthConnectRecord
        switch HKCategoryTypeIdentifier(rawValue: type.identifier) {
        case .cervicalMucusQuality: record = .mucus
        case .menstrualFlow: record = .flow
        case .sexualActivity: record = .sexualActivity
        case .ovulationTestResult: record = .ovulation
        case .intermenstrualBleeding: record = .bleeding
        default: return try context.omit(type)
        }
        guard try writer.has(record) else { return try context.omit(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            guard let values = try values(record, sample) else { return context.receipt.omit(.categories) }
            guard let facts = try facts(sample) else { return }
            _ = try writer.insert(record, facts, values)
            context.receipt.count(type: type.identifier, .categories)
            try omitMetadata(sample, but: [HKMetadataKeySexualActivityProtectionUsed])
        }
    }

    /// Returns the values of a record; nil if the record has no number for the value of the sample.
    private func values(_ record: HealthConnectRecord, _ sample: RawSample) throws -> [(any DatabaseValueConvertible)?]?
    {
        if record.id == HealthConnectRecord.bleeding.id { return [] }
        if record.id == HealthConnectRecord.sexualActivity.id {
            let used = try contents.metadata(sample).first { $0.key == HKMetadataKeySexualActivityProtectionUsed }?
                .value
            return [used == "1" ? 1 : used == "0" ? 2 : 0]
        }
        guard let value = Int(exactly: sample.value) else { return nil }
        switch record.id {
        case HealthConnectRecord.mucus.id:
            // Both count from dry to egg white.
            return (1...5).contains(value) ? [0, value] : nil
        case HealthConnectRecord.flow.id:
            // The number after heavy is for days without bleeding.
            return (1...4).contains(value) ? [value - 1] : nil
        default:
            let results: [Int: Int] = [
                HKCategoryValueOvulationTestResult.negative.rawValue: 3,
                HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue: 1,
                HKCategoryValueOvulationTestResult.indeterminate.rawValue: 0,
                HKCategoryValueOvulationTestResult.estrogenSurge.rawValue: 2,
            ]
            return results[value].map { [$0] }
        }
    }
}

/// A night of one app: samples of sleep that follow each other.
private struct HealthConnectNight {
    var facts: HealthConnectColumns
    var stages: [(start: Int64, end: Int64, type: Int)] = []
    var samples = 0
}

extension HealthConnectSamples {
    /// The time without samples after which another night begins, in milliseconds.
    private static let gap: Int64 = 3_600_000

    /// Writes the samples of sleep as sessions with stages. A session has the UUID of its first sample.
    func sleep(_ type: StoreContents.SampleType) throws {
        guard try writer.has(.sleep) else { return try context.omit(type) }
        var nights: [Int64: HealthConnectNight] = [:]
        try contents.forEach(type) { sample in
            try context.advance()
            guard let stage = Self.stage(sample.value) else { return context.receipt.omit(.categories) }
            guard let facts = try facts(sample) else { return }
            if let night = nights[facts.app], facts.start - night.facts.end > Self.gap {
                try add(night, type)
                nights[facts.app] = nil
            }
            var night = nights[facts.app] ?? HealthConnectNight(facts: facts)
            if facts.end > night.facts.end {
                night.facts.end = facts.end
                night.facts.endOffset = facts.endOffset
            }
            // Time in bed is that of the session. Stages do not overlap.
            if let stage {
                let start = max(facts.start, night.stages.last?.end ?? facts.start)
                if start < facts.end {
                    night.stages.append((start, facts.end, stage))
                    night.samples += 1
                } else {
                    context.receipt.omit(.categories)
                }
            } else {
                night.samples += 1
            }
            nights[facts.app] = night
            try omitMetadata(sample)
        }
        for (_, night) in nights.sorted(by: { $0.key < $1.key }) { try add(night, type) }
    }

    private func add(_ night: HealthConnectNight, _ type: StoreContents.SampleType) throws {
        guard night.samples > 0 else { return }
        var night = night
        // Android counts a session without stages as sleep, but not the time awake in bed.
        if night.stages.isEmpty { night.stages = [(night.facts.start, night.facts.end, Self.awakeInBed)] }
        context.receipt.count(type: type.identifier, .categories, times: night.samples)
        guard let row = try writer.insert(.sleep, night.facts, [nil, nil]) else { return }
        for stage in night.stages {
            try writer.insert(childOf: .sleep, parent: row, [stage.start, stage.end, stage.type])
        }
    }

    /// The stage of time in bed that is not known to be sleep (`SleepSessionRecord.STAGE_TYPE_AWAKE_IN_BED`).
    private static let awakeInBed = 7

    /// Returns the stage of a value; an inner nil for time in bed, and nil for unknown values.
    private static func stage(_ value: Double) -> Int?? {
        switch Int(exactly: value).flatMap(HKCategoryValueSleepAnalysis.init(rawValue:)) {
        case .inBed: .some(nil)
        case .asleepUnspecified: 2
        case .awake: 1
        case .asleepCore: 4
        case .asleepDeep: 5
        case .asleepREM: 6
        default: nil
        }
    }
}
