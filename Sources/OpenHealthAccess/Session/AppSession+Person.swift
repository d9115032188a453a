// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// A characteristic of the person as exports write it, such as `HKBiologicalSexFemale`; nil where it is not set or may
    /// not be read.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    public func characteristic(_ type: HKCharacteristicType) throws -> String? {
        try read(noting: { $0 == nil ? [] : [AccessNote(type, count: 1)] }) { db in
            guard try canRead(db, type) else { return nil }
            return try String.fetchOne(
                db.cachedStatement(sql: "SELECT value FROM characteristic WHERE name = ?"),
                arguments: [type.identifier])
        }
    }

    /// The year, month and day when the person was born, in the Gregorian calendar; nil where that is not set, or the app may
    /// not read it.
    /// - Throws: an `HKError`: `errorAuthorizationNotDetermined` where the app has not asked, `errorNoData` where what is set is
    ///   no date.
    package func dateOfBirth() throws -> DateComponents? {
        try characteristic(HKCharacteristicType(.dateOfBirth)).map(DateOfBirth.components)
    }

    /// Whether the app may read what is no sample.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    private func canRead(_ db: Database, _ type: HKObjectType) throws -> Bool {
        switch try access(db, type) {
        case .all, .since: true
        case .own: false
        }
    }

    /// The units that the person likes to see, for types that the app may read or save: what they have chosen, else those of
    /// their export where the app may read all samples, else what is usual where they live. Where the app may do neither, what they
    /// have chosen stays their own.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    public func preferredUnits(
        for types: Set<HKQuantityType>, locale: Locale = .current
    ) throws -> [HKQuantityType: HKUnit] {
        try read { db in
            var units: [HKQuantityType: HKUnit] = [:]
            for type in types {
                let permission = try readingPermission(db, type)
                guard permission != AppPermission() else {
                    throw HKError(
                        .errorAuthorizationNotDetermined,
                        "\(app.name) has not asked for permission to read or save \(type.identifier). "
                            + "Call requestAuthorization first.")
                }
                units[type] =
                    try (seesChosenUnit(permission) ? PreferredUnits.chosen(db, type) : nil)
                    ?? (permission.read == .authorized ? PreferredUnits.written(db, type) : nil)
                    ?? LocalUnits.unit(of: type, in: locale)
            }
            return units
        }
    }

    /// Returns whether an app with a permission may read the unit that the person has chosen.
    func seesChosenUnit(_ permission: AppPermission) -> Bool {
        permission.share == .authorized || (permission.read != .denied && permission.read != .notDetermined)
    }

    /// The rings of days that a predicate fits, in order.
    ///
    /// An app that may read only what is recent gets the days from that date on, as the store's home time zone counts them.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    package func activitySummaries(_ predicate: PredicateNode) throws -> [HKActivitySummary] {
        try predicate.check()
        let type = HKObjectType.activitySummaryType()
        return try read(noting: { $0.isEmpty ? [] : [AccessNote(type, count: $0.count)] }) { db in
            var first = ""
            switch try access(db, HKObjectType.activitySummaryType()) {
            case .all: break
            case .own: return []
            case .since(let date):
                let zone = try HealthDatabase.homeTimeZone(db) ?? .current
                first = HKActivitySummary.name(ofDay: date, in: zone)
            }
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT day, attributes FROM activity_summary WHERE day >= ? ORDER BY day"),
                arguments: [first])
            var summaries: [HKActivitySummary] = []
            while let row = try rows.next() {
                let facts = ActivitySummaryData(
                    day: try row.decode(atIndex: 0), values: MetadataPairs.read(try row.decode(atIndex: 1)))
                if let summary = HKActivitySummary(facts), predicate.matches(summary) { summaries.append(summary) }
            }
            return summaries
        }
    }
}
