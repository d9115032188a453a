// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache
import OpenHealthModel
import OpenHealthStore

/// The report for a doctor as a document of its own: HTML without scripts, that loads nothing.
package enum ReportDocument {
    /// The codes of the languages, in the order in which people choose from them.
    package static var languages: [String] { Language.allCases.map(\.rawValue) }

    /// Returns the code of the language for a tag such as `pt-BR`; nil if there is none.
    package static func language(of tag: String) -> String? { Language(browserTag: tag)?.rawValue }

    /// Returns whether a report can have a type: quantities, sleep and blood pressure.
    package static func canHave(_ identifier: String) -> Bool { ReportSelection.canHave(identifier) }

    /// Returns the document.
    /// - Parameters:
    ///   - database: The store.
    ///   - selection: The period and the types.
    ///   - language: One of ``languages``; others are English.
    ///   - now: The present moment.
    /// - Throws: A `StoreError`, or a ``WebFilesError`` if the files of the pages are missing or invalid.
    package static func html(
        of database: HealthDatabase, _ selection: ReportSelection, language: String, now: Date
    ) throws -> String {
        let files = try WebFiles(folder: WebFolder.find(), isPacked: false)
        let language = Language(rawValue: language) ?? .english
        let texts = PageTexts(language, files.strings[language] ?? WebStrings())
        var values = try ReportContent(StoreReportSource(database: database), selection, texts: texts, now: now)
            .values()
        values["title"] = texts.text("doctor_title")
        values["language"] = language.tag
        values["style"] = files.reportStyle
        return files.templates[language]?.render(values, withTemplate: "report-document") ?? ""
    }
}

/// Numbers, units and dates of a report in a language.
struct ReportWriter {
    let texts: PageTexts
    let zone: TimeZone

    /// Returns a number with a maximum number of decimals.
    func number(_ value: Double, digits: Int = 0, least: Int = 0) -> String {
        // A rounded zero has no sign.
        let power = pow(10, Double(digits))
        let rounded = (value * power).rounded() / power
        return (rounded == 0 ? 0 : rounded).formatted(
            .number.precision(.fractionLength(min(least, digits)...digits)).locale(texts.locale))
    }

    /// Returns a value in a unit without the name of the unit; all values of a type have the same number of decimals.
    func value(_ value: Double, _ unit: HKUnit, _ type: HKQuantityType, moreDigits: Int = 0) -> String {
        let digits = Self.digits(unit.unitString, type) + moreDigits
        return number(unit == .percent() ? value * 100 : value, digits: digits, least: digits)
    }

    /// Returns the name of a unit after a number.
    func unit(_ unit: HKUnit, _ type: HKQuantityType? = nil) -> String {
        let name = unit.unitString
        let plain = name.replacing(/<[^>]*>/, with: "")
        let keys = (type.map { ["unit_\(name)_\($0.facts.swiftName)"] } ?? []) + ["unit_\(name)", "unit_\(plain)"]
        for key in keys {
            if texts.has(key + "_other") { return texts.text(key + "_other") }
            if texts.has(key) { return texts.text(key) }
        }
        return name
    }

    /// Returns hours and minutes.
    func duration(_ seconds: Double) -> String {
        // checked: at most the seconds of a day
        let minutes = Int((min(max(seconds, 0), 1e7) / 60).rounded())
        let hours = HKUnit.hour()
        return
            "\(number(Double(minutes / 60)))\u{a0}\(unit(hours)) \(number(Double(minutes % 60)))\u{a0}\(unit(.minute()))"
    }

    /// Returns a day.
    func day(_ date: Date) -> String { format(date, .abbreviated, .omitted) }

    /// Returns a day with the time.
    func minute(_ date: Date) -> String { format(date, .abbreviated, .shortened) }

    /// Returns a day and a month, for axes.
    func short(_ date: Date, withYear: Bool) -> String {
        var style = Date.FormatStyle(locale: texts.locale, calendar: calendar, timeZone: zone).month(.abbreviated)
        style = withYear ? style.year() : style.day()
        return date.formatted(style)
    }

    private func format(_ date: Date, _ day: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle) -> String {
        date.formatted(
            Date.FormatStyle(date: day, time: time, locale: texts.locale, calendar: calendar, timeZone: zone))
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Returns the number of decimals of values of a type in a unit.
    private static func digits(_ unit: String, _ type: HKQuantityType) -> Int {
        switch unit {
        case "count", "count/min", "kcal", "kJ", "mmHg", "ms", "min", "mg/dL", "cm", "mL": 0
        case "%": type.identifier == HKQuantityTypeIdentifier.bodyFatPercentage.rawValue ? 1 : 0
        case "km", "mi", "m/s": 2
        default: 1
        }
    }
}
