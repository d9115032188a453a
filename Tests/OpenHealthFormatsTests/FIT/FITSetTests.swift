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

    private func workout(_ writer: FITWriter) throws -> WorkoutData {
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("training.fit", writer.file()))
        #expect(read.diagnostics == [] && read.workouts.count == 1)
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
            })
        #expect(Self.texts(workout) == ["60 30.0 OpenHealthKitRepetitions=5"])
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
