// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics

/// The content of a report, as values for its template.
struct ReportContent {
    let source: any ReportSource
    let selection: ReportSelection
    let texts: PageTexts
    let now: Date
    private let writer: ReportWriter

    /// The maximum number of rows of the table of blood pressures.
    static let mostPressures = 200
    /// The number of days above which a chart has a point for each week.
    private static let mostDays = 180

    /// - Parameter selection: The period and the types. Days after the present one are left out.
    init(_ source: any ReportSource, _ selection: ReportSelection, texts: PageTexts, now: Date) {
        self.source = source
        var selection = selection
        selection.lastDay = max(selection.firstDay, min(selection.lastDay, selection.day(of: now)))
        self.selection = selection
        self.texts = texts
        self.now = now
        writer = ReportWriter(texts: texts, zone: selection.zone)
    }

    /// Returns the values for the template.
    func values() throws -> [String: Any] {
        var (rows, charts): ([[String: Any]], [[String: Any]]) = ([], [])
        let changes = try zoneChanges()
        for type in selection.rows {
            let unit = try source.unit(of: type, in: texts.locale)
            if let row = try row(type, unit, changes: changes) { rows.append(row) }
            if selection.showsChart(type.identifier), let chart = try chart(type, unit) { charts.append(chart) }
        }
        if selection.includes(InsightType.sleep), let sleep = try sleep() {
            rows.append(sleep.row)
            if selection.showsChart(InsightType.sleep), let chart = sleep.chart { charts.append(chart) }
        }
        var values: [String: Any] = [
            "period": texts.text(
                "doctor_period",
                [
                    "from": writer.day(selection.date(selection.firstDay)),
                    "to": writer.day(selection.date(selection.lastDay)),
                    "count": writer.number(Double(selection.count)),
                ]),
            "created": texts.text("doctor_created", ["date": writer.minute(now), "zone": selection.zone.identifier]),
            "rows": rows, "hasRows": !rows.isEmpty, "medications": try medications(),
        ]
        values["hasMedications"] = (values["medications"] as? [String])?.isEmpty == false
        values["person"] = try person()
        if selection.includes(HKCorrelationTypeIdentifier.bloodPressure.rawValue), let pressure = try pressure() {
            values["pressure"] = pressure.values
            if selection.showsChart(HKCorrelationTypeIdentifier.bloodPressure.rawValue), let chart = pressure.chart {
                charts.insert(chart, at: 0)
            }
        }
        values["charts"] = charts
        values["hasReportCharts"] = !charts.isEmpty
        values["isEmpty"] = rows.isEmpty && values["pressure"] == nil && values["hasMedications"] as? Bool == false
        return values
    }

    /// Returns the medications, each with the number of its doses in the period.
    private func medications() throws -> [String] {
        let taken = try source.doses(in: selection.period).filter { $0.logStatus == .taken }
        let counts = Dictionary(grouping: taken, by: \.medicationConceptIdentifier).mapValues(\.count)
        return try source.medications().map { medication in
            guard let count = counts[medication.medication.identifier] else { return medication.reportName }
            return medication.reportName + " · " + texts.plural("doctor_doses", count)
        }
    }

    // MARK: - Person

    /// Returns the date of birth with the age, and the sex.
    private func person() throws -> [[String: Any]] {
        var facts: [[String: Any]] = []
        if let text = try source.characteristic(.dateOfBirth), let birth = PageDates.date(text, in: selection.zone) {
            let years = selection.calendar.dateComponents([.year], from: birth, to: selection.date(selection.lastDay))
                .year
            let age = years.map { texts.plural("doctor_age", $0) }
            facts.append([
                "name": texts.text("type_dateOfBirth"),
                "text": [writer.day(birth), age].compactMap { $0 }.joined(separator: ", "),
            ])
        }
        for (identifier, key, values) in [
            (HKCharacteristicTypeIdentifier.biologicalSex, "type_biologicalSex", "HKBiologicalSex"),
            (.bloodType, "type_bloodType", "HKBloodType"),
        ] {
            guard let text = try source.characteristic(identifier), text.hasPrefix(values) else { continue }
            let name = text.dropFirst(values.count)
            let value = "value_\(values)_\(name.prefix(1).lowercased())\(name.dropFirst())"
            guard texts.has(value), name != "NotSet" else { continue }
            facts.append(["name": texts.text(key), "text": texts.text(value)])
        }
        return facts
    }

