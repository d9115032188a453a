// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel

/// Menstrual cycles in a response.
package struct CycleJSON: JSONRepresentable {
    package struct Period: JSONRepresentable {
        package var firstDay: Int
        package var lastDay: Int
        /// The length of the cycle that it begins; nil if that is not over, or too long to be one.
        package var cycleLength: Int?

        package static let format = JSONFormat<Period>.object(
            .required("firstDay", \.firstDay, .civilDay), .required("lastDay", \.lastDay, .civilDay),
            .optional(
                "cycleLength", \.cycleLength,
                .integer(MenstrualCycles.lengthRange).described(
                    "The length in days of the cycle that it begins; omitted if it is not over, or longer than 90 days."
                ))
        ) { Period(firstDay: $0, lastDay: $1, cycleLength: $2) }
    }

    package struct Forecast: JSONRepresentable {
        package var earliest: Int
        package var latest: Int
        package var cycles: Int
        package var length: Double

        package static let format = JSONFormat<Forecast>.object(
            .required("earliest", \.earliest, .civilDay), .required("latest", \.latest, .civilDay),
            .required("cycles", \.cycles, .integer(0...Int.max).described("The number of cycles it is derived from.")),
            .required("length", \.length, .number.described("The mean length of these cycles in days."))
        ) { Forecast(earliest: $0, latest: $1, cycles: $2, length: $3) }
    }

    /// The days of an entry, in its own time zone or that of the nearest record.
    package struct Entry: JSONRepresentable {
        package var uuid: UUID
        package var firstDay: Int
        package var lastDay: Int

        package init(uuid: UUID, days: Range<Int>) {
            self.uuid = uuid
            firstDay = days.lowerBound
            lastDay = max(days.lowerBound, days.upperBound - 1)
        }

        package static let format = JSONFormat<Entry>.object(
            .required("uuid", \.uuid, .uuid), .required("firstDay", \.firstDay, .civilDay),
            .required("lastDay", \.lastDay, .civilDay)
        ) { Entry(uuid: $0, days: $1..<max($1, $2) + 1) }
    }

    package var periods: [Period]
    package var forecast: Forecast?
    /// The entries in the order of their days.
    package var entries: [Entry]

    package init(periods: [Period], forecast: Forecast?, entries: [Entry]) {
        self.periods = periods
        self.forecast = forecast
        self.entries = entries
    }

    package init(_ cycles: MenstrualCycles, entries: [Entry]) {
        self.entries = entries.sorted {
            ($0.firstDay, $0.lastDay, $0.uuid.uuidString) < ($1.firstDay, $1.lastDay, $1.uuid.uuidString)
        }
        let lengths = cycles.lengths + [nil]
        periods = zip(cycles.periods, lengths).map {
            Period(firstDay: $0.firstDay, lastDay: $0.lastDay, cycleLength: $1)
        }
        forecast = cycles.forecast.map {
            Forecast(earliest: $0.earliest, latest: $0.latest, cycles: $0.cycles, length: $0.length)
        }
    }

    package static let format = JSONFormat<CycleJSON>.object(
        .required("periods", \.periods, .array(of: Period.format)),
        .optional(
            "forecast", \.forecast,
            Forecast.format.described(
                "The days within which about eight of ten next periods begin; omitted with fewer than four cycles.")),
        .required(
            "entries", \.entries,
            .array(of: Entry.format).described(
                "The days of the entries of the flow, in their own time zone or that of the nearest record."))
    ) { CycleJSON(periods: $0, forecast: $1, entries: $2) }
}
