// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The time of which a device has one reading of a type.
///
/// Files of devices overlap: a watch writes one at each synchronisation, and the export of its account has them again. The same reading in
/// several files is one sample, in one import and in several. Of two different readings at one time, the greater one counts. The order of
/// the files therefore has no effect, except for a night that overlaps two other nights that do not overlap each other.
enum ReadingTime {
    /// The dates of the reading.
    case dates
    /// The start of a stage. The longest stage counts.
    case start
    /// The night around the reading. The figure of a watch counts instead of an account's figure, which has the times of its document.
    case night
    /// The person's day around noon. The figure of an account counts instead of a watch's figure, because the service corrects it later.
    case day

    /// The types with one reading of a device at a time. Others, such as the maximum oxygen uptakes of two sports, can have several.
    private static let types: [String: ReadingTime] = {
        var types: [String: ReadingTime] = [
            HKCategoryTypeIdentifier.sleepAnalysis.rawValue: .start,
            HKQuantityTypeIdentifier.restingHeartRate.rawValue: .day,
            "OpenHealthKitQuantityTypeIdentifierGarminSleepScore": .night,
            "OpenHealthKitQuantityTypeIdentifierGarminStressLevel": .dates,
            "OpenHealthKitQuantityTypeIdentifierGarminTrainingReadiness": .dates,
        ]
        let quantities: [HKQuantityTypeIdentifier] = [
            .heartRate, .heartRateVariabilityRMSSD, .respiratoryRate, .oxygenSaturation, .bodyMass, .bodyFatPercentage,
            .bodyMassIndex,
        ]
        for type in quantities { types[type.rawValue] = .dates }
        return types
    }()

    /// Returns the time of which a device has one reading of a type; nil for types with several.
    init?(_ type: String) {
        guard let time = Self.types[type] else { return nil }
        self = time
    }
}

/// The relation of a record of a file of a device to the stored samples.
enum RepeatedReading {
    /// A reading of its own.
    case none
    /// A stored sample, or a reading that counts less than a stored sample of its time.
    case known
    /// A reading that counts instead of the stored samples of its time.
    case better([StoredRow])
}

extension Ingestion {
    /// The greatest time in seconds between a night's start in one file and in another.
    private static let longestNight = 86_400.0
    /// The highest score of a night.
    private static let highestScore = 100.0
    /// The maximum difference between two noons of the same day in different zones, in seconds.
    private static let halfDay = 43_200.0

    /// Returns what a record is, whose sample has not been found among those from before the import.
    /// - Parameters:
    ///   - rows: The samples that start in the second of the record, with those of the import, as far as the record can be one of them.
    ///   - index: The index of the type.
    func repeated(_ record: IngestRecord, among rows: [StoredRow], type index: Int) throws -> RepeatedReading {
        let time = types[index].readingTime
        if rows.isEmpty, time != .night, time != .day { return .none }
        guard !types[index].isCumulative, record.text == nil else { return .none }
        let near = try neighbours(of: record, time, among: rows, type: types[index].number)
        guard !near.isEmpty, near.count <= StartGroup.maximumPartialLength else { return .none }
        let identity = record.provenance.identity
        let equal = near.filter { row in
            row.start == record.row.start && row.end == record.row.end
                && StartGroup.sameValue(row.value, record.row.value)
        }
        // A sample of a connection that an earlier record of the import has completed still has its former origin here.
        let isCompleted = try equal.contains { row in
            let stored = try facts.identity(ofProvenance: row.provenance)
            return matched.contains(row.id) && stored.source(comparedWith: identity) != .different
                && stored.canBeSameDevice(as: identity)
        }
        if isCompleted { return .known }
        func isOfDevice(_ row: StoredRow) throws -> Bool {
            try facts.identity(ofProvenance: row.provenance).number == identity.number && holder(of: row) == .imports
        }
        let isKnown = try equal.contains { row in
            try isOfDevice(row) && facts.isSameText(row.metadata, record.metadata)
        }
        if isKnown { return .known }
        let same = try near.filter(isOfDevice)
        guard let time else { return .none }
        let rank = try self.rank(
            time, start: record.row.start, end: record.row.end, value: record.row.value,
            provenance: record.provenance.number)
        let rivals = same.filter { isOfTime(time, record.row, $0) }
        let isLess = try rivals.contains { row in
            try self.rank(time, start: row.start, end: row.end, value: row.value, provenance: row.provenance) >= rank
        }
        if isLess { return .known }
        return rivals.isEmpty ? .none : .better(rivals)
    }

