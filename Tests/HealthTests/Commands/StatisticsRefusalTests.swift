// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health statistics: refusals")
struct StatisticsRefusalTests {
    @Test(
        "refusals are one line with the reason and an alternative, and status 2",
        arguments: [
            (["heartRate", "--functions", "sum"], "no sum; ask for the average"),
            (["stepCount", "--functions", "sum,average"], "no average; ask for the sum"),
            (["stepCount", "heartRate", "--functions", "min"], "no minimum; ask for the sum"),
            (["sleepAnalysis", "--functions", "average"], "no average; request the duration or the count"),
            (["stepCount", "--functions", "median"], "sum, average, min, max, latest, duration or count"),
            (["stepCount", "--every", "fortnight"], "minute, hour, day, week, month, quarter or year"),
            (["stepCount", "--every", "0d"], "15min, 6h, 2d"),
            (["stepCount", "--anchor", "2024"], "add --every"), (["stepCount", "--empty"], "add --every"),
            (["stepCount", "--sample-timezones"], "add --every"),
            (["stepCount", "--every", "day", "--anchor", "noon"], "2024-03-10"),
            (["stepCount", "--every", "day", "--anchor", "0000-01-01"], "years 1 to 9999"),
            (["stepCount", "--unit", ""], "not a unit"), (["stepCount", "--unit", "kg"], "count"),
            (["stepCount", "--unit", "florp"], "florp"),
            (["stepCount", "bodyMass", "--unit", "lb"], "stepCount"), (["sleepAnalysis", "--unit", "min"], "no unit"),
            (["stepCount", "--every", "day", "--chart", "--format", "csv"], "--chart"),
            (["sleepAnalysis", "--by-source"], "--by-source"),
            (["sleepAnalysis", "--every", "day", "--sample-timezones"], "--sample-timezones"),
            (["stepCount", "--every", "minute", "--empty", "--from", "2020"], "100,000"),
            (["stepCount", "--from", "2024-03-31", "--to", "2024-03-30"], "swap"),
            (["stepCuont"], "did you mean stepCount"), (["bloodType"], "health me"),
            (["activitySummary"], "health summaries"), (["bloodPressure"], "bloodPressureSystolic"),
            (["workout"], "health workouts"), (["stepCount", "--timezone", "Berlin"], "Europe/Berlin"), ([], "--help"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let result = try Tool.run(["statistics"] + arguments, in: try StatisticsStore.shared.get().home)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(result.errors.contains("; "))
    }

    @Test("a missing store or another file is named and not created")
    func noStore() throws {
        let home = try Home()
        try Data("not a database, but long enough to be looked at".utf8).write(to: home.file("text.db"))
        for path in [home.path("missing.db"), home.path("text.db")] {
            let result = try Tool.run(["statistics", "stepCount", "--store", path], in: home)
            #expect(result.status == 1)
            #expect(result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.contains(path))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path("missing.db")))
    }

    @Test("unknown types have no statistics")
    func unknownType() throws {
        let home = try Home()
        let name = "HKQuantityTypeIdentifierFutureThing"
        let record = ImportCommandTests.good.replacing("HKQuantityTypeIdentifierStepCount", with: name)
        try ImportCommandTests.document([record]).write(to: home.file("export.xml"), atomically: true, encoding: .utf8)
        #expect(try Tool.run(["import", home.path("export.xml")], in: home).status == 0)
        let result = try Tool.run(["statistics", name], in: home)
        #expect(result.status == 2)
        #expect(result.errors.contains("health samples"))
    }
}
