// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthModel

/// Menstrual cycles in an answer.
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

    package var periods: [Period]
    package var forecast: Forecast?

    package init(periods: [Period], forecast: Forecast?) {
        self.periods = periods
        self.forecast = forecast
    }

    package init(_ cycles: MenstrualCycles) {
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
                "The days within which about eight of ten next periods begin; omitted with fewer than four cycles."))
    ) { CycleJSON(periods: $0, forecast: $1) }
}
