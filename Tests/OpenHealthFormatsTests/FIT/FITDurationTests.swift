// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Times and distances of FIT sessions that state them wrongly or not at all.
@Suite struct FITDurationTests {
    private static let start = FITWriter.start
    private static let date = FITWriter.epochStart
    /// The number that means none.
    private static let none: UInt64 = 0xFFFF_FFFF

    private func read(_ writer: FITWriter) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("activity", writer.file()))
    }

    /// Returns a file with records of seconds, whose distances grow by 3 m each second from each start.
    private static func records(_ parts: [ClosedRange<UInt64>]) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID()
        for part in parts {
            for second in part {
                writer.add(
                    20, local: 1, .time(start + second), .u8(3, 140), .u32(5, (second - part.lowerBound) * 300))
            }
        }
        return writer
    }

    private static func addEvents(_ events: [(second: UInt64, type: UInt64)], to writer: inout FITWriter) {
        for event in events {
            writer.add(21, local: 2, .time(start + event.second), .kind(0, 0), .kind(1, event.type))
        }
    }

    /// Adds a session, with milliseconds and centimetres as the file has them.
    private static func addSession(
        end: UInt64, elapsed: UInt64 = none, timer: UInt64 = none, distance: UInt64 = none, to writer: inout FITWriter
    ) {
        writer.add(
            18, local: 3, .time(start + end), .u32(2, start), .kind(5, 1), .u32(7, elapsed), .u32(8, timer),
            .u32(9, distance))
    }

    private func events(_ workout: WorkoutData) -> [String] {
        workout.events.map { "\($0.type.dropFirst("HKWorkoutEventType".count)) \(Int($0.date - Self.date))" }
    }

    @Test(arguments: [0xFFFF_FFFF, 0] as [UInt64]) func aSessionWithoutATimeHasThatWithoutItsPauses(timer: UInt64)
        throws
    {
        var writer = Self.records([0...100, 200...300])
        // Starts and stops are repeated, and the last stops are the end.
        Self.addEvents(
            [(0, 0), (0, 0), (100, 4), (100, 4), (200, 0), (200, 0), (300, 4), (300, 9)], to: &writer)
        Self.addSession(end: 300, elapsed: 300_000, timer: timer, distance: 60_000, to: &writer)
        let workout = try #require(try read(writer).workouts.first)
        #expect(events(workout) == ["Pause 100", "Resume 200"])
        #expect(workout.duration == 200 && workout.sample.end == Self.date + 300)
    }

    @Test(arguments: [0xFFFF_FFFF, 0] as [UInt64], [0xFFFF_FFFF, 0] as [UInt64])
    func aSessionWithoutAnyTimeLastsAsLongAsItsRecords(elapsed: UInt64, timer: UInt64) throws {
        var writer = Self.records([0...600])
        Self.addSession(end: 0, elapsed: elapsed, timer: timer, distance: 180_000, to: &writer)
        let workout = try #require(try read(writer).workouts.first)
        #expect(workout.sample.end == Self.date + 600 && workout.duration == 600)
    }

    @Test func aTimeOfZeroIsTheElapsedTime() throws {
        var writer = Self.records([0...600])
        Self.addSession(end: 600, elapsed: 600_000, timer: 0, distance: 180_000, to: &writer)
        #expect(try read(writer).workouts.first?.duration == 600)
    }

    @Test func aTimeIsNotLongerThanTheWorkout() throws {
        var writer = Self.records([0...600])
        Self.addSession(end: 600, elapsed: 600_000, timer: 650_000, distance: 180_000, to: &writer)
        let workout = try #require(try read(writer).workouts.first)
        #expect(workout.sample.end == Self.date + 600 && workout.duration == 600)
    }

    @Test func aSessionEndsWithItsRecordsIfItsTimeIsAnError() throws {
        var writer = Self.records([0...600])
        Self.addSession(
            end: 600, elapsed: 4_000_000_000, timer: 4_000_000_000, distance: 4_000_000_000, to: &writer)
        let read = try read(writer)
        let workout = try #require(read.workouts.first)
        #expect(workout.sample.end == Self.date + 600 && workout.duration == 600)
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 1800)
        #expect(
            read.diagnostics.map(\.reason) == [
                "sessions that last ten times as long as their messages and records tell end with these: 1"
            ])
    }

    /// The seconds of the timer and of the message after the start, and those of the workout. The elapsed time is 46 days.
    @Test(
        arguments: [
            (timer: 4_000_000, written: 600, length: 600), (timer: 900, written: 600, length: 900),
            (timer: 400, written: 600, length: 600),
        ] as [(timer: UInt64, written: UInt64, length: Double)])
    func aSessionWithoutRecordsEndsWithItsMessageIfItsTimeIsAnError(
        timer: UInt64, written: UInt64, length: Double
    ) throws {
        var writer = FITWriter()
        writer.addFileID()
        Self.addSession(end: written, elapsed: 4_000_000_000, timer: timer * 1000, distance: 180_000, to: &writer)
        let read = try read(writer)
        let workout = try #require(read.workouts.first)
        #expect(workout.sample.end == Self.date + length && workout.duration == min(Double(timer), length))
        #expect(
            read.diagnostics.map(\.reason) == [
                "sessions that last ten times as long as their messages and records tell end with these: 1"
            ])
    }

    @Test(arguments: [86_000, 172_800] as [UInt64]) func aLongSessionWithFewRecordsKeepsItsTime(elapsed: UInt64) throws
    {
        var writer = Self.records([0...600])
        // Its message is written at its end, or it is no longer than a day.
        let end = elapsed > 86_400 ? elapsed : 600
        Self.addSession(end: end, elapsed: elapsed * 1000, timer: elapsed * 1000, distance: 180_000, to: &writer)
        let read = try read(writer)
        #expect(read.workouts.first?.sample.end == Self.date + Double(elapsed) && read.diagnostics.isEmpty)
    }

    @Test func distancesThatBeginAnewAreAddedUp() throws {
        var writer = Self.records([0...200, 400...600])
        Self.addSession(end: 600, elapsed: 600_000, timer: 400_000, to: &writer)
        #expect(try read(writer).statistics(.distanceWalkingRunning)?.sum == 1200)
    }
}