    // MARK: - Quantities

    /// Returns the days with a change of the person's time zone.
    private func zoneChanges() throws -> Set<Int> {
        // A change is between two records, of which one may be outside the period.
        let (start, end) = (selection.period.start - RecordedZones.reach, selection.period.end + RecordedZones.reach)
        let records = try source.recordZones(in: DateInterval(start: start, end: end))
        return RecordedZones(records, home: selection.zone).changeDays(in: selection.zone)
    }

    /// Returns the row of a type; nil without data.
    /// - Parameter changes: the days with a change of the time zone, whose sums are no extremes.
    private func row(_ type: HKQuantityType, _ unit: HKUnit, changes: Set<Int>) throws -> [String: Any]? {
        let days = try days(of: type)
        guard !days.isEmpty else { return nil }
        let isSum = type.aggregationStyle == .cumulative
        let values = days.compactMap(\.value)
        // Each day counts once, as in the averages of the pages and insights.
        let average = values.reduce(0, +) / Double(values.count)
        // Days with a change of the time zone have more or fewer waking hours.
        let sums = days.filter { isSum && !changes.contains(selection.day(of: $0.start)) }
        let extremes = sums.isEmpty ? values : sums.compactMap(\.value)
        let low = isSum ? extremes.min() : days.compactMap(\.minimum).min() ?? values.min()
        let high = isSum ? extremes.max() : days.compactMap(\.maximum).max() ?? values.max()
        func text(_ value: Double?) throws -> String {
            try value.map { writer.value(try converted($0, type, unit), unit, type) } ?? "–"
        }
        var row: [String: Any] = [
            "type": type.identifier, "name": texts.type(type.identifier), "unit": writer.unit(unit, type),
            "average": try text(average), "trend": try trend(days, type, unit),
            "low": try text(low), "high": try text(high),
            "days": writer.number(Double(days.count)),
        ]
        if isSum { row["note"] = texts.text("doctor_per_day") }
        return row
    }

    /// Returns the finished days of a type with data: a part of a day would be its lowest figure.
    private func days(of type: HKQuantityType) throws -> [ReportFigures] {
        let finished = FinishedDays(
            of: type.identifier, today: selection.day(of: now),
            dataEnd: try source.dataEnd(of: type).map(selection.day(of:)))
        return try source.figures(of: type, in: selection.period, buckets: try selection.days())
            .filter { $0.value != nil && finished.contains(selection.day(of: $0.start)) }
    }

    /// Returns the change from week to week: the median slope of the averages of whole weeks, where the test of Mann and Kendall finds one at 1 %.
    private func trend(_ days: [ReportFigures], _ type: HKQuantityType, _ unit: HKUnit) throws -> String {
        let whole = selection.wholeWeeks
        var weeks = [[Double]](repeating: [], count: whole.count)
        for day in days {
            let week = selection.week(of: selection.day(of: day.start))
            if let value = day.value, whole.contains(week) {
                weeks[week - whole.lowerBound].append(try converted(value, type, unit))
            }
        }
        let averages = weeks.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
        guard averages.count(where: { $0 != nil }) >= 6, let line = TheilSen(averages), line.probability < 0.01
        else { return "–" }
        let isSum = type.aggregationStyle == .cumulative
        let change = writer.value(line.slope.magnitude, unit, type, moreDigits: isSum ? 0 : 1)
        return texts.text("doctor_trend_week", ["change": (line.slope < 0 ? "−" : "+") + change])
    }

    private func converted(_ value: Double, _ type: HKQuantityType, _ unit: HKUnit) throws -> Double {
        try HKQuantity(unit: type.canonicalUnit, doubleValue: value).value(in: unit)
    }

    private func chart(_ type: HKQuantityType, _ unit: HKUnit) throws -> [String: Any]? {
        let points = try days(of: type).compactMap { day in
            try day.value.map { (day: selection.day(of: day.start), value: try converted($0, type, unit)) }
        }
        guard points.count >= 3 else { return nil }
        let name = texts.type(type.identifier)
        let title = type.aggregationStyle == .cumulative ? name + texts.text("doctor_chart_sum") : name
        let average = points.reduce(0) { $0 + $1.value } / Double(points.count)
        return chart(
            title: title, unit: writer.unit(unit, type), lines: [points], isBars: type.aggregationStyle == .cumulative,
            references: [(average, texts.text("doctor_average") + " " + writer.value(average, unit, type))]
        ) { writer.value($0, unit, type) }
    }

