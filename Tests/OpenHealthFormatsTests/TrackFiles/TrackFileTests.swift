// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct TrackFileTests {
    /// 2024-06-14T07:00:00Z in seconds since 1970.
    private static let date = FITWriter.epochStart

    private func read(_ text: String) throws -> ReadImport { try read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("track", bytes))
    }

    private func kinds(_ read: ReadImport) -> [String] {
        read.workouts.map { $0.activityType.replacing("HKWorkoutActivityType", with: "") }
    }

    // MARK: TCX

    private static func tcx(_ activities: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
        <Activities>\(activities)</Activities></TrainingCenterDatabase>
        """
    }

    private static let point = """
        <Trackpoint><Time>2024-06-14T07:00:00Z</Time>
        <Position><LatitudeDegrees>45.5</LatitudeDegrees><LongitudeDegrees>-8.25</LongitudeDegrees></Position>
        <AltitudeMeters>100</AltitudeMeters><DistanceMeters>0</DistanceMeters>
        <HeartRateBpm><Value>120</Value></HeartRateBpm><Cadence>80</Cadence>
        <Extensions><ns3:TPX><ns3:Speed>7.5</ns3:Speed><ns3:Watts>210</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
        """

    private static func lap(_ start: String, seconds: Int, _ tracks: String) -> String {
        """
        <Lap StartTime="2024-06-14T\(start)Z"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>
        <DistanceMeters>1500</DistanceMeters><Calories>50</Calories>
        <AverageHeartRateBpm><Value>130</Value></AverageHeartRateBpm>
        <MaximumHeartRateBpm><Value>150</Value></MaximumHeartRateBpm>\(tracks)</Lap>
        """
    }

    @Test func lapsOfTCXAreAWorkout() throws {
        let second = Self.point.replacing("07:00:00", with: "07:01:00")
        let third = Self.point.replacing("07:00:00", with: "07:03:00").replacing(">120<", with: ">140<")
        let file = Self.tcx(
            """
            <Activity Sport="Biking"><Id>2024-06-14T07:00:00Z</Id>
            \(Self.lap("07:00:00", seconds: 120, "<Track>\(Self.point)\(second)</Track><Track>\(third)</Track>"))
            \(Self.lap("07:04:00", seconds: 60, ""))
            <Creator><Name>Edge 530</Name></Creator></Activity>
            """)
        let read = try read(file)
        let workout = try #require(read.workouts.first)
        #expect(read.tally.format == "tcx" && read.diagnostics == [] && kinds(read) == ["Cycling"])
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 300 && workout.duration == 180)
        #expect(read.statistics(.distanceCycling)?.sum == 3000 && read.statistics(.activeEnergyBurned)?.sum == 100)
        let rates = read.statistics(.heartRate)
        #expect(rates?.average == 130 && rates?.minimum == 120 && rates?.maximum == 150)
        #expect(
            workout.events.map { "\($0.type.dropFirst(18)) \(Int($0.date - Self.date)) \(Int($0.duration ?? 0))" } == [
                "Lap 0 120", "Pause 60 0", "Resume 180 0", "Lap 240 60",
            ])
        #expect(read.records(.heartRate).map(\.value) == [120, 120, 140])
        #expect(read.records(.heartRate).allSatisfy { $0.source == "Edge 530" })
        #expect(read.records(.cyclingPower).map(\.value) == [210, 210, 210])
        #expect(read.records(.cyclingCadence).count == 3 && read.records(.cyclingSpeed).first?.value == 7.5)
        let place = try #require(workout.routes.first?.points.first)
        #expect(place.latitude == 45.5 && place.longitude == -8.25 && place.altitude == 100)
    }

    @Test func theTimeBetweenLapsIsNoPartOfTheDuration() throws {
        let end = Self.point.replacing("07:00:00", with: "07:10:00")
        let later = Self.point.replacing("07:00:00", with: "07:15:00")
        let read = try read(
            Self.tcx(
                """
                <Activity Sport="Running"><Id>2024-06-14T07:00:00Z</Id>
                \(Self.lap("07:00:00", seconds: 600, "<Track>\(Self.point)\(end)</Track>"))
                \(Self.lap("07:15:00", seconds: 600, "<Track>\(later)</Track>"))</Activity>
                """))
        let workout = try #require(read.workouts.first)
        #expect(workout.sample.end == Self.date + 1500 && workout.duration == 1200)
        #expect(workout.events.map { $0.duration ?? 0 } == [600, 600])
    }

    @Test func theOrderOfElementsDoesNotMatter() throws {
        let lap = """
            <Lap StartTime="2024-06-14T07:00:00Z"><Track><Trackpoint><HeartRateBpm><Value> 120 </Value></HeartRateBpm>
            <Time>
            2024-06-14T07:00:00.000Z</Time></Trackpoint></Track><Calories>50</Calories>
            <TotalTimeSeconds>60.0</TotalTimeSeconds></Lap>
            """
        let file = Self.tcx("<Activity Sport='Running'>\(lap)<Id>2024-06-14T07:00:00Z</Id></Activity>")
        let read = try read(file)
        #expect(read.workouts.first?.duration == 60 && read.statistics(.activeEnergyBurned)?.sum == 50)
        #expect(read.records(.heartRate).map(\.value) == [120])
    }

    @Test func oddDocumentsOfTCXAreRead() throws {
        let lap = Self.lap("07:00:00", seconds: 60, "<Track>\(Self.point)</Track>")
        // Spaces before the declaration, several activities, and kinds that the schema does not have.
        let file =
            "          "
            + Self.tcx(
                ["Walking", "Other", "Kitesurf Race", "Swimming"].enumerated().map { index, sport in
                    let moved = lap.replacing("07:0", with: "1\(index):0")
                    return "<Activity Sport=\"\(sport)\">\(moved)</Activity>"
                }.joined())
        let read = try read(file)
        #expect(kinds(read) == ["Walking", "Other", "Kitesurf Race", "Swimming"])
        #expect(read.diagnostics == [] && read.records(.heartRate).count == 4)
        let utf16: [UInt8] =
            [0xFF, 0xFE] + file.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(kinds(try self.read(utf16)) == kinds(read))
        let cut = try self.read(String(file.prefix(file.count - 400)))
        #expect(!cut.tally.complete && cut.workouts.count == 4 && cut.diagnostics.count == 1)
    }

    // MARK: GPX

    private static func gpx(_ tracks: String) -> String {
        """
        <?xml version="1.0"?><gpx creator="Garmin Connect" version="1.1"><metadata><time>2020-01-01T00:00:00Z</time>
        </metadata>\(tracks)</gpx>
        """
    }

    private static func trackPoint(_ longitude: Double, _ time: String, _ extensions: String = "") -> String {
        """
        <trkpt lat="0" lon="\(longitude)"><ele>10</ele><time>2024-06-14T\(time)Z</time>\(extensions)</trkpt>
        """
    }

    @Test func aTrackOfGPXIsAWorkoutWithHeartRates() throws {
        // The prefix is not declared.
        let heart = """
            <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>131</gpxtpx:hr><gpxtpx:cad>85</gpxtpx:cad>
            </gpxtpx:TrackPointExtension></extensions>
            """
        let file = Self.gpx(
            """
            <trk><name>Morning</name><type>running</type>
            <trkseg>\(Self.trackPoint(8, "07:00:00", heart))\(Self.trackPoint(8.001, "07:00:30"))</trkseg>
            <trkseg>\(Self.trackPoint(8.002, "07:01:30"))\(Self.trackPoint(8.003, "07:02:00", heart))</trkseg></trk>
            """)
        let read = try read(file)
        let workout = try #require(read.workouts.first)
        #expect(read.tally.format == "gpx" && read.diagnostics == [] && kinds(read) == ["Running"])
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 120 && workout.duration == 60)
        #expect(
            workout.events.map { "\($0.type.dropFirst(18)) \(Int($0.date - Self.date))" } == ["Pause 30", "Resume 90"])
        #expect(workout.routes.first?.points.count == 4)
        #expect(read.records(.heartRate).map(\.value) == [131, 131])
        #expect(read.records(.heartRate).first?.source == "Garmin Connect")
        // Two thousandths of a degree on the equator: 6371008.8 m * 0.002 * pi / 180.
        let distance = try #require(read.statistics(.distanceWalkingRunning)?.sum)
        #expect((distance - 222.39).magnitude < 0.01)
    }

    @Test func tracksWithoutTimesAreNoWorkouts() throws {
        let file = Self.gpx(
            """
            <trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"></trkpt></trkseg></trk>
            <wpt lat="1" lon="2"><time>2024-06-14T07:00:00Z</time></wpt>
            <trk><type>9</type><trkseg>\(Self.trackPoint(1, "07:00:00"))\(Self.trackPoint(1, "07:10:00"))</trkseg></trk>
            """)
        let read = try read(file)
        #expect(kinds(read) == ["Running"] && read.workouts.first?.duration == 600)
        #expect(read.diagnostics.count == 1)
        let none = try self.read(Self.gpx("<wpt lat=\"1\" lon=\"2\"/>"))
        #expect(none.workouts == [] && none.diagnostics.count == 1)
    }

    @Test func placesAndTimesThatMeanNoneAreLeftOut() throws {
        // Devices without a fix write 0 and 0, and those whose clock is not set write 1970.
        let unset = Self.trackPoint(8, "06:00:00").replacing("2024-06-14", with: "1970-01-01")
        let read = try read(
            Self.gpx(
                """
                <trk><type>Run</type><trkseg>\(unset)\(Self.trackPoint(8, "07:00:00"))\(Self.trackPoint(0, "07:00:10"))
                \(Self.trackPoint(8.001, "07:00:20"))</trkseg></trk>
                """))
        let workout = try #require(read.workouts.first)
        #expect(workout.sample.start == Self.date && workout.sample.end == Self.date + 20)
        #expect(workout.routes.first?.points.map(\.longitude) == [8, 8.001])
        // 6371008.8 m * 0.001 * pi / 180.
        let distance = try #require(read.statistics(.distanceWalkingRunning)?.sum)
        #expect((distance - 111.195).magnitude < 0.001)
        #expect(read.diagnostics.map(\.reason) == ["points of tracks without a time were left out: 1"])
    }

    @Test func pointsOutOfOrderGiveTheSameRouteAndDistance() throws {
        let points = (0..<4).map { Self.trackPoint(8 + Double($0) / 1000, "07:00:0\($0)") }
        let track = { (points: [String]) in
            Self.gpx("<trk><type>9</type><trkseg>\(points.joined())</trkseg></trk>")
        }
        let ordered = try read(track(points))
        let mixed = try read(track([points[2], points[3], points[0], points[1]]))
        let distance = try #require(mixed.statistics(.distanceWalkingRunning)?.sum)
        #expect(distance == ordered.statistics(.distanceWalkingRunning)?.sum && (distance - 333.585).magnitude < 0.001)
        let places = try #require(mixed.workouts.first?.routes.first?.points)
        #expect(places.map { $0.time - Self.date } == [0, 1, 2, 3])
        #expect(places.map(\.longitude) == ordered.workouts.first?.routes.first?.points.map(\.longitude))
    }

    @Test func numbersWithDecimalCommasAreRead() throws {
        let track = Self.trackPoint(8.5, "07:00:00") + Self.trackPoint(8.75, "07:00:10")
        let commas = track.replacing("8.", with: "8,").replacing(">10<", with: ">10,5<")
        let gpx = try read(Self.gpx("<trk><trkseg>\(commas)</trkseg></trk>"))
        let points = try #require(gpx.workouts.first?.routes.first?.points)
        #expect(points.map(\.longitude) == [8.5, 8.75] && points.map(\.altitude) == [10.5, 10.5])
        let lap = Self.lap("07:00:00", seconds: 60, "<Track>\(Self.point.replacing("45.5", with: "45,5"))</Track>")
            .replacing(">1500<", with: ">1500,5<")
        let tcx = try read(Self.tcx("<Activity Sport=\"Biking\">\(lap)</Activity>"))
        #expect(tcx.workouts.first?.routes.first?.points.first?.latitude == 45.5)
        #expect(tcx.statistics(.distanceCycling)?.sum == 1500.5)
    }

    @Test func textsInSectionsOfCharacterDataAreRead() throws {
        let point = Self.trackPoint(8, "07:00:00").replacing(
            "2024-06-14T07:00:00Z", with: "<![CDATA[2024-06-14T07:00:00Z]]>")
        let read = try read(
            Self.gpx(
                "<trk><name><![CDATA[<type>]]></name><type><![CDATA[ hiking ]]></type><trkseg>\(point)</trkseg></trk>"))
        #expect(kinds(read) == ["Hiking"] && read.workouts.first?.sample.start == Self.date && read.diagnostics == [])
    }

    @Test func aHeartRateOf255IsNone() throws {
        let lap = Self.lap("07:00:00", seconds: 60, "<Track>\(Self.point.replacing(">120<", with: ">255<"))</Track>")
        let read = try read(
            Self.tcx("<Activity Sport=\"Running\">\(lap.replacing(">150<", with: ">255<"))</Activity>"))
        #expect(read.records(.heartRate) == [])
        #expect(read.statistics(.heartRate)?.average == 130 && read.statistics(.heartRate)?.maximum == nil)
    }

    @Test func aDistanceThatLapsLackIsThatOfThePointsOrTheRoute() throws {
        /// Returns the distance of a lap of 0 m with points.
        func distance(_ points: String) throws -> Double? {
            let lap = Self.lap("07:00:00", seconds: 10, "<Track>\(points)</Track>").replacing(">1500<", with: ">0<")
            return try read(Self.tcx("<Activity Sport=\"Biking\">\(lap)</Activity>"))
                .statistics(.distanceCycling)?.sum
        }
        func point(_ second: Int, metres: String, latitude: Double = 45.5) -> String {
            Self.point.replacing("07:00:00", with: "07:00:0\(second)").replacing("45.5", with: "\(latitude)")
                .replacing("<DistanceMeters>0</DistanceMeters>", with: metres)
        }
        func metres(_ value: Double) -> String { "<DistanceMeters>\(value)</DistanceMeters>" }
        #expect(try distance(point(0, metres: metres(3)) + point(9, metres: metres(80))) == 80)
        // A leg of a triathlon counts from its start.
        #expect(try distance(point(0, metres: metres(40_330)) + point(9, metres: metres(40_430))) == 100)
        // 6371008.8 m * 0.001 * pi / 180.
        let route = try #require(try distance(point(0, metres: "") + point(9, metres: "", latitude: 45.501)))
        #expect((route - 111.195).magnitude < 0.001)
    }

    @Test func aWorkoutOfAnUnknownKindHasItsTotalDistance() throws {
        let end = Self.point.replacing("07:00:00", with: "07:00:09").replacing("45.5", with: "45.501")
        let points = (Self.point + end).replacing("<DistanceMeters>0</DistanceMeters>", with: "")
        func attributes(_ metres: Int) throws -> [MetadataPair] {
            let lap = Self.lap("07:00:00", seconds: 10, "<Track>\(points)</Track>")
                .replacing(">1500<", with: ">\(metres)<")
            let workout = try read(Self.tcx("<Activity Sport=\"Other\">\(lap)</Activity>")).workouts.first
            #expect(workout?.statistics.contains { $0.type.contains("Distance") } == false)
            return workout?.attributes ?? []
        }
        #expect(
            try attributes(1500) == [
                MetadataPair(key: "totalDistance", value: "1500.0"), MetadataPair(key: "totalDistanceUnit", value: "m"),
            ])
        // 6371008.8 m * 0.001 * pi / 180.
        let route = try #require(try attributes(0).first { $0.key == "totalDistance" }.flatMap { Double($0.value) })
        #expect((route - 111.195).magnitude < 0.001)
    }

    @Test func namesOfGarminStravaAndOthersAreKinds() {
        let kinds: [(HKWorkoutActivityType, [String])] = [
            (.running, ["Run", "street_running", "treadmill_running", "trail_running", "VirtualRun", "Outdoor Run"]),
            (.cycling, ["Biking", "gravel_cycling", "e_bike_mountain", "EMountainBikeRide", "mtb", "indoor_cycling"]),
            (.walking, ["WALKING", "casual_walking", "Nordic walking"]), (.hiking, ["Hike", "rucking"]),
            (.swimming, ["lap_swimming", "open_water_swimming"]), (.snowSports, ["Snowshoe", "snow_shoe_ws"]),
            (.downhillSkiing, ["AlpineSki", "resort_skiing_snowboarding_ws"]),
            (.crossCountrySkiing, ["NordicSki", "skate_skiing_ws", "cross_country_skiing_ws"]),
            (.paddleSports, ["stand_up_paddleboarding", "StandUpPaddling", "Canoeing"]),
            (.surfingSports, ["Kitesurf", "wind_kite_surfing"]), (.mixedCardio, ["indoor_cardio"]),
            (.tennis, ["tennis_v2"]), (.transition, ["transition_v2"]), (.other, ["Other", "Kitesurf Race"]),
        ]
        for (activity, names) in kinds {
            for name in names { #expect(ActivityKind(named: name).activity == activity, "\(name)") }
        }
        #expect(ActivityKind(named: "Kitesurf Race").exportName == "Kitesurf Race")
    }

    @Test func documentsWithEntitiesAreRefused() throws {
        let file = "<!DOCTYPE gpx [<!ENTITY a \"b\">]>" + Self.gpx("")
        let error = #expect(throws: FormatError.self) { try read(file) }
        #expect(error?.code == .entityExpansion)
    }

    @Test func noDocumentTraps() throws {
        let files = [
            Self.tcx("<Activity Sport=\"Running\">\(Self.lap("07:00:00", seconds: 9, Self.point))</Activity>"),
            Self.gpx("<trk><trkseg>\(Self.trackPoint(1, "07:00:00"))</trkseg></trk>"),
        ]
        var state: UInt64 = 7
        for file in files {
            for _ in 0..<300 {
                var bytes = Array(file.utf8)
                for _ in 0..<6 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
                }
                let builder = ActivityBuilder(isStrict: false)
                for format in ActivityFormats.all.dropFirst() {
                    try? bytes.withUnsafeBytes { try format.read($0, into: builder) }
                }
            }
        }
    }
}
