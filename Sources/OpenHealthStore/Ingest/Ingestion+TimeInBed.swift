// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The nights of which a document of an account with Garmin has the time in bed, and a file of its watch the stages.
///
/// The time in bed counts where no file has a stage in it, in whatever order the account and the files are imported.
final class AccountNights {
    /// Whether the import has nights of several owners, which are not compared.
    fileprivate var areOfSeveralOwners = false
    /// The days on which a time in bed of an account begins, in UTC; nil until they are needed. Those of deleted samples stay.
    fileprivate var days: Set<Int>?

    /// The maximum duration of a night and of a stage, in seconds.
    fileprivate static let longest = 86_400.0
    /// The maximum number of samples that a reading of a night is compared with.
    fileprivate static let maximumCompared = 1024
    fileprivate static let inBed = Double(HKCategoryValueSleepAnalysis.inBed.rawValue)

    /// Notes whether a batch is of an input among those of several owners.
    func note(_ batch: SampleBatch) {
        if batch.hasSeveralOwners { areOfSeveralOwners = true }
    }

    fileprivate static func day(_ date: Double) -> Int? { Int(exactly: (date / 86_400).rounded(.down)) }

    /// Returns whether a time in bed can begin in a period.
    fileprivate func canBegin(from start: Double, to end: Double) -> Bool {
        guard let days, !days.isEmpty, let first = Self.day(start), let last = Self.day(end), first <= last else {
            return false
        }
        return (first...last).contains(where: days.contains)
    }
}

extension Origin {
    /// Whether the samples are from the documents of an account with Garmin.
    fileprivate var isOfGarminAccount: Bool {
        name == Self.garminAccount && productType == nil && version == nil && device == nil
    }

    /// Whether the samples are from a device of Garmin.
    fileprivate var isOfGarminDevice: Bool { device?.manufacturer == "Garmin" }

    /// The name of the source of the documents, as their reader writes it.
    fileprivate static let garminAccount = "Garmin Connect"
}

extension Ingestion {
    /// Returns what a record of sleep is beside the stored samples of its night: a time in bed with a stage in it is known, and a stage
    /// counts instead of the times in bed around it.
    /// - Parameter type: The number of the type.
    func repeatedNight(_ record: IngestRecord, type: Int64) throws -> RepeatedReading {
        let row = record.row
        guard !nights.areOfSeveralOwners, row.end >= row.start, row.end - row.start <= AccountNights.longest else {
            return .none
        }
        let origin = try records.origin(record.provenance.number)
        if row.value == AccountNights.inBed, origin.isOfGarminAccount {
            if try near(row, type: type).contains(where: isStage) { return .known }
            if let day = AccountNights.day(row.start) { nights.days?.insert(day) }
            return .none
        }
        guard row.value != AccountNights.inBed, origin.isOfGarminDevice else { return .none }
        try readNights(type: type)
        guard nights.canBegin(from: row.start - AccountNights.longest, to: row.end) else { return .none }
        let known = try near(row, type: type).filter(isTimeInBed)
        return known.isEmpty ? .none : .better(known)
    }

    /// Reads the days on which a time in bed of an account begins, if they are not known.
    private func readNights(type: Int64) throws {
        guard nights.days == nil else { return }
        try writer.flush()
        let starts = try Double.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT start FROM sample WHERE type = ? AND value = ? AND provenance IN (
                        SELECT p.id FROM provenance AS p JOIN source AS o ON o.id = p.source
                        WHERE o.name = ? AND p.product_type IS NULL AND p.source_version IS NULL AND p.device IS NULL)
                    """),
            arguments: [type, AccountNights.inBed, Origin.garminAccount])
        nights.days = Set(starts.compactMap(AccountNights.day))
    }

    /// Returns the imported samples that have a time in common with a row.
    private func near(_ row: SampleRow, type: Int64) throws -> [StoredRow] {
        try writer.flush()
        let rows = try reader.rows(
            type: type, from: row.start - AccountNights.longest, to: row.end, limit: AccountNights.maximumCompared)
        return try (rows ?? []).filter { other in
            try other.end >= row.start && other.end - other.start <= AccountNights.longest
                && holder(of: other) == .imports
        }
    }

    private func isStage(_ row: StoredRow) throws -> Bool {
        try row.value != AccountNights.inBed && records.origin(row.provenance).isOfGarminDevice
    }

    private func isTimeInBed(_ row: StoredRow) throws -> Bool {
        try row.value == AccountNights.inBed && records.origin(row.provenance).isOfGarminAccount
    }
}
