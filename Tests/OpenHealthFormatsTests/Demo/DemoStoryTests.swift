// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import Testing

/// The figures of the default person agree with each other, and have something to state.
@Suite struct DemoStoryTests {
    private static let records = 240 * 1500
    private let lines: [Substring]
    private let truth: DemoTruth

    init() throws {
        (lines, truth) = try Self.document(seed: 1, records: Self.records)
    }

    private static func document(seed: UInt64, records: Int) throws -> ([Substring], DemoTruth) {
        let folder = try TemporaryFolder()
        let url = folder.file("export.xml")
        let truth = try DemoExport(records: records, seed: seed).write(to: url)
        return (String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n"), truth)
    }

    private func attribute(_ name: String, _ line: Substring) -> Substring? {
        line.firstRange(of: " \(name)=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
    }

    private func records(_ type: String) -> [Substring] {
        lines.filter { $0.contains("<Record type=\"HK") && $0.contains("TypeIdentifier\(type)\"") }
    }

    /// Returns the sums of the values of each day.
    private func sums(_ type: String) throws -> [Substring: Double] {
        var sums: [Substring: Double] = [:]
        for line in records(type) {
            let (day, value) = try (
                #require(attribute("startDate", line)).prefix(10), #require(attribute("value", line))
            )
            sums[day, default: 0] += try #require(Double(value))
        }
        return sums
    }

    @Test func theRingsAreTheSumsOfTheSamples() throws {
        let (energy, minutes) = (try sums("ActiveEnergyBurned"), try sums("AppleExerciseTime"))
        let stood = Dictionary(grouping: records("AppleStandHour").filter { $0.contains("StandHourStood\"") }) {
            attribute("startDate", $0)?.prefix(10) ?? ""
        }
        // One day has a summary with partial values before the final one.
        var rings: [Substring: Substring] = [:]
        for line in lines where line.contains("<ActivitySummary ") {
            rings[attribute("dateComponents", line) ?? ""] = line
        }
        #expect(rings.count == 240)
        for (day, line) in rings {
            let move = try #require(attribute("activeEnergyBurned", line).flatMap { Double($0) })
            let sum = try #require(energy[day])
            #expect((sum - move).magnitude < 0.5, "\(day)")
            #expect(attribute("appleExerciseTime", line).flatMap { Double($0) } == minutes[day])
            #expect(attribute("appleStandHours", line).flatMap { Int($0) } == stood[day]?.count ?? 0)
        }
    }

    @Test func thePersonWalksEightThousandStepsAndMoreSinceTenWeeks() throws {
        let days = truth.steps.byDay.sorted { $0.key < $1.key }.map { Double($0.value) }
        func mean(_ values: some Collection<Double>) -> Double { values.reduce(0, +) / Double(values.count) }
        #expect((7000...9500).contains(mean(days)), "\(mean(days))")
        let (before, after) = (mean(days.dropLast(70)), mean(days.suffix(70)))
        #expect((1.15...1.4).contains(after / before), "\(before), \(after)")
        #expect(days.allSatisfy { $0 < 16_000 })
    }

    @Test func oneRestingHeartRateIsUnusual() throws {
        let rates = try records("RestingHeartRate").map { try #require(attribute("value", $0).flatMap { Double($0) }) }
        let last = try #require(rates.last)
        let usual = rates.dropLast()
        #expect(try #require(usual.max()) < 62 && #require(usual.min()) > 52)
        #expect(last > 65)
    }

    @Test func cyclesHaveTwentySixToThirtyOneDays() throws {
        let starts = try records("MenstrualFlow").filter { $0.contains("VaginalBleeding") }.map {
            try #require(attribute("startDate", $0)).prefix(10)
        }
        let numbers = try starts.map { text in
            let parts = text.split(separator: "-").compactMap { Int($0) }
            try #require(parts.count == 3)
            return CivilDay.number(year: parts[0], month: parts[1], day: parts[2])
        }
        let lengths = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
        #expect(lengths.count >= 7 && Set(lengths).count > 1)
        // An entry begins at midnight in its own zone, which is an hour before midnight of the export's in summer.
        #expect(lengths.allSatisfy { (25...32).contains($0) }, "\(lengths)")
    }

    @Test func heartRatesFitTheWorkouts() throws {
        let beats = try records("HeartRate").map { line in
            try (
                start: String(#require(attribute("startDate", line))),
                value: #require(attribute("value", line).flatMap { Double($0) })
            )
        }.sorted { $0.start < $1.start }
        var checked = 0
        var span: (start: String, end: String)?
        for line in lines {
            if line.contains("<Workout ") {
                span = try (
                    String(#require(attribute("startDate", line))), String(#require(attribute("endDate", line)))
                )
            }
            guard let open = span, line.contains("<WorkoutStatistics "), line.contains("IdentifierHeartRate\""),
                attribute("startDate", line).map(String.init) == open.start,
                attribute("endDate", line).map(String.init) == open.end
            else { continue }
            let inside = beats.filter { open.start <= $0.start && $0.start < open.end }.map(\.value)
            guard inside.count > 3 else { continue }
            let average = try #require(attribute("average", line).flatMap { Double($0) })
            #expect((inside.reduce(0, +) / Double(inside.count) - average).magnitude < 0.1, "\(open)")
            #expect(average > 75 && average < 170)
            checked += 1
        }
        #expect(checked > 50)
    }

    @Test func onlyOtherPeopleMoveToAnotherContinent() throws {
        let zones = { (lines: [Substring]) in
            Set(
                lines.filter { $0.contains("key=\"HKTimeZone\"") }.compactMap {
                    attribute("value", $0).map(String.init)
                })
        }
        #expect(zones(lines) == ["Europe/Berlin", "Europe/Lisbon"])
        #expect(zones(try Self.document(seed: 2, records: 120 * 1500).0).contains("America/New_York"))
    }
}
