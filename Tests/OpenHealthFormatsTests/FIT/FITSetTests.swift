// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// The sets of a strength training.
@Suite struct FITSetTests {
    private static let start = FITWriter.start
    private static let date = FITWriter.epochStart

    /// Returns a strength training of 20 minutes.
    private static func training(_ add: (inout FITWriter) -> Void) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID()
        add(&writer)
        writer.addSession(start: start, elapsed: 1200, timer: 1200, sport: 10, sub: 20, distance: 0, calories: 100)
        return writer
    }

    private func workout(_ writer: FITWriter, _ diagnostics: [String] = []) throws -> WorkoutData {
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("training.fit", writer.file()))
        #expect(read.diagnostics.map(\.reason) == diagnostics && read.workouts.count == 1)
        return try #require(read.workouts.first)
    }

    private static func texts(_ workout: WorkoutData) -> [String] {
        workout.events.map { event in
            let metadata = event.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
            return "\(Int(event.date - date)) \(event.duration ?? -1) \(metadata)"
        }
    }

    @Test func activeSetsAreSegmentsAndRestsAreNone() throws {
        let workout = try workout(
            Self.training { writer in
                writer.add(
                    225, local: 1, .u32(254, Self.start + 40), .u32(0, 40_500), .u16(3, 12), .u16(4, 680), .kind(5, 1),
                    .u32(6, Self.start), .u16(7, 0), .u16(10, 0))
                writer.add(
                    225, local: 1, .u32(254, Self.start + 100), .u32(0, 60_000), .u16(3, 0xFFFF), .u16(4, 0xFFFF),
                    .kind(5, 0), .u32(6, Self.start + 40), .u16(7, 0xFFFF), .u16(10, 1))
                // Without a weight, and of an exercise that the watch has not recognised.
                writer.add(
                    225, local: 1, .u32(254, Self.start + 130), .u32(0, 30_000), .u16(3, 8), .u16(4, 0), .kind(5, 1),
                    .u32(6, Self.start + 100), .u16(7, 65_534), .u16(10, 2))
                // The first of several exercises that the watch has considered.
                writer.add(
                    225, local: 2, .u32(0, 45_000), .u16(4, 1000), .kind(5, 1), .u32(6, Self.start + 200),
                    .u16(7, 0xFFFF, 28, 8))
            })
        #expect(workout.activityType == "HKWorkoutActivityTypeTraditionalStrengthTraining")
        #expect(workout.events.allSatisfy { $0.type == "HKWorkoutEventTypeSegment" })
        #expect(
            Self.texts(workout) == [
                "0 40.5 OpenHealthKitRepetitions=12,OpenHealthKitWeight=42.5 kg,OpenHealthKitExercise=bench press",
                "100 30.0 OpenHealthKitRepetitions=8",
                "200 45.0 OpenHealthKitWeight=62.5 kg,OpenHealthKitExercise=squat",
            ])
    }

    @Test func aSetThatIsWrittenAgainIsTheCorrectedOne() throws {
        let workout = try workout(
            Self.training { writer in
                for (repetitions, weight) in [(10, 0xFFFF), (12, 800)] as [(UInt64, UInt64)] {
                    writer.add(
                        225, local: 1, .u32(0, 30_000), .u16(3, repetitions), .u16(4, weight), .kind(5, 1),
                        .u32(6, Self.start + 60), .u16(10, 4))
                }
            })
        #expect(Self.texts(workout) == ["60 30.0 OpenHealthKitRepetitions=12,OpenHealthKitWeight=50 kg"])
    }

    @Test func aSetWithoutAStartEndsAtTheTimeOfItsMessage() throws {
        let workout = try workout(
            Self.training { writer in
                writer.add(225, local: 1, .u32(254, Self.start + 90), .u32(0, 30_000), .u16(3, 5))
                // Sets of no time, outside of the training, and longer than a day are none.
                writer.add(225, local: 2, .u32(0, 30_000), .u16(3, 5), .kind(5, 1))
                writer.add(225, local: 3, .u32(6, Self.start + 4000), .u32(0, 30_000), .u16(3, 5))
                writer.add(225, local: 3, .u32(6, Self.start + 200), .u32(0, 90_000_000), .u16(3, 5))
            },
            [
                "sets outside of the activity were left out: 1",
                "sets without a start, or longer than a day, were left out: 2",
            ])
        #expect(Self.texts(workout) == ["60 30.0 OpenHealthKitRepetitions=5"])
    }

    @Test func setsAtTheEdgesAreKeptWithinTheTraining() throws {
        let workout = try workout(
            Self.training { writer in
                for (start, seconds) in [(-20, 30), (-40, 40), (1190, 30), (1200, 30)] as [(Int, UInt64)] {
                    writer.add(
                        225, local: 1, .u32(6, UInt64(Int(Self.start) + start)), .u32(0, seconds * 1000), .u16(3, 5),
                        .kind(5, 1))
                }
            }, ["sets outside of the activity were left out: 2"])
        #expect(Self.texts(workout) == ["0 10.0 OpenHealthKitRepetitions=5", "1190 10.0 OpenHealthKitRepetitions=5"])
    }

    @Test func aSetThatBeginsInOneSessionIsNoneOfTheNext() throws {
        var writer = FITWriter()
        writer.addFileID()
        for start in [590, 605] as [UInt64] {
            writer.add(225, local: 1, .u32(6, Self.start + start), .u32(0, 30_000), .u16(3, 5), .kind(5, 1))
        }
        for start in [0, 610] as [UInt64] {
            writer.addSession(
                start: Self.start + start, elapsed: 600, timer: 600, sport: 10, sub: 20, distance: 0, calories: 100)
        }
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("training.fit", writer.file()))
        #expect(read.diagnostics == [])
        #expect(
            read.workouts.map(Self.texts) == [
                ["590 10.0 OpenHealthKitRepetitions=5"], ["610 25.0 OpenHealthKitRepetitions=5"],
            ])
    }

    @Test func lapsAndLengthsOutsideOfTheActivityAreNamed() throws {
        var writer = FITWriter.run()
        for start in [0, 300, 4000] as [UInt64] {
            writer.add(
                19, local: 4, .time(Self.start + start + 300), .u32(2, Self.start + start), .u32(7, 300_000))
        }
        // A lap of no time at the end.
        writer.add(19, local: 4, .time(Self.start + 600), .u32(2, Self.start + 600), .u32(7, 0))
        writer.add(101, local: 5, .u32(2, Self.start + 5000), .u32(3, 30_000), .kind(12, 1))
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("run.fit", writer.file()))
        #expect(
            read.diagnostics.map(\.reason) == [
                "laps outside of the activity were left out: 1", "lengths outside of the activity were left out: 1",
            ])
        #expect(read.workouts.first?.events.count { $0.type == "HKWorkoutEventTypeLap" } == 2)
    }

    @Test func setsAndLapsAreEventsOfOneTraining() throws {
        let workout = try workout(
            Self.training { writer in
                for lap in 0..<2 as Range<UInt64> {
                    writer.add(
                        19, local: 1, .time(Self.start + 600 * (lap + 1)), .u32(2, Self.start + 600 * lap),
                        .u32(7, 600_000))
                }
                writer.add(225, local: 2, .u32(6, Self.start + 60), .u32(0, 30_000), .u16(3, 5), .kind(5, 1))
            })
        #expect(
            workout.events.map { "\(Int($0.date - Self.date)) \($0.type)" } == [
                "0 HKWorkoutEventTypeLap", "60 HKWorkoutEventTypeSegment", "600 HKWorkoutEventTypeLap",
            ])
    }
}