    /// Returns the samples among which the other readings of the time of a record are.
    private func neighbours(
        of record: IngestRecord, _ time: ReadingTime?, among rows: [StoredRow], type: Int64
    ) throws -> [StoredRow] {
        let (from, to): (Double, Double)
        switch time {
        case .night: (from, to) = (record.row.start - Self.longestNight, record.row.end)
        case .day: (from, to) = (record.row.start - Self.halfDay, record.row.start + Self.halfDay)
        case .dates, .start, nil: return rows
        }
        guard from <= to else { return [] }
        try writer.flush()
        return try reader.rows(type: type, from: from, to: to, limit: StartGroup.maximumPartialLength) ?? rows
    }

    /// Returns whether a sample is of the time of a record.
    private func isOfTime(_ time: ReadingTime, _ record: SampleRow, _ row: StoredRow) -> Bool {
        switch time {
        case .dates: row.start == record.start && row.end == record.end
        case .start: row.start == record.start
        case .night: row.start <= record.end && record.start <= row.end
        case .day: (row.start - record.start).magnitude < Self.halfDay
        }
    }

    /// The rank of a reading among those of its time. The greatest counts.
    private typealias Rank = (party: Int, length: Double, value: Double)

    private func rank(
        _ time: ReadingTime, start: Double, end: Double, value: Double, provenance: Int64
    ) throws -> Rank {
        // Readers name the product of a watch whose figures have the source of its account.
        let isOfWatch = try records.origin(provenance).productType != nil
        let known = value.isNaN ? -.infinity : value
        return switch time {
        case .dates: (0, 0, known)
        case .start: (0, end - start, known)
        // A score that is not possible does not replace one that is.
        case .night: (value > Self.highestScore ? -1 : isOfWatch ? 1 : 0, end - start, known)
        case .day: (isOfWatch ? 0 : 1, 0, known)
        }
    }

    /// Deletes the samples of an import that a better reading replaces.
    func removeReplaced(_ rows: [StoredRow], type: Int64) throws -> ReplacedReadings {
        var replaced = ReplacedReadings()
        try writer.flush()
        for row in rows {
            // A sample that has been removed before is still among those of its second.
            guard let sample = try SampleLookup.sample(db, type: type, start: row.start, id: row.id) else { continue }
            if row.id >= writer.firstID {
                try writer.remove(sample)
                replaced.own += 1
                if successors.contains(row.id) { replaced.linked.append(row.id) }
            } else {
                try replaced.stored.add(sample, db)
                try writer.delete(sample, keepsLinks: true)
                matched.insert(row.id)
                replaced.linked.append(row.id)
            }
        }
        return replaced
    }

    /// Gives a sample what the samples that it replaces have: their copies, their places in correlations and workouts, and their attachments.
    func succeed(_ replaced: ReplacedReadings, _ sample: StoredRow, type: Int64) throws {
        try replaced.stored.keepCopies(of: sample, type: type, db)
        for id in replaced.linked {
            try SampleLinks.move(db, of: id, to: sample.id, type: type, start: sample.start)
        }
        if !replaced.linked.isEmpty { successors.insert(sample.id) }
    }
}

/// The samples that a better reading replaces.
struct ReplacedReadings {
    /// The number of those that this import has added, which no reader has seen.
    var own = 0
    /// The other ones.
    var stored = SampleRevision(reason: .corrected)
    /// The positions of those that can be in correlations and workouts.
    var linked: [Int64] = []
}
