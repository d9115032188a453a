// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// The handlers of the routes for insights.
enum InsightHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(InsightRoutes.read.route, read), RouteBinding(InsightRoutes.ranges.route, ranges),
        RouteBinding(InsightRoutes.correlation.route, correlate), RouteBinding(InsightRoutes.cycle.route, cycle),
    ]

    /// The seconds for which a response is kept: it changes as days end.
    private static let age = 900.0

    private static func read(_ scope: RequestScope) async throws -> Response {
        let zone = try await zone(scope)
        let goals = try goals(scope)
        let sleepGoal = try sleepGoal(scope)
        let firstWeekday = try await firstWeekday(scope)
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        return try await scope.cached(moment: moment(now)) {
            let input = try InsightInput(AppInsightSource(access: access), zone: zone, now: now)
            let insights = Insights(input, goals: goals, sleepGoal: sleepGoal, firstWeekday: firstWeekday).all
            return InsightRoutes.read.response.encode(insights) ?? .null
        }
    }

    private static func ranges(_ scope: RequestScope) async throws -> Response {
        let zone = try await zone(scope)
        let (types, days) = (try rangedTypes(scope), try days(scope))
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        return try await scope.cached(moment: moment(now)) {
            let source = AppInsightSource(access: access)
            let ranges = try types.map { try UsualRanges(source, of: $0, on: days, zone: zone, now: now) }
            return InsightRoutes.ranges.response.encode(ranges) ?? .null
        }
    }

    private static func rangedTypes(_ scope: RequestScope) throws(Problem) -> [InsightType] {
        let names = scope.queries("type")
        guard !names.isEmpty else { return InsightType.ranged }
        var types: [InsightType] = []
        for name in names {
            let identifier = try TypeNames.objectType(name, at: "?type").identifier
            guard let type = InsightType.ranged.first(where: { $0.identifier == identifier }) else {
                let known = InsightType.ranged.compactMap { HealthTypes.named($0.identifier)?.swiftName }
                throw QueryText(scope).problem(
                    "type", "This type has no usual range. Those that do are \(known.joined(separator: ", ")).",
                    kind: .invalidArgument)
            }
            if !types.contains(where: { $0.identifier == identifier }) { types.append(type) }
        }
        return types
    }

    static func days(_ scope: RequestScope) throws(Problem) -> ClosedRange<Int> {
        let query = QueryText(scope)
        func day(_ name: String) throws(Problem) -> Int {
            try JSONFormat<Int>.civilDay.decode(JSONReader(.string(try query.text(name)), pointer: "?\(name)"))
        }
        let (first, last) = (try day("from"), try day("to"))
        guard first <= last, last - first < UsualRanges.longest else {
            throw query.problem(
                "to", "Expected a day from the first one on, at most \(UsualRanges.longest - 1) days later.",
                kind: .invalidArgument)
        }
        return first...last
    }

    private static func correlate(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let types = (try type(scope, "type"), try type(scope, "other"))
        let lag = try query.integer("lag", in: 0...7) ?? 0
        let zone = try await zone(scope)
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        return try await scope.cached(moment: moment(now)) {
            let input = try InsightInput(
                AppInsightSource(access: access), types: [types.0, types.1], zone: zone, now: now)
            let correlation = Insights(input).correlation(types.0, types.1, lag: lag)
            let response = DailyCorrelationJSON(type: types.0, other: types.1, lag: lag, correlation)
            return DailyCorrelationJSON.format.encode(response) ?? .null
        }
    }

    private static func cycle(_ scope: RequestScope) async throws -> Response {
        let zone = try await zone(scope)
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        return try await scope.cached(moment: moment(now)) {
            let from = now.addingTimeInterval(-cycleSeconds).timeIntervalSince1970
            let part = SampleQuery.Part(
                HKCategoryType(.menstrualFlow), .interval(PredicateInterval(from: from, to: .infinity)))
            let entries = try access.samples(SampleQuery([part])).compactMap { $0 as? HKCategorySample }
            let first = min(entries.map(\.startDate).min() ?? now, now)
            let zones = RecordedZones(
                try AppInsightSource(access: access).recordZones(from: first, to: now), home: zone)
            let days = entries.filter { $0.value != HKCategoryValueVaginalBleeding.none.rawValue }.flatMap {
                Self.days(of: $0, zones)
            }
            let response = CycleJSON(
                MenstrualCycles(bleedingDays: days),
                entries: entries.map { CycleJSON.Entry(uuid: $0.uuid, days: Self.days(of: $0, zones)) })
            return CycleJSON.format.encode(response) ?? .null
        }
    }

    /// The period of the cycles, in seconds: five years.
    private static let cycleSeconds = 5 * 365.25 * 86_400

    /// Returns the days of an entry in its own time zone, or in that of the nearest record.
    static func days(of entry: HKCategorySample, _ zones: RecordedZones) -> Range<Int> {
        let own = (entry.metadata?[HKMetadataKeyTimeZone] as? String).flatMap(TimeZone.init(identifier:))
        let first = civilDay(
            entry.startDate, own ?? zones.zone(at: entry.startDate.timeIntervalSince1970))
        // A day has up to 25 hours, and an entry of a whole day is one day.
        let length = min(entry.endDate.timeIntervalSince(entry.startDate) - 3600, 13 * 86_400)
        // checked: at most thirteen days
        return first..<first + max(1, Int((length / 86_400).rounded(.up)))
    }

    /// Returns the number of the day of a moment.
    private static func civilDay(_ date: Date, _ zone: TimeZone) -> Int {
        let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_800)
        // checked: dates of a store are within the years 1 to 9999
        return Int(((seconds + Double(zone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
    }

    // checked: the clock of the server is within the years 1 to 9999
    static func moment(_ now: Date) -> Int { Int(now.timeIntervalSince1970 / age) }

    /// Returns the zone of the request, or the owner's.
    static func zone(_ scope: RequestScope) async throws -> TimeZone {
        let database = scope.database
        var name = scope.query("timeZone").map(QueryText.withPlusSigns)
        if name == nil { name = try await scope.blocking { try database.preferences.current().timeZone?.identifier } }
        return try CalendarName.timeZone(JSONReader(.string(name ?? "UTC"), pointer: "?timeZone"))
    }

    /// Returns a type that has daily figures here.
    private static func type(_ scope: RequestScope, _ name: String) throws(Problem) -> String {
        let query = QueryText(scope)
        let text = try query.text(name)
        let identifier = try TypeNames.objectType(text, at: "?\(name)").identifier
        guard identifier == InsightType.sleep || InsightType.named(identifier) != nil else {
            throw query.problem(
                name, "This type has no daily figures here. Those that do are quantity types and sleepAnalysis.",
                kind: .invalidArgument)
        }
        return identifier
    }

    private static func goals(_ scope: RequestScope) throws(Problem) -> [String: Double] {
        let query = QueryText(scope)
        var goals: [String: Double] = [:]
        for text in scope.queries("goal") {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let type = HealthTypes.matching(parts[0]), let goal = Double(parts[1]),
                goal.isFinite, goal > 0,
                InsightType.all.contains(where: { $0.isSum && $0.identifier == type.identifier })
            else {
                throw query.problem(
                    "goal", "Expected a cumulative type and a number above 0, such as stepCount:8000.",
                    kind: .invalidArgument)
            }
            goals[type.identifier] = goal
        }
        return goals
    }

    /// Returns the first day of the week of the request, or the owner's.
    private static func firstWeekday(_ scope: RequestScope) async throws -> Int {
        if let day = try QueryText(scope).integer("firstWeekday", in: 1...7) { return day }
        let database = scope.database
        return try await scope.blocking { try database.preferences.current().firstWeekday } ?? WeeklySeries.monday
    }

    private static func sleepGoal(_ scope: RequestScope) throws(Problem) -> Double {
        guard let text = scope.query("sleepGoal") else { return SleepSummary.usualGoal }
        guard let hours = Double(text), (1...16).contains(hours) else {
            throw QueryText(scope).problem(
                "sleepGoal", "Expected a number of hours from 1 to 16.", kind: .invalidArgument)
        }
        return hours * 3600
    }
}

/// The figures that an app may see, for insights: those of its statistics, with the same permissions and notes in the access log.
struct AppInsightSource: InsightSource {
    let access: AppAccess

    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)] {
        let quantity = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
        let interval = PredicateInterval(
            from: from?.timeIntervalSince1970 ?? -.infinity, to: to.timeIntervalSince1970)
        return try visible {
            let rows = try access.statistics(
                StatisticsQuery(
                    type: quantity, predicate: .interval(interval),
                    options: type.isSum ? .cumulativeSum : .discreteAverage, buckets: buckets))
            return try rows.compactMap { row in
                guard let value = type.isSum ? row.figures.sum : row.figures.average else { return nil }
                return (row.startDate, try value.value(in: quantity.canonicalUnit))
            }
        } ?? []
    }

    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        let type = HKCategoryType(.sleepAnalysis)
        return try visible {
            try access.categoryDurations(of: type, from: from, to: to, buckets: buckets).map {
                ($0.start, InsightType.asleep($0.values))
            }
        } ?? []
    }

    func recordZones(from: Date, to: Date) throws -> [RecordedZones.Record] {
        try RecordZones.types.flatMap { type in
            try visible { try access.recordZones(of: type, from: from, to: to) } ?? []
        }
    }

    func dataEnd(of type: String) throws -> Date? {
        let type: HKSampleType =
            type == InsightType.sleep
            ? HKCategoryType(.sleepAnalysis) : HKQuantityType(HKQuantityTypeIdentifier(rawValue: type))
        return try visible { try access.dataEnd(of: type) } ?? nil
    }

    func dateOfBirth() throws -> DateComponents? {
        do {
            return try visible { try access.dateOfBirth() } ?? nil
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }

    func sex() throws -> CardioFitnessLevel.Sex? {
        let text = try visible { try access.characteristic(HKCharacteristicType(.biologicalSex)) } ?? nil
        return CardioFitnessLevel.Sex(exported: text)
    }

    /// Returns nil for what the app has not asked for.
    private func visible<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }
}
