// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Dates of OMOP, which have no time zone: those of clocks in the home time zone.
struct OMOPDates {
    private let zone: TimeZone
    /// The first and the last day of the records.
    private(set) var period: (first: String, last: String)?

    private static let years = -62_135_596_800.0..<253_402_300_800.0

    init(zone: TimeZone) { self.zone = zone }

    /// Returns the day and the time of an instant, and notes that there are records on the day; nil outside the years 1 to 9999.
    mutating func noted(_ date: Date) -> (day: TableCell, time: TableCell)? {
        guard let text = text(date) else { return nil }
        let day = String(text.prefix(10))
        period = (min(period?.first ?? day, day), max(period?.last ?? day, day))
        return (.text(day), .text(text.replacing("T", with: " ")))
    }

    /// Returns the days and times of a beginning and an end, and notes that there are records on these days; nil if one of them is outside the
    /// years 1 to 9999.
    mutating func noted(
        from start: Double, to end: Double
    ) -> (start: (day: TableCell, time: TableCell), end: (day: TableCell, time: TableCell))? {
        let (first, last) = (Date(timeIntervalSince1970: start), Date(timeIntervalSince1970: end))
        guard text(first) != nil, text(last) != nil, let start = noted(first), let end = noted(last) else { return nil }
        return (start, end)
    }

    /// Returns the day of an instant.
    func day(_ date: Date) -> TableCell { .optional(text(date).map { String($0.prefix(10)) }) }

    private func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        guard Self.years.contains(seconds) else { return nil }
        return String(TableDate.text(seconds.rounded(.down)).prefix(19))
    }
}
