// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The stored samples that can be a reading of another party although they do not start in the same second: one party cuts milliseconds off,
/// and another one rounds them.
///
/// They are compared for readings of glucose, of any two parties, and for the other treatments of Nightscout. No sensor and no person records the
/// same value twice within a second.
struct NearStarts {
    /// The samples, in order of their start.
    var rows: ArraySlice<StoredRow>
    /// Whether only samples of Nightscout are compared with those of others.
    var isOfNightscout: Bool

    /// The maximum difference of two starts, in seconds, with the error of a number of this size.
    private static let tolerance = 1.000_001

    /// The types whose starts are compared, besides glucose.
    private static let treatments: Set<String> = [
        HKQuantityTypeIdentifier.insulinDelivery.rawValue, HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue,
        HKQuantityTypeIdentifier.dietaryProtein.rawValue, HKQuantityTypeIdentifier.dietaryFatTotal.rawValue,
    ]

    /// The kinds of types.
    enum Kind {
        /// Readings of glucose.
        case glucose
        /// Meals and insulin.
        case treatment
        /// Types whose samples are only compared if they start in the same second.
        case none

        init(_ identifier: String) {
            self =
                identifier == HKQuantityTypeIdentifier.bloodGlucose.rawValue
                ? .glucose : NearStarts.treatments.contains(identifier) ? .treatment : .none
        }
    }

    /// Returns whether two dates can be that of one reading.
    static func isNear(_ left: Double, _ right: Double) -> Bool { (left - right).magnitude <= tolerance }

    /// Returns the dates with which the dates near some others are read: the seconds before, at and after them.
    /// - Parameter seconds: Whole seconds, in order.
    static func seconds(around seconds: [Double]) -> [Double] {
        var all: [Double] = []
        all.reserveCapacity(seconds.count * 3)
        for second in seconds {
            for near in [second - 1, second, second + 1] where near > all.last ?? -.infinity { all.append(near) }
        }
        return all
    }

    /// Returns the samples that start within a second of a date and not in the same one, the nearest first.
    func around(_ start: Double) -> [StoredRow] {
        rows.filter { Self.isNear($0.start, start) && $0.start.rounded(.down) != start.rounded(.down) }
            .sorted { ($0.start - start).magnitude < ($1.start - start).magnitude }
    }
}

extension Ingestion {
    /// Returns the sample of a push that a new record of an import can be although it does not start in the same second.
    /// - Parameter type: The index of a type whose starts are compared.
    func nearSample(_ record: IngestRecord, type: Int) throws -> StoredRow? {
        guard let near = try nearStarts(of: record.row.start, type: type) else { return nil }
        return try StartGroup(near.around(record.row.start), facts).partial(
            record.wanted, canonical: types[type].canonical, facts, isComplete: true, isNear: true,
            allowed: { row in
                guard isUnmatched(row.id), try self.wasPushed(row) else {
                    return false
                }
                return try !near.isOfNightscout || self.isNamedByNightscout(row)
            }, isSame: { _ in true })
    }

    /// Returns the stored samples of the seconds around a start; nil for types whose starts are not compared, and if there are too many.
    /// - Parameter type: The index of the type.
    func nearStarts(of start: Double, type: Int) throws -> NearStarts? {
        guard types[type].nearKind != .none, start - 1 <= types[type].latestBefore else { return nil }
        try writer.flush()
        let rows = try reader.rows(
            type: types[type].number, from: start - 1, to: start + 2, limit: StartGroup.maximumPartialLength)
        return rows.map { NearStarts(rows: $0[...], isOfNightscout: types[type].nearKind == .treatment) }
    }

    /// Returns whether a connection brought a sample with an identity, also if an import has contained it since.
    private func wasPushed(_ row: StoredRow) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM sample_uuid WHERE id = ? AND (app IS NOT NULL OR imported))"),
            arguments: [row.id]) ?? false
    }
}
