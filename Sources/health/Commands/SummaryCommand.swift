// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health summary` command.
struct SummaryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Show today, this week and the last 30 days of all types.",
        discussion: """
            What adds up (steps, energy, sleep) is summed for today and for the week (see `health settings`); of the \
            last 30 days it is the average of the days with data. Hours of standing are counted. Discrete values \
            (heart rate, weight) are averaged over each; of the 30 days, each day counts once. While today is not over, or if the last export \
            was made in it, its values and those of the week are \
            marked as so far (partial: true in csv and json), and the 30 days are those before it. The sleep of a day is that from \
            \(BucketPlan.evening):00 on the day before to \(BucketPlan.evening):00. Symptoms and other events are left \
            out: see `health types`. csv and json give durations in seconds, and dates with the offset of the time zone.

            Examples:
              health summary
              health summary --on 2024-03-10
              health summary --all --format csv
            """)

    @Option(help: .value("day", "The day that counts as today, such as 2024-03-10."))
    var on: String = "today"

    @Flag(help: "Also list types that have data only before the last 30 days.")
    var all = false

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.storeOptions.openToCompute()
        let clock = try listing.clock(for: database)
        var period = try SummaryPeriod(today: on, zone: clock.zone, firstWeekday: database.firstWeekday)
        let (whole, unfinished) = (period, period.unfinished)
        let readers = (
            whole: try SummaryReader(database, period: whole),
            unfinished: try SummaryReader(database, period: unfinished)
        )
        var rows: [SummaryRow] = []
        var older: [SummaryRow] = []
        for type in Self.types {
            let isUnfinished = try whole.isUnfinished(
                type.identifier, dataEnd: try database.dataEnd(of: type.identifier))
            let reader = isUnfinished ? readers.unfinished : readers.whole
            guard var row = try reader.row(type) else { continue }
            row.isUnfinished = isUnfinished
            if row.hasFigures {
                rows.append(row)
            } else if let newest = try reader.newest(type.identifier) {
                row.latestDate = newest.date
                row.latest = row.figure == .average ? newest.value : nil
                older.append(row)
                if all { rows.append(row) }
            }
        }
        if rows.contains(where: \.isUnfinished) { period = unfinished }
        let output = Output.standard()
        if listing.format == .table, !rows.isEmpty { try output.line(period.text) }
        let printer = Listing(
            SummaryColumns.all(clock: clock, isUnfinished: period.isUnfinished), format: listing.format,
            raw: listing.csv.raw, clock: clock,
            output: output,
            nothing: Self.nothing(older, period: period, clock: clock))
        for row in rows { try printer.add(row) }
        try printer.end()
    }

    /// Returns the message for a table without rows.
    private static func nothing(_ older: [SummaryRow], period: SummaryPeriod, clock: ZoneClock) -> String {
        guard let last = older.compactMap(\.latestDate).max() else { return "no data \(period.range) or before" }
        let day = clock.text(last).prefix(10)
        return "no data \(period.range); latest: health summary --on \(day)"
    }

    /// The types that can have a row: common types, followed by the others by name.
    private static var types: [HealthTypeDescription] {
        let places = Dictionary(uniqueKeysWithValues: common.enumerated().map { ($1, $0) })
        return HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }.sorted { left, right in
            let (first, second) = (places[left.swiftName] ?? .max, places[right.swiftName] ?? .max)
            return (first, left.swiftName) < (second, right.swiftName)
        }
    }

    private static let common = [
        "stepCount", "distanceWalkingRunning", "flightsClimbed", "distanceCycling", "activeEnergyBurned",
        "basalEnergyBurned", "appleExerciseTime", "appleStandTime", "appleStandHour", "heartRate", "restingHeartRate",
        "walkingHeartRateAverage", "heartRateVariabilitySDNN", "heartRateVariabilityRMSSD", "vo2Max",
        "oxygenSaturation", "respiratoryRate", "sleepAnalysis", "mindfulSession", "bodyMass", "bodyMassIndex",
        "bodyFatPercentage", "leanBodyMass", "bloodPressureSystolic", "bloodPressureDiastolic", "bloodGlucose",
        "bodyTemperature",
    ]
}
