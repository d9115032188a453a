// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct FITMonitoringTests {
    /// Midnight of 2024-06-14 in a zone two hours east of UTC.
    private static let midnight = FITWriter.start - 9 * 3600
    private static let date = FITWriter.epochStart - 9 * 3600

    /// Returns a file of a day's monitoring.
    /// - Parameter counts: The seconds since midnight, the kind of activity, the steps and the distance in metres.
    private static func file(
        from start: UInt64 = 0, _ counts: [(seconds: UInt64, activity: UInt64, steps: UInt64, metres: UInt64)]
    ) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        writer.add(103, local: 1, .time(midnight + start), .u32(0, midnight + start + 7200))
        for count in counts {
            writer.add(
                55, local: 2, .time(midnight + count.seconds), .u32(3, count.steps), .u32(2, count.metres * 100),
                .kind(5, count.activity), .u16(19, count.steps / 20))
        }
        return writer
    }

    private static func steps(_ read: ReadImport) -> [String] {
        read.records(.stepCount).map {
            "\(Int($0.start - date)) \(Int($0.end - date)) \(Int($0.value))"
        }
    }

    private func read(_ files: [FITWriter]) throws -> ReadImport {
        let folder = try TemporaryFolder()
        // The names are in another order than the times.
        for (index, file) in files.enumerated() { _ = try folder.write("\(9 - index).fit", file.file()) }
        return try ReadImport(folder.url)
    }

    @Test func countsBecomeDifferencesByKindOfActivity() throws {
        let read = try read([
            Self.file([
                (3600, 6, 100, 70), (3600, 1, 50, 60), (7200, 6, 300, 210), (10_800, 6, 300, 210), (10_800, 1, 80, 90),
                (10_800, 8, 7, 7),
            ])
        ])
        #expect(Self.steps(read) == ["0 3600 50", "0 3600 100", "3600 7200 200", "3600 10800 30"])
        #expect(read.records(.distanceWalkingRunning).map(\.value) == [60, 70, 140, 30])
        #expect(read.records(.activeEnergyBurned).reduce(0) { $0 + $1.value } == 19)
        #expect(read.tally.format == "fit")
    }

    @Test func countsBeginAnewAtLocalMidnightAndAreNeverNegative() throws {
        let day: UInt64 = 86_400
        let read = try read([
            Self.file([
                (3600, 6, 500, 0), (day, 6, 900, 0), (day + 600, 6, 40, 0), (day + 1200, 6, 30, 0),
                (day + 1800, 6, 50, 0),
            ])
        ])
        #expect(
            Self.steps(read) == ["0 3600 500", "3600 86400 400", "86400 87000 40", "87600 88200 20"])
    }

    @Test func filesOfACallAreReadTogetherWhateverTheirNames() throws {
        let morning = Self.file([(3600, 6, 100, 0), (7200, 6, 250, 0)])
        let evening = Self.file(from: 9000, [(9000, 6, 260, 0), (10_800, 6, 400, 0)])
        let expected = ["0 3600 100", "3600 7200 150", "7200 9000 10", "9000 10800 140"]
        #expect(Self.steps(try read([morning, evening])) == expected)
        #expect(Self.steps(try read([evening, morning])) == expected)
        // A part of a day that comes later repeats no count.
        #expect(Self.steps(try read([evening])) == ["9000 10800 140"])
    }

    @Test func aFileThatWasCopiedBeforeItsEndRepeatsNoCount() throws {
        let part = Self.file([(3600, 6, 100, 0), (7200, 6, 250, 0)])
        let whole = Self.file([(3600, 6, 100, 0), (7200, 6, 250, 0), (10_800, 6, 400, 0)])
        #expect(Self.steps(try read([part, whole])) == ["0 3600 100", "3600 7200 150", "7200 10800 150"])
    }

    @Test func devicesHaveCountsOfTheirOwn() throws {
        func file(_ serial: UInt64?, product: UInt64, _ counts: [(seconds: UInt64, steps: UInt64)]) -> FITWriter {
            var writer = FITWriter()
            writer.addFileID(type: 32, product: product, serial: serial)
            writer.add(103, local: 1, .time(Self.midnight), .u32(0, Self.midnight + 7200))
            for count in counts {
                writer.add(
                    55, local: 2, .time(Self.midnight + count.seconds), .u32(3, count.steps), .kind(5, 6),
                    .u8(27, 70))
            }
            return writer
        }
        let expected = ["0 3600 1000", "0 4000 900", "3600 7200 500", "4000 8000 1200"]
        for (serials, products) in [([1, 2], [3113, 3113]), ([1, 1], [3113, 3999]), ([nil, nil], [3113, 3999])]
            as [([UInt64?], [UInt64])]
        {
            let read = try read([
                file(serials[0], product: products[0], [(3600, 1000), (7200, 1500)]),
                file(serials[1], product: products[1], [(4000, 900), (8000, 2100)]),
            ])
            #expect(Self.steps(read) == expected)
            #expect(Set(read.records(.stepCount).map(\.source)) == ["Garmin"])
        }
    }

    @Test func countsWithoutAKindOfActivityAreNamed() throws {
        var writer = Self.file([(3600, 6, 100, 70)])
        for seconds in [7200, 10_800] as [UInt64] {
            writer.add(55, local: 3, .time(Self.midnight + seconds), .u32(3, seconds))
        }
        writer.add(55, local: 4, .time(Self.midnight + 9000), .u8(27, 60))
        let read = try read([writer])
        #expect(Self.steps(read) == ["0 3600 100"] && read.records(.heartRate).count == 1)
        #expect(
            read.diagnostics.map(\.reason) == ["counts of a day without their kind of activity were left out: 2"])
    }

    @Test func readingsThatAFileHasTwiceCountOnce() throws {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        for _ in 0..<2 {
            writer.add(55, local: 1, .time(Self.midnight + 60), .u8(27, 60))
            writer.add(227, local: 2, .s16(0, 35), .u32(1, FITWriter.start + 60))
            writer.add(30, local: 3, .time(FITWriter.start), .u16(0, 8050))
            writer.add(51, local: 4, .time(FITWriter.start), .u16(0, 120), .u16(1, 80))
        }
        // Of two readings of one time, the store keeps one.
        writer.add(30, local: 3, .time(FITWriter.start), .u16(0, 8060))
        let read = try read([writer])
        #expect(read.records(.heartRate).count == 1 && read.items.count == 1)
        #expect(read.records(.bodyMass).map(\.value) == [80.5, 80.6])
        #expect(read.all.count { $0.type == "OpenHealthKitQuantityTypeIdentifierGarminStressLevel" } == 1)
    }

    @Test func heartRatesWithTimesOfSixteenBitsAreRead() throws {
        var writer = Self.file([])
        for seconds in [60, 120, 65_000, 70_000] as [UInt64] {
            writer.add(55, local: 3, .u16(26, (Self.midnight + seconds) & 0xFFFF), .u8(27, 60))
        }
        writer.add(55, local: 3, .u16(26, (Self.midnight + 70_060) & 0xFFFF), .u8(27, 0xFF))
        let rates = try read([writer]).records(.heartRate)
        #expect(rates.map { $0.start - Self.date } == [60, 120, 65_000, 70_000])
        #expect(rates.allSatisfy { $0.value == 60 })
    }

    @Test func weightsThatAreStillCalculatedAreNone() throws {
        var writer = FITWriter()
        writer.addFileID(type: 9)
        for (index, weight) in [8050, 0xFFFE, 0xFFFF].enumerated() as EnumeratedSequence<[UInt64]> {
            writer.add(
                30, local: 1, .time(FITWriter.start + UInt64(index)), .u16(0, weight), .u16(1, 2150), .u16(13, 0xFFFF))
        }
        let read = try read([writer])
        #expect(read.records(.bodyMass).map(\.value) == [80.5])
        #expect(read.records(.bodyFatPercentage).map(\.value) == [0.215, 0.215, 0.215])
        #expect(read.records(.bodyMassIndex) == [])
    }

    @Test func levelsOfSleepLastUntilTheNext() throws {
        var writer = FITWriter()
        writer.addFileID(type: 49)
        for (minute, level) in [(0, 1), (10, 2), (40, 2), (60, 3), (90, 0), (100, 4)] as [(UInt64, UInt64)] {
            writer.add(275, local: 1, .time(Self.midnight + minute * 60), .kind(0, level))
        }
        writer.add(21, local: 2, .time(Self.midnight + 7200), .kind(0, 74), .kind(1, 1))
        let stages = try read([writer]).all.filter { $0.type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue }
        #expect(
            stages.map { "\(Int($0.start - Self.date) / 60) \(Int($0.end - Self.date) / 60) \(Int($0.value))" } == [
                "0 10 2", "10 60 3", "60 90 4", "100 120 5",
            ])
    }

    @Test func theLastLevelOfSleepLastsUntilTheNightEnds() throws {
        /// Returns a night whose last level begins after an hour.
        func night() -> FITWriter {
            var writer = FITWriter()
            writer.addFileID(type: 49)
            for (minute, level) in [(0, 2), (60, 4)] as [(UInt64, UInt64)] {
                writer.add(275, local: 1, .time(Self.midnight + minute * 60), .kind(0, level))
            }
            return writer
        }
        func stages(_ writer: FITWriter, _ reasons: String...) throws -> [String] {
            let read = try read([writer])
            #expect(read.diagnostics.map(\.reason) == reasons)
            return read.all.filter { $0.type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue }.map {
                "\(Int($0.start - Self.date) / 60) \(Int($0.end - Self.date) / 60) \(Int($0.value))"
            }
        }
        let open = "a stage of sleep without an end was left out"
        #expect(try stages(night(), open) == ["0 60 3"])
        // The assessment states when the night ends, also if something stopped before the last level.
        for stop in [nil, 30] as [UInt64?] {
            var assessed = night()
            if let stop { assessed.add(21, local: 2, .time(Self.midnight + stop * 60), .kind(0, 0), .kind(1, 1)) }
            assessed.add(346, local: 3, .time(Self.midnight + 90 * 60), .u8(6, 81))
            #expect(try stages(assessed) == ["0 60 3", "60 90 5"])
        }
        // A message two days later is about something else.
        var late = night()
        late.add(21, local: 2, .time(Self.midnight + 2 * 86_400), .kind(0, 74), .kind(1, 1))
        #expect(try stages(late, open) == ["0 60 3"])
        // A level that was not measured is no stage.
        var unmeasured = night()
        unmeasured.add(275, local: 1, .time(Self.midnight + 90 * 60), .kind(0, 0))
        #expect(try stages(unmeasured) == ["0 60 3", "60 90 5"])
    }

    @Test func stressAndTheVariabilityOfANightAreReadings() throws {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        // A stress level has a time of its own; levels below 0 are none.
        writer.add(227, local: 1, .s16(0, 35), .u32(1, FITWriter.start + 60))
        writer.add(227, local: 1, .s16(0, -1), .u32(1, FITWriter.start + 240))
        // 5632 / 128 = 44 ms.
        writer.add(370, local: 2, .time(FITWriter.start), .u16(0, 6400), .u16(1, 5632))
        let alone = try read([writer])
        let stress = alone.all.filter { $0.type == "OpenHealthKitQuantityTypeIdentifierGarminStressLevel" }
        #expect(stress.map { [$0.start, $0.value] } == [[FITWriter.epochStart + 60, 35]])
        #expect(alone.records(.heartRateVariabilityRMSSD).map(\.value) == [44])
        // The readings of the night make its average unnecessary.
        writer.add(371, local: 3, .time(FITWriter.start - 300), .u16(0, 5184))
        #expect(try read([writer]).records(.heartRateVariabilityRMSSD).map(\.value) == [40.5])
    }

    @Test func otherReadingsHaveTheirTypes() throws {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        let time = FITWriter.Field.time(FITWriter.start)
        writer.add(269, local: 1, time, .u8(0, 97))
        writer.add(297, local: 2, time, .s16(0, 1450))
        writer.add(371, local: 3, time, .u16(0, 5184))
        writer.add(51, local: 4, time, .u16(0, 120), .u16(1, 80), .u8(6, 62))
        // A cardio fitness has the time of its update alone.
        writer.add(229, local: 5, .u32(0, FITWriter.start), .u16(2, 523))
        let read = try read([writer])
        #expect(read.records(.oxygenSaturation).map(\.value) == [0.97])
        #expect(read.records(.respiratoryRate).map(\.value) == [14.5])
        #expect(read.records(.heartRateVariabilityRMSSD).map(\.value) == [40.5])
        #expect(read.records(.heartRate).map(\.value) == [62])
        #expect(read.records(.vo2Max).map { [$0.start, $0.value] } == [[FITWriter.epochStart, 52.3]])
        guard case .correlation(let pressure)? = read.items.first else {
            Issue.record("there is no blood pressure")
            return
        }
        #expect(pressure.members.map(\.row.value) == [120, 80])
    }
}
