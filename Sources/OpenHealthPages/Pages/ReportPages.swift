// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthSession
import OpenHealthServer
import OpenHealthStatistics
import OpenHealthStore

/// The page of the report for a doctor.
enum ReportPages {
    static let bindings = [Page.binding(PageRoutes.report, show)]

    private static func show(_ scope: RequestScope) async throws -> Response {
        let (database, texts, now) = (scope.database, scope.texts, scope.services.configuration.clock())
        let (from, to) = (scope.query("from"), scope.query("to"))
        let charts =
            scope.query("charts") == "chosen"
            ? Set(scope.queries("chart").compactMap { HealthTypes.matching($0)?.identifier }) : nil
        let content = try await scope.blocking { () -> ReportPage in
            let preferences = try database.preferences.current()
            let zone = preferences.timeZone ?? database.homeTimeZone ?? .gmt
            var (selection, isWrong) = selection(from: from, to: to, zone: zone, now: now)
            if let day = preferences.firstWeekday { selection.firstWeekday = day }
            selection.charts = charts
            let access = AppAccess(
                database: database, app: WebApp.identity, clock: scope.services.configuration.clock,
                readsUnansweredAsDenied: true)
            let content = ReportContent(AppReportSource(access: access), selection, texts: texts, now: now)
            var values = try content.values()
            values["from"] = PageDates.field(selection.date(selection.firstDay), in: zone)
            values["to"] = PageDates.field(selection.date(selection.lastDay), in: zone)
            let rows = (values["rows"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
            let hasPressure = values["pressure"] != nil
            let types = (hasPressure ? [HKCorrelationTypeIdentifier.bloodPressure.rawValue] : []) + rows
            values["choices"] = types.map { type -> [String: Any] in
                [
                    "type": HealthTypes.named(type)?.swiftName ?? type, "name": texts.type(type),
                    "isOn": selection.showsChart(type),
                ]
            }
            values["hasChosen"] = charts != nil
            if isWrong { values["wrong"] = texts.text("doctor_wrong") }
            return ReportPage(values: values)
        }
        return try await scope.page(
            "report", title: texts.text("doctor_title"), content.values,
            script: PageScript(name: "page-report.js", isNeeded: false, drawsCharts: false))
    }

    /// Returns the period of a page: that of the fields, or the usual one.
    /// - Returns: The selection, and whether the fields have no valid period.
    static func selection(
        from: String?, to: String?, zone: TimeZone, now: Date
    ) -> (selection: ReportSelection, isWrong: Bool) {
        let empty = ReportSelection(firstDay: 0, lastDay: 0, zone: zone)
        let today = empty.day(of: now)
        func day(_ text: String?) -> Int? { text.flatMap { PageDates.date($0, in: zone) }.map(empty.day(of:)) }
        let (first, last) = (day(from), day(to))
        let end = last ?? today
        let start = first ?? end - ReportSelection.usualDays + 1
        let isMissing = from?.isEmpty == false && first == nil || to?.isEmpty == false && last == nil
        guard !isMissing, start <= end, end - start < ReportSelection.mostDays else {
            return (
                ReportSelection(firstDay: today - ReportSelection.usualDays + 1, lastDay: today, zone: zone), true
            )
        }
        return (ReportSelection(firstDay: start, lastDay: end, zone: zone), false)
    }
}

// Unchecked because the values of templates are of any type; they are strings, Booleans, arrays and dictionaries of these.
/// The values of the page, which pass from the thread that reads the store.
private struct ReportPage: @unchecked Sendable {
    let values: [String: Any]
}

/// The data that an app may see, for a report: with the same permissions and notes in the access log as its queries.
struct AppReportSource: ReportSource {
    let access: AppAccess

    func figures(
        of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
    ) throws -> [ReportFigures] {
        let unit = type.canonicalUnit
        let options: HKStatisticsOptions =
            type.aggregationStyle == .cumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
        let rows = try visible {
            try access.statistics(
                StatisticsQuery(
                    type: type, predicate: .interval(Self.interval(period)), options: options, buckets: buckets))
        }
        // Samples count as a whole, also the parts of them outside the period.
        return try (rows ?? []).filter { buckets == nil || ($0.startDate >= period.start && $0.startDate < period.end) }
            .map { row in
                ReportFigures(
                    start: row.startDate, sum: try row.figures.sum?.value(in: unit),
                    average: try row.figures.average?.value(in: unit),
                    minimum: try row.figures.minimum?.value(in: unit),
                    maximum: try row.figures.maximum?.value(in: unit))
            }
    }

    func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        try visible {
            try access.categoryDurations(
                of: HKCategoryType(.sleepAnalysis), from: period.start, to: period.end, buckets: buckets
            ).map { ($0.start, InsightType.asleep($0.values)) }
        } ?? []
    }

    func dataEnd(of type: HKSampleType) throws -> Date? { try visible { try access.dataEnd(of: type) } ?? nil }

    func recordZones(in period: DateInterval) throws -> [RecordedZones.Record] {
        try RecordZones.types.flatMap { type in
            try visible { try access.recordZones(of: type, from: period.start, to: period.end) } ?? []
        }
    }

    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation] {
        let part = SampleQuery.Part(HKCorrelationType(.bloodPressure), .interval(Self.interval(period)))
        let order = [SampleQuery.Order(.startDate, ascending: false)]
        return try visible { try access.samples(SampleQuery([part], order: order)) }?
            .compactMap { $0 as? HKCorrelation } ?? []
    }

    func medications() throws -> [HKUserAnnotatedMedication] {
        try visible { try access.medications(.constant(true)) }?.filter { !$0.isArchived } ?? []
    }

    func doses(in period: DateInterval) throws -> [HKMedicationDoseEvent] {
        let part = SampleQuery.Part(HKObjectType.medicationDoseEventType(), .interval(Self.interval(period)))
        return try visible { try access.samples(SampleQuery([part])) }?
            .compactMap { $0 as? HKMedicationDoseEvent } ?? []
    }

    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try visible { try access.characteristic(HKCharacteristicType(identifier)) } ?? nil
    }

    func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit {
        let units = try visible { try access.preferredUnits(for: [type], locale: locale) }
        return units?[type] ?? LocalUnits.unit(of: type, in: locale)
    }

    private static func interval(_ period: DateInterval) -> PredicateInterval {
        PredicateInterval(
            from: period.start.timeIntervalSince1970, to: period.end.timeIntervalSince1970, isStartStrict: true)
    }

    /// Returns nil for data that the app has not asked for.
    private func visible<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }
}
