// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthFormats

/// The days of counts in FIT files of monitoring, where the clocks change or the device travels.
@Suite struct FITDayCountTests {
    private static let hour: UInt64 = 3600
    private static let quarter: UInt64 = 900
    /// Midnight of 2024-06-14 in a zone two hours east of UTC.
    private static let midnight = FITWriter.start - 9 * 3600
    private static let date = FITWriter.epochStart - 9 * 3600

    private typealias Row = (seconds: UInt64, steps: UInt64)

    /// Returns rows each quarter of an hour with 80 steps more.
    private static func rows(from start: UInt64 = 0, hours: UInt64) -> [Row] {
        (1...(hours * 4)).map { (start + $0 * quarter, $0 * 80) }
    }

    /// Returns a file of monitoring.
    /// - Parameters:
    ///   - offset: The hours east of UTC at the start of the file.
    ///   - change: The seconds from which another offset is stated, and its hours.
    private static func file(
        from start: UInt64 = 0, offset: Int = 2, change: (seconds: UInt64, offset: Int)? = nil, _ rows: [Row]
    ) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        func addInfo(at seconds: UInt64, offset: Int) {
            let local = Int(midnight + seconds) + offset * 3600
            writer.add(103, local: 1, .time(midnight + seconds), .u32(0, UInt64(local)))
        }
        addInfo(at: start, offset: offset)
        var isChanged = false
        for row in rows {
            if let change, row.seconds > change.seconds, !isChanged {
                addInfo(at: change.seconds, offset: change.offset)
                isChanged = true
            }
            writer.add(
                55, local: 2, .time(midnight + row.seconds), .u32(3, row.steps), .u32(2, row.steps * 75), .kind(5, 6),
                .u16(19, row.steps / 25))
        }
        return writer
    }

    private func steps(_ files: [FITWriter]) throws -> [ReadImport.Record] {
        let folder = try TemporaryFolder()
        for (index, file) in files.enumerated() { _ = try folder.write("\(9 - index).fit", file.file()) }
        return try ReadImport(folder.url).records(.stepCount)
    }

    private func total(_ files: FITWriter...) throws -> Double { try steps(files).reduce(0) { $0 + $1.value } }

    @Test func aDayOfTwentyFiveHoursIsOneDay() throws {
        let rows = [(0, 0)] + Self.rows(hours: 25)
        #expect(try total(Self.file(rows)) == 8000)
        #expect(try total(Self.file([(0, 0), (10 * Self.hour, 3000), (25 * Self.hour, 8000)])) == 8000)
        #expect(try total(Self.file(change: (3 * Self.hour, 1), rows)) == 8000)
        let cut = 13
        #expect(
            try total(
                Self.file(Array(rows[..<cut])), Self.file(from: 3 * Self.hour, offset: 1, Array(rows[cut...]))) == 8000)
        // The next day begins after it, and ends 24 hours later.
        let next = Self.rows(from: 25 * Self.hour, hours: 24) + Self.rows(from: 49 * Self.hour, hours: 1)
        #expect(try total(Self.file(rows + next)) == 8000 + 7680 + 320)
    }

    @Test func aDayOfTwentyThreeHoursIsOneDay() throws {
        let rows = [(0, 0)] + Self.rows(hours: 23) + Self.rows(from: 23 * Self.hour, hours: 2)
        let samples = try steps([Self.file(rows)])
        func sum(_ range: Range<Double>) -> Double {
            samples.filter { range.contains($0.start - Self.date) }.reduce(0) { $0 + $1.value }
        }
        #expect(sum(0..<82_800) == 7360 && sum(82_800..<Double.infinity) == 640)
    }

    @Test func aFlightMakesADayLongerOrShorter() throws {
        let west = [(0, 0)] + Self.rows(hours: 30) + Self.rows(from: 30 * Self.hour, hours: 2)
        #expect(try total(Self.file(west)) == 10_240)
        #expect(try total(Self.file(change: (20 * Self.hour, -4), west)) == 10_240)
        // With this offset it is the day before again, for three hours.
        #expect(try total(Self.file(change: (3 * Self.hour, -4), west)) == 10_240)
        let east = [(0, 0)] + Self.rows(hours: 18) + Self.rows(from: 18 * Self.hour, hours: 2)
        #expect(try total(Self.file(east)) == 6400)
        #expect(try total(Self.file(change: (10 * Self.hour, 8), east)) == 6400)
    }

    @Test func anOrdinaryMidnightBeginsADay() throws {
        let day = [(0, 0)] + Self.rows(hours: 24)
        let samples = try steps([Self.file(day + Self.rows(from: 24 * Self.hour, hours: 2))])
        #expect(samples.filter { $0.end <= Self.date + 86_400 }.reduce(0) { $0 + $1.value } == 7680)
        #expect(samples.filter { $0.start >= Self.date + 86_400 }.reduce(0) { $0 + $1.value } == 640)
        // The counts at midnight are those of both days.
        let both = day + [(24 * Self.hour, 0)] + Self.rows(from: 24 * Self.hour, hours: 2)
        #expect(try total(Self.file(both)) == 8320)
        // A part of the file has the same days.
        let part = Self.file(both.dropLast(6))
        #expect(try total(part, Self.file(both)) == 8320)
    }

    @Test func aDeviceThatWasOffAtMidnightCountsAnew() throws {
        let day = Self.rows(hours: 22)
        // The next count is less, or more and no more than usual since midnight.
        #expect(try total(Self.file(day + [(30 * Self.hour, 500), (31 * Self.hour, 900)])) == 7040 + 900)
        #expect(try total(Self.file(day + [(34 * Self.hour, 7200), (35 * Self.hour, 7300)])) == 7040 + 7300)
        // A few counts before midnight do not show that the day goes on.
        #expect(try total(Self.file([(24 * Self.hour, 50), (24 * Self.hour + Self.quarter, 400)])) == 450)
    }

    @Test func aDeviceThatIsStillCountsNothingAnew() throws {
        let still = (1...12).map { (23 * Self.hour + $0 * Self.quarter, 7360) } as [Row]
        #expect(try total(Self.file(Self.rows(hours: 23) + still)) == 7360)
    }

    @Test func aCorrectionBeginsNoDay() throws {
        let rows = [(10 * Self.hour, 4000), (11 * Self.hour, 3900), (12 * Self.hour, 4100)] as [Row]
        #expect(try total(Self.file(rows)) == 4200)
        // Steps that a minute does not suffice for were not counted anew.
        let late = [(10 * Self.hour, 4000), (10 * Self.hour + 60, 1500), (12 * Self.hour, 4100)] as [Row]
        #expect(try total(Self.file(late)) == 6600)
    }

    // MARK: Generated days

    /// The days of a generated person, with the times of midnights and offsets that a device does not state.
    private struct Days {
        var counts: [FITDayCounts.Count] = []
        /// The ends of the days in seconds, and the last count of the steps of each.
        var expected: [(end: Int64, hundredths: Int64)] = []

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let start: Int64 = 1_718_316_000
            // The first offset, the hours of days that are not 24, and the number of hours after which an offset is stated; 0 is never.
            var (midnight, offset): (Int64, Int64) = (start, 2)
            let restated = [0, 0, 7, 26][random.below(4)] as Int64
            var (stated, next): (Int64, Int64) = (offset, start + restated * 3600)
            var isOff = false
            for day in 0..<12 {
                let lengths =
                    [23, 25, 18, 30].filter { day % 3 == 1 && (-11...13).contains(offset + 24 - $0) } as [Int64]
                let hours = lengths.randomElement(using: &random) ?? 24
                let change = Int64(random.below(Int(hours) * 4)) * 900
                let end = midnight + hours * 3600
                // The device is off at some of the midnights of which the last day tells.
                let on = isOff ? midnight + 3600 * Int64(random.below(4)) : midnight
                isOff = day % 3 != 1 && random.below(2) == 0
                let off = isOff ? end - 3600 * Int64(1 + random.below(4)) : end
                var (steps, run, rows): (Int64, Int64, Int64) = (0, 0, 0)
                for time in stride(from: midnight + 900, through: end, by: 900) {
                    if time - midnight == change + 900 { offset += 24 - hours }
                    if restated > 0, time >= next { (stated, next) = (offset, time + restated * 3600) }
                    // The steps of a night are few.
                    steps += time - midnight < 6 * 3600 ? Int64(random.below(4)) * 10 : Int64(random.below(200))
                    let isRun = (9...10).contains((time - midnight) / 3600)
                    if isRun { run += Int64(random.below(3000)) }
                    guard time > on, time <= off, random.below(5) > 0 else { continue }
                    rows = steps
                    func add(_ type: HKQuantityTypeIdentifier, _ activity: Int64, _ value: Int64) {
                        let count = DayCount(
                            time: time, hundredths: value * 100, quarters: stated * 4, fileStart: start)
                        counts.append((FITDayCounts.Counter(type: type, activity: activity), count))
                    }
                    if isRun { add(.distanceWalkingRunning, 1, run) }
                    add(.stepCount, 6, steps)
                    add(.distanceWalkingRunning, 6, steps * 3 / 4)
                    add(.activeEnergyBurned, 6, steps / 25)
                }
                expected.append((end, rows * 100))
                midnight = end
            }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func generatedDaysHaveTheirLastCounts(seed: UInt64) {
        let days = Days(seed: seed)
        let steps = FITDayCounts.dated(days.counts).filter { $0.counter.type == .stepCount }.map(\.count)
        let differences = Dictionary(grouping: steps, by: \.day).values.flatMap { DayCount.differences($0) }
        var start = Int64.min
        for (end, hundredths) in days.expected {
            let found = differences.filter { $0.end > start && $0.end <= end }.reduce(0) { $0 + $1.hundredths }
            #expect(found == hundredths, "seed \(seed), until \(end)")
            start = end
        }
    }
}
