// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct FITActivityTests {
    private static let start = FITWriter.start
    private static let date = FITWriter.epochStart

    private func read(_ writer: FITWriter) throws -> ReadImport { try read(writer.file()) }

    private func read(_ bytes: [UInt8]) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("activity", bytes))
    }

    @Test(arguments: [false, true]) func aSessionIsAWorkoutWithRecordsAndARoute(isBigEndian: Bool) throws {
        let read = try read(FITWriter.run(isBigEndian: isBigEndian))
        #expect(read.tally.format == "fit" && read.tally.complete && read.diagnostics == [])
        let workout = try #require(read.workouts.first)
        #expect(read.workouts.count == 1 && workout.activityType == "HKWorkoutActivityTypeRunning")
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 600 && workout.duration == 600)
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 2000)
        #expect(read.statistics(.activeEnergyBurned)?.sum == 150)
        // The session has no heart rates, so they are those of the records: 100 to 159.
        let rates = try #require(read.statistics(.heartRate))
        #expect(rates.average == 129.5 && rates.minimum == 100 && rates.maximum == 159)
        #expect(workout.events == [])
        #expect(read.records(.heartRate).map(\.value) == (100..<160).map(Double.init))
        #expect(read.records(.heartRate).first?.source == "Garmin")
        #expect(read.records(.runningPower).count == 60 && read.records(.cyclingPower) == [])
        #expect(read.records(.runningSpeed).allSatisfy { $0.value == 3 && $0.start == $0.end })
        let points = try #require(workout.routes.first?.points)
        #expect(points.count == 60 && points[0].latitude == 45 && points[0].altitude == 20 && points[0].speed == 3)
        #expect(points[59].time == Self.date + 59)
        #expect((points[59].longitude - 59_000 * 180 / 2_147_483_648).magnitude < 1e-12)
    }

    @Test func numbersThatMeanNoneAreNoSamples() throws {
        var writer = FITWriter()
        writer.addFileID()
        writer.add(
            20, .time(Self.start), .s32(0, .max), .s32(1, .max), .u8(3, 0xFF), .u8(4, 0xFF), .u16(6, 0xFFFF),
            .u16(7, 0xFFFF))
        writer.add(20, .time(Self.start + 1), .s32(0, 0), .s32(1, .max), .u8(3, 0), .u8(4, 80), .u16(6, 0), .u16(7, 0))
        writer.addSession(
            start: Self.start, elapsed: 60, timer: 60, sport: 2, distance: 0xFFFF_FFFF / 100, calories: 0xFFFF)
        let read = try read(writer)
        #expect(read.records(.heartRate) == [] && read.workouts.first?.routes == [])
        #expect(read.records(.cyclingPower).map(\.value) == [0] && read.records(.cyclingSpeed).map(\.value) == [0])
        #expect(read.records(.cyclingCadence).map(\.value) == [80])
        #expect(read.statistics(.activeEnergyBurned) == nil && read.statistics(.heartRate) == nil)
    }

    @Test func stopsAndStartsOfTheTimerArePauses() throws {
        var writer = FITWriter()
        writer.addFileID()
        func event(_ seconds: UInt64, _ type: UInt64, _ writer: inout FITWriter) {
            writer.add(21, local: 1, .time(Self.start + seconds), .kind(0, 0), .kind(1, type))
        }
        for (seconds, type) in [(0, 0), (60, 4), (90, 0), (100, 1), (120, 0), (300, 9)] as [(UInt64, UInt64)] {
            event(seconds, type, &writer)
        }
        for lap in [0, 150] as [UInt64] {
            writer.add(
                19, local: 2, .time(Self.start + lap + 150), .u32(2, Self.start + lap), .u32(7, 150_000),
                .u32(8, 125_000))
        }
        writer.addSession(start: Self.start, elapsed: 300, timer: 250, sport: 11, distance: 300, calories: 20)
        let workout = try #require(try read(writer).workouts.first)
        #expect(workout.duration == 250)
        let pauses = workout.events.filter { $0.type != "HKWorkoutEventTypeLap" }
        #expect(
            pauses.map { "\($0.type.dropFirst(18)) \(Int($0.date - Self.date))" } == [
                "Pause 60", "Resume 90", "Pause 100", "Resume 120",
            ])
        let laps = workout.events.filter { $0.type == "HKWorkoutEventTypeLap" }
        #expect(laps.map { $0.date - Self.date } == [0, 150] && laps.allSatisfy { $0.duration == 150 })
    }

    @Test func theLapsOfAPoolAreItsLengths() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (index, type) in [1, 1, 0, 1].enumerated() {
            writer.add(
                101, local: 1, .time(Self.start), .u32(2, Self.start + UInt64(index) * 30), .u32(3, 30_000),
                .kind(7, UInt64(index)), .kind(12, UInt64(type)))
        }
        writer.add(
            18, local: 2, .time(Self.start + 120), .u32(2, Self.start), .kind(5, 5), .kind(6, 17), .u32(7, 120_000),
            .u32(8, 120_000), .u32(9, 7500), .u32(10, 60), .u16(44, 2500))
        let read = try read(writer)
        let workout = try #require(read.workouts.first)
        #expect(workout.activityType == "HKWorkoutActivityTypeSwimming")
        #expect(read.statistics(.distanceSwimming)?.sum == 75 && read.statistics(.swimmingStrokeCount)?.sum == 60)
        #expect(workout.events.map { $0.date - Self.date } == [0, 30, 90])
        // Freestyle, backstroke and butterfly in HealthKit.
        #expect(workout.events.map { $0.metadata.map(\.value) } == [["2"], ["3"], ["5"]])
        #expect(workout.sample.metadata.contains(MetadataPair(key: HKMetadataKeyLapLength, value: "25 m")))
        #expect(workout.sample.metadata.contains(MetadataPair(key: HKMetadataKeySwimmingLocationType, value: "1")))
    }

    @Test func aTriathlonHasAWorkoutForEachSession() throws {
        var writer = FITWriter()
        writer.addFileID()
        for second in 0..<300 {
            writer.add(20, local: 1, .time(Self.start + UInt64(second)), .u8(3, 140), .u16(7, 200))
        }
        for (index, sport) in [5, 2, 1].enumerated() {
            writer.addSession(
                start: Self.start + UInt64(index) * 100, elapsed: 100, timer: 100, sport: UInt64(sport), distance: 500,
                calories: 30)
        }
        let read = try read(writer)
        #expect(
            read.workouts.map { $0.activityType.dropFirst("HKWorkoutActivityType".count) } == [
                "Swimming", "Cycling", "Running",
            ])
        #expect(read.records(.heartRate).count == 300)
        #expect(read.records(.cyclingPower).map { $0.start - Self.date } == (100..<200).map(Double.init))
        #expect(read.records(.runningPower).count == 100)
    }

    @Test func aFileWithoutSessionsIsAWorkoutFromItsRecords() throws {
        let whole = FITWriter.run().file()
        // The file ends in the middle of a record.
        let read = try read(Array(whole[..<(whole.count - 150)]))
        let workout = try #require(read.workouts.first)
        #expect(!read.tally.complete && read.diagnostics.count == 1)
        let last = try #require(read.records(.heartRate).last)
        #expect(workout.sample.start == Self.date && workout.sample.end == last.start && last.start > Self.date + 30)
        #expect(workout.activityType == "HKWorkoutActivityTypeOther")
    }

    @Test func damagedFilesAreReadAndNamedAndRefusedIfStrict() throws {
        let writer = FITWriter.run()
        let folder = try TemporaryFolder()
        for (name, bytes, isComplete) in [
            ("sum.fit", writer.file(isRight: false), true), ("size.fit", writer.file(size: 0), true),
            ("cut.fit", Array(writer.file().dropLast(10)), false),
        ] {
            let url = try folder.write(name, bytes)
            let read = try ReadImport(url)
            #expect(read.diagnostics.map(\.file) == [name] && read.tally.complete == isComplete, "\(name)")
            #expect(read.records(.heartRate).count == 60 && read.workouts.count == 1, "\(name)")
            let error = #expect(throws: FormatError.self) { try ReadImport(url, strict: true) }
            #expect(error?.code == .rejected && error?.file == name, "\(name)")
        }
    }

    @Test func recordsFarFromTheSessionAreLeftOutAndNamed() throws {
        var writer = FITWriter()
        writer.addFileID()
        for seconds in [0, 1, 70_000_000] as [UInt64] {
            writer.add(20, local: 1, .time(Self.start + seconds), .u8(3, 120))
        }
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 1, distance: 100, calories: 5)
        let read = try read(writer)
        #expect(read.records(.heartRate).count == 2 && read.workouts.first?.sample.end == Self.date + 60)
        #expect(read.diagnostics.map(\.reason) == ["records more than a day away from the activity were left out: 1"])
    }

    @Test func speedsAndDistancesOfTwelveBitsAreRead() throws {
        var writer = FITWriter()
        writer.addFileID()
        // 5 m/s; 250 m, and 10 m in the next round of 256 m.
        for (second, distance) in [4000, 160].enumerated() {
            let packed = 500 | UInt64(distance) << 12
            writer.add(
                20, local: 1, .time(Self.start + UInt64(second)),
                .bytes(8, [packed & 0xFF, packed >> 8 & 0xFF, packed >> 16]))
        }
        writer.add(12, local: 2, .kind(0, 2), .kind(1, 0))
        let read = try read(writer)
        #expect(read.records(.cyclingSpeed).map(\.value) == [5, 5])
        #expect(read.statistics(.distanceCycling)?.sum == 266)
    }

    @Test func totalsThatTheSessionLacksAreThoseOfItsRecordsAndLaps() throws {
        /// Adds a session of 100 s without totals.
        func addSession(_ writer: inout FITWriter, sport: UInt64 = 2, at seconds: UInt64 = 0) {
            writer.add(
                18, local: 3, .time(Self.start + seconds + 100), .u32(2, Self.start + seconds), .kind(5, sport),
                .u32(7, 100_000), .u32(8, 100_000), .u32(9, 0xFFFF_FFFF), .u16(11, 0xFFFF))
        }
        func addLap(_ writer: inout FITWriter, at seconds: UInt64, metres: UInt64) {
            writer.add(
                19, local: 2, .time(Self.start + seconds + 50), .u32(2, Self.start + seconds), .u32(7, 50_000),
                .u32(8, 50_000), .u32(9, metres * 100), .u16(11, 4))
        }
        var records = FITWriter()
        records.addFileID()
        for (second, metres, calories) in [(1, 5, 0), (50, 300, 3), (99, 610, 7)] as [(UInt64, UInt64, UInt64)] {
            records.add(20, local: 1, .time(Self.start + second), .u32(5, metres * 100), .u16(33, calories))
        }
        var cut = records
        addSession(&records)
        let read = try read(records)
        #expect(read.statistics(.distanceCycling)?.sum == 610 && read.statistics(.activeEnergyBurned)?.sum == 7)
        // Laps of two sessions belong to each by their time.
        var laps = FITWriter()
        laps.addFileID()
        for (second, metres) in [(0, 100), (50, 120), (100, 900)] as [(UInt64, UInt64)] {
            addLap(&laps, at: second, metres: metres)
        }
        addSession(&laps, sport: 1)
        addSession(&laps, at: 100)
        let sums = try self.read(laps).workouts.map { $0.statistics.map(\.sum) }
        #expect(sums == [[220, 8], [900, 4]])
        // Without a session, the workout ends with its last lap.
        addLap(&cut, at: 50, metres: 310)
        let workout = try #require(try self.read(cut).workouts.first)
        #expect(workout.sample.start == Self.date + 1 && workout.sample.end == Self.date + 100)
    }

    @Test func positionsWithoutAFixAreNoRoute() throws {
        var writer = FITWriter()
        writer.addFileID()
        writer.add(20, local: 1, .time(Self.start), .s32(0, 0), .s32(1, 0), .u8(3, 90))
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 2, sub: 6, distance: 100, calories: 5)
        let read = try read(writer)
        #expect(read.workouts.first?.routes == [] && read.records(.heartRate).count == 1)
    }

    @Test func strokesOfLengthsAreThoseOfTheSwim() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (index, strokes) in [18, 17, 0xFFFF].enumerated() as EnumeratedSequence<[UInt64]> {
            writer.add(
                101, local: 1, .time(Self.start), .u32(2, Self.start + UInt64(index) * 20), .u32(3, 20_000),
                .u16(5, strokes), .kind(7, 0), .kind(12, 1))
        }
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 5, sub: 17, distance: 75, calories: 5)
        #expect(try read(writer).statistics(.swimmingStrokeCount)?.sum == 35)
    }

    @Test func powersOfDevelopersAreReadWhereTheRecordHasNone() throws {
        var writer = FITWriter()
        writer.addFileID()
        writer.add(206, local: 1, .u8(0, 0), .u8(1, 9), .u8(2, 0x84), .u16(14, 20), .u8(15, 7))
        writer.add(20, local: 2, .time(Self.start), .u16(7, 0xFFFF), .u16(9, 280).of(developer: 0))
        writer.add(20, local: 2, .time(Self.start + 1), .u16(7, 250), .u16(9, 280).of(developer: 0))
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 1, distance: 1, calories: 1)
        #expect(try read(writer).records(.runningPower).map(\.value) == [280, 250])
    }

    @Test func heartRatesOfAStrapFromASwimAreRead() throws {
        var writer = FITWriter()
        writer.addFileID()
        // The strap's clock is at 2 s; then come two heart rates after 1 s and 2.5 s.
        writer.add(132, local: 1, .time(Self.start), .u8(6, 100), .u32(9, 2048))
        let (first, second): (UInt64, UInt64) = (3072, (2048 + 2560) & 0xFFF)
        writer.add(
            132, local: 2, .u8(6, 110, 120), .bytes(10, [first & 0xFF, first >> 8 | (second & 0xF) << 4, second >> 4]))
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 5, distance: 50, calories: 5)
        let rates = try read(writer).records(.heartRate)
        #expect(rates.map(\.value) == [100, 110, 120])
        #expect(rates.map { $0.start - Self.date } == [0, 1, 2.5])
    }

    @Test func intervalsBetweenHeartbeatsAreASeries() throws {
        var writer = FITWriter()
        writer.addFileID()
        writer.add(20, local: 1, .time(Self.start), .u8(3, 60))
        writer.add(78, local: 2, .u16(0, 1000, 500, 0xFFFF))
        writer.add(78, local: 2, .u16(0, 750, 0xFFFF, 0xFFFF))
        // The strap lost contact for a minute.
        writer.add(20, local: 1, .time(Self.start + 60), .u8(3, 60))
        writer.add(78, local: 2, .u16(0, 800, 900, 0xFFFF))
        let read = try read(writer)
        guard case .heartbeatSeries(let series)? = read.items.first else {
            Issue.record("there are no heartbeats")
            return
        }
        #expect(series.sample.start == Self.date)
        #expect(series.times.map { ($0 * 1000).rounded() } == [0, 1000, 1500, 2250, 60_000, 60_900])
        #expect(series.gaps == [4] && read.tally.heartbeats == 6)
    }

    @Test func everySportIsAKindOfWorkout() {
        for sport in 0...255 as ClosedRange<Int64> {
            for sub in 0...255 as ClosedRange<Int64> {
                let name = FITKind.kind(sport: sport, sub: sub).exportName
                #expect(!name.isEmpty)
            }
        }
        #expect(FITKind.kind(sport: 2, sub: 6).exportName == "HKWorkoutActivityTypeCycling")
        #expect(FITKind.kind(sport: 10, sub: 20).exportName == "HKWorkoutActivityTypeTraditionalStrengthTraining")
        #expect(FITKind.kind(sport: 22, sub: 0).exportName == "motorcycling")
        #expect(FITKind.metadata(sport: 1, sub: 1) == [MetadataPair(key: HKMetadataKeyIndoorWorkout, value: "1")])
    }
}
