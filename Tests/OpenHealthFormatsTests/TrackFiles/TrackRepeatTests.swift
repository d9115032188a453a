// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Points that TCX and GPX files contain several times, and times and distances that they state wrongly or not at all.
@Suite struct TrackRepeatTests {
    /// 2024-06-14T07:00:00Z in seconds since 1970.
    private static let date = FITWriter.epochStart

    private func read(_ text: String) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("track", Array(text.utf8)))
    }

    private static func time(_ second: Int) -> String {
        let parts = [7 + second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "2024-06-14T\(parts.joined(separator: ":"))Z"
    }

    private func events(_ workout: WorkoutData?) -> [String] {
        (workout?.events ?? []).map {
            "\($0.type.dropFirst("HKWorkoutEventType".count)) \(Int($0.date - Self.date)) \(Int($0.duration ?? 0))"
        }
    }

    // MARK: GPX

    /// Returns a track whose segments have points of seconds, on a line to the north with 3 m each second.
    private static func gpx(_ segments: [[Int]]) -> String {
        let text = segments.map { seconds in
            let points = seconds.map { second in
                """
                <trkpt lat="\(50 + Double(second) * 3 / 111_194.93)" lon="8"><ele>100</ele><time>\(time(second))</time>
                <extensions><hr>\(140 + second % 5)</hr></extensions></trkpt>
                """
            }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        return "<gpx creator=\"OutRun\"><trk><type>running</type>\(text.joined())</trk></gpx>"
    }

    /// The seconds of the points of each segment of a file, as one or more ranges.
    private static let repeats: [[[ClosedRange<Int>]]] = [
        // Each segment begins with all points before.
        [[0...60], [0...120], [0...180]],
        // Two segments share their middle, also in the other order.
        [[0...120], [60...180]], [[60...180], [0...120]],
        // One segment has a part twice.
        [[0...90, 30...180]],
        // A segment begins with the end of the one before, and one is repeated.
        [[0...60], [60...180], [0...60]],
    ]

    @Test(arguments: repeats)
    func pointsOfAFileThatOccurSeveralTimesCountOnce(_ ranges: [[ClosedRange<Int>]]) throws {
        let segments = ranges.map { parts in parts.flatMap { Array($0) } }
        let read = try read(Self.gpx(segments))
        let workout = try #require(read.workouts.first)
        #expect(workout.duration == 180 && workout.sample.end == Self.date + 180 && events(workout) == [])
        #expect(workout.routes.first?.points.map { $0.time - Self.date } == (0...180).map(Double.init))
        #expect(read.records(.heartRate).map { $0.start - Self.date } == (0...180).map(Double.init))
        let distance = try #require(read.statistics(.distanceWalkingRunning)?.sum)
        #expect((distance - 540).magnitude < 0.1)
    }

    @Test func pausesBetweenSegmentsRemainWhereOthersAreRepeated() throws {
        let segments: [ClosedRange<Int>] = [0...60, 0...90, 150...180, 150...180]
        let read = try read(Self.gpx(segments.map { Array($0) }))
        #expect(events(read.workouts.first) == ["Pause 90 0", "Resume 150 0"] && read.workouts.first?.duration == 120)
        let distance = try #require(read.statistics(.distanceWalkingRunning)?.sum)
        #expect((distance - 360).magnitude < 0.1)
    }

    @Test func otherPlacesOfOneTimeRemainWithTheirAltitudes() throws {
        let moved = Self.gpx([[0, 1, 2, 2, 3]]).split(separator: "<trkpt ").enumerated().map { index, part in
            index == 4 ? String(part.replacing("lon=\"8\"", with: "lon=\"8.00001\"")) : String(part)
        }
        let read = try read(moved.joined(separator: "<trkpt "))
        let points = try #require(read.workouts.first?.routes.first?.points)
        #expect(points.map { $0.time - Self.date } == [0, 1, 2, 2, 3])
        #expect(points.map(\.longitude) == [8, 8, 8, 8.00001, 8] && points.allSatisfy { $0.altitude == 100 })
        #expect(read.records(.heartRate).count == 4)
    }

    // MARK: TCX

    /// Returns a point on a line to the north with 3 m each second.
    private static func point(_ second: Int, metres: Int? = nil, hasPlace: Bool = true) -> String {
        let place = """
            <Position><LatitudeDegrees>\(50 + Double(second) * 3 / 111_194.93)</LatitudeDegrees>
            <LongitudeDegrees>8</LongitudeDegrees></Position>
            """
        return """
            <Trackpoint><Time>\(time(second))</Time>\(hasPlace ? place : "")
            <DistanceMeters>\(metres ?? second * 3)</DistanceMeters>
            <HeartRateBpm><Value>\(140 + second % 5)</Value></HeartRateBpm></Trackpoint>
            """
    }

    /// Returns a lap of tracks with points of seconds.
    private static func lap(
        _ start: Int, seconds: Int?, metres: Int = 0, _ tracks: [ClosedRange<Int>], hasPlaces: Bool = true
    ) -> String {
        let tracks = tracks.map { "<Track>\($0.map { point($0, hasPlace: hasPlaces) }.joined())</Track>" }
        return """
            <Lap StartTime="\(time(start))">\(seconds.map { "<TotalTimeSeconds>\($0)</TotalTimeSeconds>" } ?? "")
            <DistanceMeters>\(metres)</DistanceMeters>\(tracks.joined())</Lap>
            """
    }

    private static func tcx(_ laps: String...) -> String {
        """
        <TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>\(time(0))</Id>\(laps.joined())</Activity>
        </Activities></TrainingCenterDatabase>
        """
    }

    @Test func theLastPointOfALapThatBeginsTheNextCountsOnce() throws {
        let read = try read(
            Self.tcx(
                Self.lap(0, seconds: 60, metres: 180, [0...60]), Self.lap(60, seconds: 60, metres: 180, [60...120])))
        #expect(read.records(.heartRate).map { $0.start - Self.date } == (0...120).map(Double.init))
        #expect(read.workouts.first?.routes.first?.points.count == 121)
        #expect(events(read.workouts.first) == ["Lap 0 60", "Lap 60 60"] && read.workouts.first?.duration == 120)
    }

    @Test func lapsOfOneStartKeepTheirOrder() throws {
        let read = try read(
            Self.tcx(
                Self.lap(0, seconds: 60, metres: 180, [0...59]), Self.lap(0, seconds: 90, metres: 270, [60...119]),
                Self.lap(0, seconds: 30, metres: 90, [])))
        #expect(events(read.workouts.first) == ["Lap 0 60", "Lap 0 90", "Lap 0 30"] && read.diagnostics == [])
    }

    @Test func aLapWithoutAStartBeginsWithItsFirstPoint() throws {
        func undated(_ lap: String) -> String { lap.replacing("Lap StartTime=\"\(Self.time(0))\"", with: "Lap") }
        let (first, second) = (
            Self.lap(0, seconds: 60, metres: 180, [0...59]), Self.lap(60, seconds: 60, metres: 180, [60...119])
        )
        let read = try read(Self.tcx(undated(first), second))
        #expect(events(read.workouts.first) == ["Lap 0 60", "Lap 60 60"] && read.diagnostics == [])
        #expect(read.workouts.first?.sample.start == Self.date && read.workouts.first?.sample.end == Self.date + 120)
        // One without points either is named.
        let empty = try self.read(Self.tcx(first, second, undated(Self.lap(0, seconds: 60, []))))
        #expect(events(empty.workouts.first) == ["Lap 0 60", "Lap 60 60"])
        #expect(
            empty.diagnostics.map(\.reason) == ["laps without a start and points are no events of the workout: 1"])
    }

    @Test func aTimeOfZeroIsThatOfThePoints() throws {
        for seconds in [nil, 0] as [Int?] {
            let one = try read(Self.tcx(Self.lap(0, seconds: seconds, [0...600])))
            #expect(one.workouts.first?.duration == 600 && one.statistics(.distanceWalkingRunning)?.sum == 1800)
            // Without the pause between two tracks.
            let paused = try read(Self.tcx(Self.lap(0, seconds: seconds, [0...100, 200...300])))
            #expect(paused.workouts.first?.duration == 200 && paused.workouts.first?.sample.end == Self.date + 300)
            // Beside a lap that states its time.
            let mixed = try read(
                Self.tcx(Self.lap(0, seconds: seconds, [0...100, 120...200]), Self.lap(200, seconds: 90, [200...300])))
            #expect(mixed.workouts.first?.duration == 270)
            #expect(events(mixed.workouts.first).filter { $0.hasPrefix("Lap") } == ["Lap 0 180", "Lap 200 90"])
        }
        let empty = try read(Self.tcx(Self.lap(0, seconds: 0, [])))
        #expect(empty.workouts.first?.duration == 0)
    }

    @Test func lapsThatOverlapAreNotLongerThanTheWorkout() throws {
        let read = try read(
            Self.tcx(
                Self.lap(0, seconds: 660, metres: 1800, [0...599]),
                Self.lap(540, seconds: 660, metres: 1800, [600...1199])
            ))
        let workout = try #require(read.workouts.first)
        #expect(workout.sample.end - workout.sample.start == 1200 && workout.duration == 1200)
    }

    @Test(arguments: ["0", "90000"]) func aDropoutOfTheDistanceGivesNoSpeed(_ wrong: String) throws {
        let lap = Self.lap(0, seconds: 600, [0...600], hasPlaces: false)
        let dropout = lap.replacing(">900</DistanceMeters>", with: ">\(wrong)</DistanceMeters>")
        #expect(dropout != lap)
        let read = try read(Self.tcx(dropout))
        #expect(read.records(.runningSpeed).count >= 598 && read.records(.runningSpeed).allSatisfy { $0.value == 3 })
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 1800)
    }

    @Test func distancesWithoutSpeedsAndPlacesGiveSpeeds() throws {
        let read = try read(Self.tcx(Self.lap(0, seconds: 60, metres: 180, [0...60], hasPlaces: false)))
        #expect(read.records(.runningSpeed).map { $0.start - Self.date } == (1...60).map(Double.init))
        #expect(read.records(.runningSpeed).allSatisfy { $0.value == 3 })
        let places = try self.read(Self.tcx(Self.lap(0, seconds: 60, metres: 180, [0...60])))
        #expect(places.records(.runningSpeed) == [])
    }

    @Test func distancesThatBeginAnewAreAddedUp() throws {
        func sum(_ metres: [Int], step: Int = 100) throws -> Double? {
            let points = metres.enumerated().map { Self.point($0.offset * step, metres: $0.element, hasPlace: false) }
            let lap = """
                <Lap StartTime="\(Self.time(0))"><TotalTimeSeconds>0</TotalTimeSeconds>
                <Track>\(points.joined())</Track></Lap>
                """
            return try read(Self.tcx(lap)).statistics(.distanceWalkingRunning)?.sum
        }
        #expect(try sum([0, 300, 600, 0, 300, 600]) == 1200)
        #expect(try sum([0, 300, 600, 0, 300, 900, 10, 400]) == 1900)
        // A smaller value between others is an error of the device, and so is a step back.
        #expect(try sum([0, 300, 600, 0, 603], step: 1) == 603)
        #expect(try sum([0, 300, 600, 0, 0, 603, 900], step: 1) == 900)
        #expect(try sum([0, 300, 600, 590, 700]) == 700)
        #expect(try sum([0, 300, 65_535, 303, 306], step: 1) == 306)
    }
}
