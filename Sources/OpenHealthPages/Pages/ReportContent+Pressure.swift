// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel

extension ReportContent {
    /// A measurement of blood pressure.
    private struct Reading {
        var date: Date
        var systolic: Double
        var diastolic: Double

        /// Creates the reading of a correlation, in mmHg; nil if a part is missing.
        init?(_ correlation: HKCorrelation) {
            func value(_ identifier: HKQuantityTypeIdentifier) -> Double? {
                correlation.objects.compactMap { $0 as? HKQuantitySample }
                    .first { $0.quantityType.identifier == identifier.rawValue }
                    .flatMap { try? $0.quantity.value(in: .millimeterOfMercury()) }
            }
            guard let systolic = value(.bloodPressureSystolic), let diastolic = value(.bloodPressureDiastolic) else {
                return nil
            }
            (date, self.systolic, self.diastolic) = (correlation.startDate, systolic, diastolic)
        }
    }

    /// Returns the table and the chart of blood pressure; nil without measurements.
    func pressure() throws -> (values: [String: Any], chart: [String: Any]?)? {
        let readings = try source.bloodPressures(in: selection.period).compactMap(Reading.init)
        guard !readings.isEmpty else { return nil }
        let type = HKQuantityType(.bloodPressureSystolic)
        let unit = try source.unit(of: type, in: texts.locale)
        let writer = ReportWriter(texts: texts, zone: selection.zone)
        func text(_ value: Double) -> String {
            let inUnit = (try? HKQuantity(unit: .millimeterOfMercury(), doubleValue: value).value(in: unit)) ?? value
            return writer.value(inUnit, unit, type)
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        let (systolic, diastolic) = (mean(readings.map(\.systolic)), mean(readings.map(\.diastolic)))
        let shown = readings.prefix(Self.mostPressures)
        let unitName = writer.unit(unit, type)
        var values: [String: Any] = [
            "unit": unitName, "average": "\(text(systolic))/\(text(diastolic))",
            "count": texts.plural("doctor_pressure_count", readings.count),
            "range": texts.text(
                "doctor_pressure_range",
                [
                    "systolic": Self.range(readings.map(\.systolic), text),
                    "diastolic": Self.range(readings.map(\.diastolic), text),
                ]),
            "parts": Self.parts.compactMap { key, hours -> [String: Any]? in
                let part = readings.filter { hours.contains(selection.calendar.component(.hour, from: $0.date)) }
                if part.isEmpty { return nil }
                let values = "\(text(mean(part.map(\.systolic))))/\(text(mean(part.map(\.diastolic))))"
                return [
                    "name": texts.text(key), "average": values,
                    "count": texts.plural("doctor_pressure_count", part.count),
                ]
            },
            "levels": BloodPressureTable.allCases.map { table -> [String: Any] in
                let level = table.category(systolic: systolic, diastolic: diastolic).rawValue
                return ["table": table.name, "level": texts.text("insights_pressure_\(level)")]
            },
            "readings": shown.map { reading -> [String: Any] in
                [
                    "date": writer.minute(reading.date), "systolic": text(reading.systolic),
                    "diastolic": text(reading.diastolic),
                ]
            },
        ]
        if readings.count > shown.count {
            values["cut"] = texts.text(
                "doctor_pressure_cut",
                ["count": writer.number(Double(shown.count)), "all": writer.number(Double(readings.count))])
        }
        let chart = chart(readings, unitName, text)
        return (values, chart)
    }

    /// The parts of a day whose averages are stated, and their hours.
    private static let parts = [("doctor_pressure_morning", 4..<12), ("doctor_pressure_evening", 17..<24)]
    /// The bounds of high blood pressure in a practice of the ESC and ESH, as lines of the chart.
    private static let bounds = [140.0, 90.0]

    private static func range(_ values: [Double], _ text: (Double) -> String) -> String {
        guard let low = values.min(), let high = values.max() else { return "–" }
        return text(low) == text(high) ? text(low) : "\(text(low))–\(text(high))"
    }

    private func chart(
        _ readings: [Reading], _ unit: String, _ text: @escaping (Double) -> String
    ) -> [String: Any]? {
        let days = Dictionary(grouping: readings) { selection.day(of: $0.date) }.sorted { $0.key < $1.key }
        func line(_ value: KeyPath<Reading, Double>) -> [(day: Int, value: Double)] {
            days.map { day, readings in
                (day, readings.map { $0[keyPath: value] }.reduce(0, +) / Double(readings.count))
            }
        }
        guard days.count >= 3 else { return nil }
        return chart(
            title: texts.text("doctor_pressure_chart"), unit: unit, lines: [line(\.systolic), line(\.diastolic)],
            references: Self.bounds.map { ($0, text($0)) }, format: text)
    }
}
