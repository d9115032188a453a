// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns a characteristic of the person in the form of exports, such as `HKBiologicalSexFemale`, or nil if it isn't set or
    /// can't be read.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    public func characteristic(_ type: HKCharacteristicType) throws -> String? {
        try read(noting: { $0 == nil ? [] : [AccessNote(type, count: 1)] }) { db in
            guard try canRead(db, type) else { return nil }
            return try String.fetchOne(
                db.cachedStatement(sql: "SELECT value FROM characteristic WHERE name = ?"),
                arguments: [type.identifier])
        }
    }

    /// Returns the year, month and day of the person's birth in the Gregorian calendar, or nil if it isn't set or can't be read.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization, `errorNoData` if the
    ///   value isn't a date.
    package func dateOfBirth() throws -> DateComponents? {
        try characteristic(HKCharacteristicType(.dateOfBirth)).map(DateOfBirth.components)
    }

    /// Returns whether the app can read a type other than a sample type.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    private func canRead(_ db: Database, _ type: HKObjectType) throws -> Bool {
        switch try access(db, type) {
        case .all, .since: true
        case .own: false
        }
    }

    /// Returns the preferred units of types that the app can read or save: the units that the person has chosen, else those of
    /// their export if the app can read all samples, else the customary units of the locale. The person's choice isn't disclosed
    /// if the app can neither read nor save the type.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
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

    /// Returns whether an app with a permission can read the unit that the person has chosen.
    func seesChosenUnit(_ permission: AppPermission) -> Bool {
        permission.share == .authorized || (permission.read != .denied && permission.read != .notDetermined)
    }

    /// Returns the activity summaries of days that match a predicate, in order.
    ///
    /// If the app can only read recent data, the result contains the days from that date on, in the store's home time zone.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func activitySummaries(_ predicate: PredicateNode) throws -> [HKActivitySummary] {
        try predicate.check()
        let type = HKObjectType.activitySummaryType()
        return try read(noting: { $0.isEmpty ? [] : [AccessNote(type, count: $0.count)] }) { db in
            let days = SummaryDays(predicate)
            var first = days.first
            switch try access(db, HKObjectType.activitySummaryType()) {
            case .all: break
            case .own: return []
            case .since(let date):
                let zone = try HealthDatabase.homeTimeZone(db) ?? .current
                first = max(first, HKActivitySummary.name(ofDay: date, in: zone))
            }
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: "SELECT day, attributes FROM activity_summary WHERE day BETWEEN ? AND ? ORDER BY day"),
                arguments: [first, days.last])
            var summaries: [HKActivitySummary] = []
            while let row = try rows.next() {
                let facts = ActivitySummaryData(
                    day: try row.value(of: "day"), values: MetadataPairs.read(try row.value(of: "attributes")))
                if let summary = HKActivitySummary(facts), predicate.matches(summary) { summaries.append(summary) }
            }
            return summaries
        }
    }
}

/// The range of days outside of which no activity summary matches a predicate, as the names of days in the store.
///
/// Reading a summary takes much longer than comparing its day, and most requests are for few of the days of many years.
struct SummaryDays: Equatable {
    /// The first name; it is before all names if it is empty.
    var first: String
    /// The last name.
    var last: String

    /// A range that contains every day.
    static let all = SummaryDays(first: "", last: beyond)
    /// A range without days.
    private static let none = SummaryDays(first: beyond, last: "")
    /// A string that is after the name of every day.
    private static let beyond = "~"

    /// Creates a range of names.
    private init(first: String, last: String) {
        self.first = first
        self.last = last
    }

    /// Creates the range for a predicate. Not all days in it match.
    init(_ predicate: PredicateNode) {
        self =
            switch predicate {
            case .constant(false), .refused: .none
            case .and(let parts): parts.reduce(.all) { $0.intersection(SummaryDays($1)) }
            case .or(let parts): parts.reduce(.none) { $0.union(SummaryDays($1)) }
            case .compare(.day, let comparison, .day(let day)): Self(comparison, day)
            case .compare(.day, .between, .list(let bounds)):
                bounds.count == 2
                    ? SummaryDays(.compare(.day, .greaterThanOrEqualTo, bounds[0]))
                        .intersection(SummaryDays(.compare(.day, .lessThanOrEqualTo, bounds[1]))) : .all
            case .constant, .not, .interval, .compare, .related, .activity, .block: .all
            }
    }

    private init(_ comparison: PredicateOperator, _ day: DateComponents) {
        let (name, isWhole) = Self.name(day)
        let last = isWhole ? name : name + Self.beyond
        self =
            switch comparison {
            case .equalTo: Self(first: name, last: last)
            case .greaterThan, .greaterThanOrEqualTo: Self(first: name, last: Self.beyond)
            case .lessThan, .lessThanOrEqualTo: Self(first: "", last: last)
            default: .all
            }
    }

    /// Returns the name of a day, as far as it can be compared with the names of days in the order of the dates.
    private static func name(_ day: DateComponents) -> (name: String, isWhole: Bool) {
        let parts = day.predicateParts
        guard parts[0] == 1 else { return ("", false) }
        var name = ""
        for (part, count) in zip(parts.dropFirst(), [4, 2, 2]) {
            let digits = String(part)
            guard part >= 0, digits.count <= count else { return (name, false) }
            name += (name.isEmpty ? "" : "-") + String(repeating: "0", count: count - digits.count) + digits
        }
        return (name, true)
    }

    private func intersection(_ other: SummaryDays) -> SummaryDays {
        SummaryDays(first: max(first, other.first), last: min(last, other.last))
    }

    private func union(_ other: SummaryDays) -> SummaryDays {
        SummaryDays(first: min(first, other.first), last: max(last, other.last))
    }
}