    /// Returns the values of a chart for its template.
    func chart(
        title: String, unit: String, lines: [[(day: Int, value: Double)]], isBars: Bool = false,
        references: [(value: Double, text: String)] = [], format: @escaping (Double) -> String
    ) -> [String: Any]? {
        let isWeekly = selection.count > Self.mostDays
        let count = isWeekly ? selection.week(of: selection.lastDay) + 1 : selection.count
        let chart = ReportChart(
            lines: lines.enumerated().map { index, line in
                let points = isWeekly ? weeks(line) : line.map { (Double($0.day - selection.firstDay) + 0.5, $0.value) }
                return ReportChart.Line(
                    points: points.map { ($0.0 / Double(selection.count), $0.1) }, isDashed: index > 0)
            }, isBars: isBars, count: count, dates: dates, references: references, format: format)
        guard var values = chart.values else { return nil }
        let all = lines.flatMap { $0 }.map(\.value)
        values["title"] = unit.isEmpty ? title : texts.text("doctor_chart_title", ["type": title, "unit": unit])
        if isWeekly { values["note"] = texts.text("doctor_chart_weeks") }
        values["summary"] = texts.text(
            "doctor_chart_summary",
            [
                "low": all.min().map(format) ?? "–", "high": all.max().map(format) ?? "–",
                "count": writer.number(Double(lines.first?.count ?? 0)),
            ])
        return values
    }

    /// Returns the averages of weeks: the day in the middle of each, and the value.
    private func weeks(_ days: [(day: Int, value: Double)]) -> [(Double, Double)] {
        var weeks: [Int: (sum: Double, count: Int)] = [:]
        for day in days {
            let week = selection.week(of: day.day)
            weeks[week, default: (0, 0)].sum += day.value
            weeks[week, default: (0, 0)].count += 1
        }
        return weeks.keys.sorted().map { week -> (Double, Double) in
            let total = weeks[week] ?? (0, 1)
            let begin = Double(selection.firstDay(ofWeek: week) - selection.firstDay)
            let middle = min(max(begin + 3.5, 0), Double(selection.count))
            return (middle, total.sum / Double(total.count))
        }
    }

    /// The labels of the axis of days: up to six.
    private var dates: [(place: Double, text: String)] {
        let step = max(1, (selection.count + 5) / 6)
        return stride(from: 0, to: selection.count, by: step).map { day in
            (
                (Double(day) + 0.5) / Double(selection.count),
                writer.short(selection.date(selection.firstDay + day), withYear: selection.count > 366)
            )
        }
    }

    // MARK: - Sleep

    private func sleep() throws -> (row: [String: Any], chart: [String: Any]?)? {
        let (period, buckets) = try selection.nights()
        // A night lasts until 18:00 of its day.
        let evening = 86_400 - 64_800.0
        let finished = FinishedDays(
            of: InsightType.sleep, today: selection.day(of: now.addingTimeInterval(evening)),
            dataEnd: try source.dataEnd(of: HKCategoryType(.sleepAnalysis)).map {
                selection.day(of: $0.addingTimeInterval(evening))
            })
        let nights = try source.asleep(in: period, buckets: buckets).filter {
            $0.seconds > 0 && finished.contains(selection.day(of: $0.start) + 1)
        }
        guard let low = nights.map(\.seconds).min(), let high = nights.map(\.seconds).max() else { return nil }
        let average = nights.map(\.seconds).reduce(0, +) / Double(nights.count)
        let name = texts.text("doctor_sleep")
        let points = nights.map { (day: selection.day(of: $0.start) + 1, value: $0.seconds / 3600) }
        let row: [String: Any] = [
            "type": InsightType.sleep, "name": name, "note": texts.text("doctor_per_night"), "trend": "–", "unit": "",
            "average": writer.duration(average),
            "low": writer.duration(low), "high": writer.duration(high), "days": writer.number(Double(nights.count)),
        ]
        return (
            row,
            chart(title: name, unit: writer.unit(.hour()), lines: [points], isBars: true) {
                writer.number($0, digits: 1)
            }
        )
    }
}
