// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Sessions, laps and lengths that are written twice, and the readings of runs and swims.
@Suite struct FITSessionTests {
    private static let start = FITWriter.start
    private static let date = FITWriter.epochStart

    private func read(_ writer: FITWriter) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("activity.fit", writer.file()))
    }

    @Test func aSessionThatIsWrittenTwiceIsOneWorkout() throws {
        var writer = FITWriter.run()
        writer.addSession(start: Self.start, elapsed: 600, timer: 600, sport: 1, distance: 2000, calories: 150)
        let read = try read(writer)
        #expect(read.workouts.count == 1 && read.diagnostics == [])
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 2000 && read.records(.heartRate).count == 60)
    }

    @Test func aLaterSessionMessageAddsFieldsToTheFirst() throws {
        var writer = FITWriter()
        writer.addFileID()
        // The first message has the kind, the distance and the maximum, and the second the end, the energy and the average.
        writer.add(
            18, local: 1, .time(Self.start + 60), .u32(2, Self.start), .kind(5, 2), .kind(6, 6), .u32(9, 123_400),
            .u8(17, 171))
        writer.add(
            18, local: 2, .time(Self.start + 900), .u32(2, Self.start), .kind(5, 2), .u32(7, 900_000), .u32(8, 840_000),
            .u16(11, 210), .u8(16, 140))
        let read = try read(writer)
        let workout = try #require(read.workouts.first)
        #expect(read.workouts.count == 1 && workout.activityType == "HKWorkoutActivityTypeCycling")
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 900 && workout.duration == 840)
        #expect(read.statistics(.distanceCycling)?.sum == 1234 && read.statistics(.activeEnergyBurned)?.sum == 210)
        let rates = read.statistics(.heartRate)
        #expect(rates?.average == 140 && rates?.maximum == 171)
        // The first message has the sub-sport of an indoor activity.
        #expect(workout.sample.metadata.contains(MetadataPair(key: HKMetadataKeyIndoorWorkout, value: "1")))
    }

    @Test func theSessionOfAWholeTriathlonIsNoWorkoutBesideThoseOfItsSports() throws {
        for isFirst in [true, false] {
            var writer = FITWriter()
            writer.addFileID()
            for second in stride(from: 0, to: 900 as UInt64, by: 10) {
                writer.add(20, local: 1, .time(Self.start + second), .u8(3, 100 + second / 10))
            }
            func addSession(_ start: UInt64, _ end: UInt64, sport: UInt64, distance: UInt64) {
                writer.add(
                    18, local: 2, .time(Self.start + end), .u32(2, Self.start + start), .kind(5, sport),
                    .u32(7, (end - start) * 1000), .u32(8, (end - start) * 1000), .u32(9, distance * 100))
            }
            if isFirst { addSession(0, 900, sport: 18, distance: 6000) }
            addSession(0, 300, sport: 5, distance: 300)
            addSession(300, 600, sport: 2, distance: 5000)
            addSession(600, 900, sport: 1, distance: 700)
            if !isFirst { addSession(0, 900, sport: 18, distance: 6000) }
            let read = try read(writer)
            let kinds = read.workouts.map { $0.activityType.replacing("HKWorkoutActivityType", with: "") }
            #expect(kinds == ["Swimming", "Cycling", "Running"], "\(isFirst)")
            let minima = read.workouts.map { $0.statistics.first { $0.type.hasSuffix("HeartRate") }?.minimum }
            #expect(minima == [100, 130, 160])
        }
        // Alone, it is one.
        var writer = FITWriter()
        writer.addFileID()
        writer.addSession(start: Self.start, elapsed: 900, timer: 900, sport: 18, distance: 6000, calories: 150)
        #expect(try read(writer).workouts.map(\.activityType) == ["HKWorkoutActivityTypeSwimBikeRun"])
    }

    @Test(arguments: [false, true]) func aSessionWithoutADistanceHasThatOfItsRecords(beginsAnew: Bool) throws {
        // The records count on from the swim to the ride, or begin anew after the border.
        var writer = FITWriter()
        writer.addFileID()
        for second in stride(from: 0, through: 900 as UInt64, by: 10) {
            let isSwim = second <= 300
            let metres = isSwim ? second * 2 : (second - 300) * 16 + (beginsAnew ? 0 : 600)
            writer.add(20, local: 1, .time(Self.start + second), .u32(5, metres * 100))
        }
        for (begin, end, sport) in [(0, 300, 5), (300, 900, 2)] as [(UInt64, UInt64, UInt64)] {
            writer.add(
                18, local: 2, .time(Self.start + end), .u32(2, Self.start + begin), .kind(5, sport),
                .u32(7, (end - begin) * 1000))
        }
        let sums = try read(writer).workouts.map { $0.statistics.compactMap(\.sum) }
        #expect(sums == [[600], [9600]])
    }

    @Test func aTransitionWithoutADistanceHasNotThatOfTheSwimBeforeIt() throws {
        var writer = FITWriter()
        writer.addFileID()
        for second in stride(from: 0, through: 1000 as UInt64, by: 10) {
            let metres = second <= 300 ? second * 2 : 600 + (second <= 400 ? 0 : (second - 400) * 16)
            writer.add(20, local: 1, .time(Self.start + second), .u32(5, metres * 100))
        }
        for (begin, end, sport) in [(0, 300, 5), (300, 400, 3), (400, 1000, 2)] as [(UInt64, UInt64, UInt64)] {
            writer.add(
                18, local: 2, .time(Self.start + end), .u32(2, Self.start + begin), .kind(5, sport),
                .u32(7, (end - begin) * 1000))
        }
        let workouts = try read(writer).workouts
        #expect(workouts.map { $0.statistics.compactMap(\.sum) } == [[600], [], [9600]])
        #expect(workouts.map(\.attributes) == [[], [], []])
    }

    @Test func lapsWithoutASessionAndRecordsAreAWorkout() throws {
        var writer = FITWriter()
        writer.addFileID()
        for lap in 0..<2 as Range<UInt64> {
            writer.add(
                19, local: 1, .time(Self.start + 300 * (lap + 1)), .u32(2, Self.start + 300 * lap), .u32(7, 300_000),
                .u32(8, 290_000), .u32(9, 100_000), .u16(11, 20), .kind(25, 1))
        }
        let read = try read(writer)
        let workout = try #require(read.workouts.first)
        #expect(read.workouts.count == 1 && workout.activityType == "HKWorkoutActivityTypeRunning")
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 600 && workout.duration == 580)
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 2000)
        #expect(read.statistics(.activeEnergyBurned)?.sum == 40)
        #expect(workout.events.map(\.type) == Array(repeating: "HKWorkoutEventTypeLap", count: 2))
    }

    @Test func totalsOfZeroAreThoseOfTheRecords() throws {
        var writer = FITWriter()
        writer.addFileID()
        for second in 0...60 as ClosedRange<UInt64> {
            writer.add(20, local: 1, .time(Self.start + second), .u32(5, second * 300), .u16(33, second / 6))
        }
        // The elapsed time is 0, and the time of the message is the start.
        writer.add(
            18, local: 2, .time(Self.start), .u32(2, Self.start), .kind(5, 1), .u32(7, 0), .u32(8, 60_000), .u32(9, 0),
            .u16(11, 0))
        let read = try read(writer)
        #expect(read.workouts.first?.sample.end == Self.date + 60 && read.workouts.first?.duration == 60)
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 180)
        #expect(read.statistics(.activeEnergyBurned)?.sum == 10)
    }

    @Test func aSessionOfAnUnknownSportHasItsTotalDistance() throws {
        // A generic sport, and one that HealthKit has no kind for.
        for sport in [0, 23] as [UInt64] {
            var writer = FITWriter()
            writer.addFileID()
            writer.addSession(start: Self.start, elapsed: 600, timer: 600, sport: sport, distance: 2000, calories: 150)
            let read = try read(writer)
            #expect(
                read.workouts.first?.attributes == [
                    MetadataPair(key: "totalDistance", value: "2000.0"),
                    MetadataPair(key: "totalDistanceUnit", value: "m"),
                ])
            #expect(read.statistics(.distanceWalkingRunning) == nil && read.diagnostics == [])
        }
    }

    @Test func sessionsOfSeveralSportsThatStartTogetherRemain() throws {
        var writer = FITWriter()
        writer.addFileID()
        writer.addSession(start: Self.start, elapsed: 0, timer: 0, sport: 3, distance: 0, calories: 0)
        writer.addSession(start: Self.start, elapsed: 600, timer: 600, sport: 1, distance: 2000, calories: 150)
        #expect(
            try read(writer).workouts.map(\.activityType) == [
                "HKWorkoutActivityTypeTransition", "HKWorkoutActivityTypeRunning",
            ])
    }

    @Test func lapsThatAreWrittenTwiceCountOnce() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (index, offset) in [(0, 0), (1, 100), (1, 100)] as [(UInt64, UInt64)] {
            writer.add(
                19, local: 1, .time(Self.start + offset + 100), .u16(254, index), .u32(2, Self.start + offset),
                .u32(7, 100_000), .u32(9, 30_000))
        }
        // A lap of no length at the start of another one is a lap of its own.
        writer.add(
            19, local: 1, .time(Self.start + 100), .u16(254, 2), .u32(2, Self.start + 100), .u32(7, 0), .u32(9, 0))
        writer.add(18, local: 2, .time(Self.start + 200), .u32(2, Self.start), .kind(5, 1), .u32(7, 200_000))
        let read = try read(writer)
        #expect(read.workouts.first?.events.map { $0.date - Self.date } == [0, 100, 100])
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 600)
    }

    @Test func lapsThatStateTheStartOfTheActivityRemain() throws {
        var writer = FITWriter()
        writer.addFileID()
        for seconds in [100, 200, 200] as [UInt64] {
            writer.add(
                19, local: 1, .time(Self.start + seconds), .u32(2, Self.start), .u32(7, seconds * 1000), .u32(9, 30_000)
            )
        }
        writer.add(18, local: 2, .time(Self.start + 200), .u32(2, Self.start), .kind(5, 1), .u32(7, 200_000))
        let read = try read(writer)
        #expect(read.workouts.first?.events.map(\.duration) == [100, 200])
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 600)
    }

    @Test func lapsOfOneStartWithOtherTotalsRemain() throws {
        var writer = FITWriter()
        writer.addFileID()
        // The last message repeats the one before.
        for (metres, timer) in [(300, 100), (310, 90), (310, 90)] as [(UInt64, UInt64)] {
            writer.add(
                19, local: 1, .time(Self.start + 100), .u32(2, Self.start), .u32(7, 100_000), .u32(8, timer * 1000),
                .u32(9, metres * 100))
        }
        writer.add(18, local: 2, .time(Self.start + 200), .u32(2, Self.start), .kind(5, 1), .u32(7, 200_000))
        let read = try read(writer)
        #expect(read.workouts.first?.events.map { $0.date - Self.date } == [0, 0])
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 610 && read.diagnostics == [])
    }

    @Test func lapsAtTheEdgesOfTheSessionAreCutOff() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (begin, elapsed) in [(0, 360), (360, 400)] as [(UInt64, UInt64)] {
            let start = Self.start - 60 + begin
            writer.add(
                19, local: 1, .time(start + elapsed), .u32(2, start), .u32(7, elapsed * 1000), .u32(9, elapsed * 300))
        }
        writer.add(18, local: 2, .time(Self.start + 600), .u32(2, Self.start), .kind(5, 1), .u32(7, 600_000))
        let read = try read(writer)
        let laps = read.workouts.first?.events ?? []
        #expect(laps.map { $0.date - Self.date } == [0, 300] && laps.map(\.duration) == [300, 300])
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 2280 && read.diagnostics == [])
    }

    @Test func runsHaveTheirDynamics() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (second, oscillation, contact, step) in [
            (0, 845, 2413, 11_250), (1, 0, 0, 0), (2, 0xFFFF, 0xFFFF, 0xFFFF),
        ] as [(UInt64, UInt64, UInt64, UInt64)] {
            writer.add(
                20, local: 1, .time(Self.start + second), .u16(39, oscillation), .u16(41, contact), .u16(85, step),
                .u16(108, 3450))
        }
        writer.add(
            18, local: 2, .time(Self.start + 60), .u32(2, Self.start), .kind(5, 1), .u32(7, 60_000), .u16(20, 231),
            .u16(89, 840), .u16(91, 2400), .u16(134, 11_000))
        let read = try read(writer)
        #expect(read.records(.runningVerticalOscillation).map(\.value) == [8.45])
        #expect(read.records(.runningGroundContactTime).map(\.value) == [241.3])
        #expect(read.records(.runningStrideLength).map(\.value) == [1.125])
        #expect(read.records(.respiratoryRate).map(\.value) == [34.5, 34.5, 34.5])
        #expect(read.statistics(.runningVerticalOscillation)?.average == 8.4)
        #expect(read.statistics(.runningGroundContactTime)?.average == 240)
        #expect(read.statistics(.runningStrideLength)?.average == 1.1)
        #expect(read.statistics(.runningPower)?.average == 231)
    }

    @Test func fieldsOfDevelopersAreKnownByTheirNamesAndUnits() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (number, name, units) in [
            (1, "Power", "Watts"), (2, "Ground Time", "Milliseconds"), (3, "Vertical Oscillation", "Millimeters"),
            (4, "Form Power", "Watts"), (5, "Power", "percent"),
        ] as [(UInt64, String, String)] {
            writer.add(
                206, local: 1, .u8(0, 0), .u8(1, number), .u8(2, 0x84), .text(3, name), .text(8, units))
        }
        writer.add(
            20, local: 2, .time(Self.start), .u16(1, 280).of(developer: 0), .u16(2, 231).of(developer: 0),
            .u16(3, 79).of(developer: 0), .u16(4, 66).of(developer: 0), .u16(5, 50).of(developer: 0))
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 1, distance: 100, calories: 1)
        let read = try read(writer)
        #expect(read.records(.runningPower).map(\.value) == [280])
        #expect(read.records(.runningGroundContactTime).map(\.value) == [231])
        #expect(read.records(.runningVerticalOscillation).map(\.value) == [7.9])
    }

    @Test func lengthsOfAPoolHaveTheirStrokes() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (index, strokes) in [(0, 12), (1, 14), (2, 14)] as [(UInt64, UInt64)] {
            let start = Self.start + index * 30
            writer.add(
                101, local: 1, .time(start + 30), .u16(254, index), .u32(2, start), .u32(3, 30_000), .u16(5, strokes),
                .kind(7, 0), .kind(12, 1))
        }
        writer.add(
            18, local: 2, .time(Self.start + 90), .u32(2, Self.start), .kind(5, 5), .kind(6, 17), .u32(7, 90_000),
            .u16(44, 2500))
        let read = try read(writer)
        #expect(read.records(.swimmingStrokeCount).map(\.value) == [12, 14, 14])
        #expect(read.records(.swimmingStrokeCount).map { $0.end - $0.start } == [30, 30, 30])
        #expect(read.statistics(.swimmingStrokeCount)?.sum == 40)
    }
}
