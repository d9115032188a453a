// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct StravaAccountTests {
    /// A row of the table, by the places of its values.
    private static func row(_ values: [Int: String], count: Int = 94) -> String {
        (0..<count).map { index in
            let value = values[index] ?? ""
            return value.contains(where: { ",\"\n".contains($0) })
                ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
        }.joined(separator: ",")
    }

    private static let english: [Int: String] = {
        var names = Dictionary(uniqueKeysWithValues: (0..<94).map { ($0, "Column \($0)") })
        for (index, name) in [
            "Activity ID", "Activity Date", "Activity Name", "Activity Type", "Activity Description", "Elapsed Time",
            "Distance",
            "Max Heart Rate", "Relative Effort", "Commute", "Activity Private Note", "Activity Gear", "Filename",
            "Athlete Weight",
            "Bike Weight", "Elapsed Time", "Moving Time", "Distance",
        ].enumerated() { names[index] = name }
        names[20] = "Elevation Gain"
        (names[30], names[31], names[34]) = ("Max Heart Rate", "Average Heart Rate", "Calories")
        names[60] = "<span class=\"translation_missing\" title=\"a, b\">Total Steps</span>"
        return names
    }()

    private static let german: [Int: String] = {
        var names = Dictionary(uniqueKeysWithValues: (0..<94).map { ($0, "Spalte \($0)") })
        (names[5], names[15], names[6], names[17]) = ("Verstrichene Zeit", "Verstrichene Zeit", "Distanz", "Distanz")
        return names
    }()

    private static func table(_ header: [Int: String], _ rows: [[Int: String]]) -> HandMadeZip.Member {
        let text = ([header] + rows).map { row($0) }.joined(separator: "\n") + "\n"
        return .init("activities.csv", Array(text.utf8))
    }

    /// The row of the run of ``FITWriter``.
    private static let run: [Int: String] = [
        0: "11", 1: "Jun 14, 2024, 7:00:00\u{202F}AM", 2: "Morning, \"easy\"\nrun", 3: "Run", 5: "600", 6: "2.00",
        12: "activities/77.fit.gz", 15: "600.0", 16: "580.0", 17: "2100.0", 31: "120.5", 34: "160.0",
    ]

    private func account(
        _ members: [HandMadeZip.Member], _ call: ImportCall = ImportCall(), strict: Bool = false
    ) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("export_1.zip", HandMadeZip(members).bytes), strict: strict, call: call)
    }

    private func name(_ workout: WorkoutData) -> String? {
        workout.sample.metadata.first { $0.key == HKMetadataKeyWorkoutBrandName }?.value
    }

    private func sum(_ workout: WorkoutData, _ type: HKQuantityTypeIdentifier) -> Double? {
        workout.statistics.first { $0.type == type.rawValue }?.sum
    }

    @Test func rowsNameTheirFilesAndAreWorkoutsWithoutOne() throws {
        let manual: [Int: String] = [
            0: "12", 1: "Jun 15, 2024, 6:30:00 PM", 2: "By hand", 3: "Ride", 5: "1900", 6: "10.00", 7: "150",
            15: "1900.0",
            16: "1800.0", 17: "10000.0", 20: "55.5", 31: "130.0", 34: "500.0",
        ]
        let lost: [Int: String] = [
            0: "13", 1: "Jun 16, 2024, 12:05:00 AM", 2: "Lost", 3: "Virtual Run", 5: "60", 12: "activities/78.fit.gz",
            15: "60.0",
        ]
        let members: [HandMadeZip.Member] = [
            Self.table(Self.english, [Self.run, manual, lost]),
            .init("activities/77.fit.gz", Gzip.packed(FITWriter.run().file())),
            .init("routes/5.gpx", Array("<gpx><rte/></gpx>".utf8)), .init("profile.csv", Array("a,b\n1,2\n".utf8)),
        ]
        let read = try account(members)
        #expect(read.tally.format == "strava-account" && read.tally.complete)
        #expect(
            read.tally.skippedFiles == [
                "routes/5.gpx: skipped, since it is in the folder of planned routes (courses), which are no activities"
            ])
        #expect(read.workouts.map(name) == ["Morning, \"easy\"\nrun", "By hand", "Lost"])
        // The totals of a whole file are its own.
        let run = read.workouts[0]
        #expect(run.sample.start == FITWriter.epochStart && run.sample.end == FITWriter.epochStart + 600)
        #expect(
            sum(run, .distanceWalkingRunning) == 2000 && sum(run, .activeEnergyBurned) == 150 && run.duration == 600)
        #expect(read.records(.heartRate).count == 60)
        let ride = read.workouts[1]
        // 35.5 hours after the run.
        #expect(ride.sample.start == FITWriter.epochStart + 127_800 && ride.sample.end == ride.sample.start + 1900)
        #expect(ride.activityType == "HKWorkoutActivityTypeCycling" && ride.duration == 1800)
        #expect(sum(ride, .distanceCycling) == 10_000 && sum(ride, .activeEnergyBurned) == 500)
        let rates = ride.statistics.first { $0.type == HKQuantityTypeIdentifier.heartRate.rawValue }
        #expect(rates?.average == 130 && rates?.maximum == 150 && rates?.minimum == nil)
        #expect(ride.sample.metadata.contains(MetadataPair(key: HKMetadataKeyElevationAscended, value: "55.5 m")))
        // Midnight and five minutes, two days after the run's midnight.
        #expect(read.workouts[2].sample.start == FITWriter.epochStart - 25_200 + 172_800 + 300)
        #expect(read.diagnostics.map(\.line) == [5] && read.diagnostics[0].file == "activities.csv")
    }

    @Test func aRowWithoutAnIdentifierIsAWorkoutByItsContent() throws {
        var run = Self.run
        (run[0], run[12]) = ("", "")
        let read = try account([Self.table(Self.english, [run, run])])
        #expect(read.workouts.map(name) == ["Morning, \"easy\"\nrun"] && read.diagnostics == [])
        for column in [1, 3] {
            var row = run
            row[column] = ""
            let read = try account([Self.table(Self.english, [row])])
            #expect(read.workouts == [] && read.diagnostics.map(\.severity) == [.rejected])
        }
    }

    @Test func tablesInOtherLanguagesAreReadByTheirPlaces() throws {
        var run = Self.run
        (run[1], run[3], run[6]) = ("14.06.2024, 07:00:00", "Lauf", "2,10")
        let ride: [Int: String] = [
            0: "12", 1: "15.06.2024, 18:30:00", 2: "Runde", 3: "Radfahrt", 5: "1900", 6: "10,00", 15: "1900.0",
            16: "1800.0",
            17: "10000.0",
        ]
        let read = try account([
            Self.table(Self.german, [ride, run]), .init("activities/77.fit.gz", Gzip.packed(FITWriter.run().file())),
        ])
        #expect(read.tally.format == "strava-account" && read.workouts.count == 2 && read.diagnostics == [])
        #expect(read.workouts[0].activityType == "HKWorkoutActivityTypeRunning")
        #expect(read.workouts[1].activityType == "HKWorkoutActivityTypeCycling")
        #expect(sum(read.workouts[1], .distanceCycling) == 10_000)
        #expect(read.workouts[1].sample.start == FITWriter.epochStart + 127_800)
    }

    @Test func theTotalsOfARowHoldWhereItsFileIsCutOff() throws {
        // Without the session, which is at the end.
        let cut = Array(FITWriter.run().file().dropLast(40))
        for file in [Gzip.packed(cut), Array(Gzip.packed(FITWriter.run().file()).dropLast(60))] {
            let read = try account([Self.table(Self.english, [Self.run]), .init("activities/77.fit.gz", file)])
            #expect(read.workouts.count == 1 && !read.tally.complete)
            let run = try #require(read.workouts.first)
            #expect(run.sample.start == FITWriter.epochStart && run.sample.end == FITWriter.epochStart + 600)
            #expect(run.duration == 580 && sum(run, .distanceWalkingRunning) == 2100)
            #expect(sum(run, .activeEnergyBurned) == 160 && name(run) != nil)
        }
    }

    @Test func aFileWithoutAKindHasThatOfItsRow() throws {
        let track = """
            <gpx creator="Strava"><trk><trkseg><trkpt lat="1" lon="2"><time>2024-06-14T07:00:00Z</time></trkpt>\
            <trkpt lat="1.001" lon="2"><time>2024-06-14T07:10:00Z</time></trkpt></trkseg></trk></gpx>
            """
        var row = Self.run
        (row[3], row[12]) = ("Kayaking", "activities/77.gpx")
        let read = try account([Self.table(Self.english, [row]), .init("activities/77.gpx", Array(track.utf8))])
        #expect(read.workouts.map(\.activityType) == ["HKWorkoutActivityTypePaddleSports"])
    }

    @Test func theDistanceOfARowCountsInsteadOfTheLengthOfARoute() throws {
        func track(distance: String) -> (gpx: [UInt8], tcx: [UInt8]) {
            let gpx = """
                <gpx creator="Strava"><trk><type>running</type><trkseg><trkpt lat="1" lon="2"><time>2024-06-14T07:00:00Z</time></trkpt>\
                <trkpt lat="1.001" lon="2"><time>2024-06-14T07:10:00Z</time></trkpt></trkseg></trk></gpx>
                """
            let points = [("1", "07:00:00"), ("1.001", "07:10:00")].map { latitude, time in
                """
                <Trackpoint><Time>2024-06-14T\(time)Z</Time><Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>\
                <LongitudeDegrees>2</LongitudeDegrees></Position></Trackpoint>
                """
            }
            let tcx = """
                <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2024-06-14T07:00:00Z">\
                <TotalTimeSeconds>600</TotalTimeSeconds>\(distance)<Track>\(points.joined())</Track></Lap></Activity>\
                </Activities></TrainingCenterDatabase>
                """
            return (Array(gpx.utf8), Array(tcx.utf8))
        }
        func distance(_ name: String, _ bytes: [UInt8], row distance: String) throws -> Double? {
            var row = Self.run
            (row[12], row[17]) = ("activities/\(name)", distance)
            let read = try account([Self.table(Self.english, [row]), .init("activities/\(name)", bytes)])
            #expect(read.workouts.count == 1)
            return read.workouts.first.flatMap { sum($0, .distanceWalkingRunning) }
        }
        let (gpx, tcx) = track(distance: "")
        #expect(try distance("77.gpx", gpx, row: "2100.0") == 2100)
        #expect(try distance("77.tcx", tcx, row: "2100.0") == 2100)
        // The distance that a file states is its own.
        let stated = track(distance: "<DistanceMeters>1900</DistanceMeters>").tcx
        #expect(try distance("77.tcx", stated, row: "2100.0") == 1900)
        let folder = try TemporaryFolder()
        for (name, bytes) in [("77.gpx", gpx), ("77.tcx", tcx)] {
            let alone = try ReadImport(folder.write(name, bytes)).statistics(.distanceWalkingRunning)?.sum
            #expect(try alone != nil && distance(name, bytes, row: "") == alone)
        }
    }

    @Test func anExportOfAnAccountAmongOtherFilesIsNamed() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("ride.fit", FITWriter.run(at: 86_400).file())
        let members = [
            Self.table(Self.english, [Self.run]), .init("activities/77.fit.gz", Gzip.packed(FITWriter.run().file())),
            .init("other.csv", Array("a,b\n1,2\n".utf8)),
        ]
        _ = try folder.write("strava.zip", HandMadeZip(members).bytes)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 2 && read.diagnostics == [])
        #expect(
            read.tally.skippedFiles == [
                "strava.zip: skipped but for its activity files, since it is an account export; import it by itself"
            ])
    }

    @Test func filesTellWhatUnknownNamesOfKindsMean() throws {
        var run = Self.run
        run[3] = "Hlaup"
        let manual: [Int: String] = [
            0: "12", 1: "Jun 15, 2024, 6:30:00 PM", 3: "Hlaup", 5: "1900", 15: "1900.0", 17: "5000.0",
        ]
        let unknown: [Int: String] = [
            0: "13", 1: "Jun 16, 2024, 6:30:00 PM", 3: "Klifur", 5: "1900", 15: "1900.0", 17: "5000.0",
        ]
        let read = try account([
            Self.table(Self.english, [manual, run, unknown]),
            .init("activities/77.fit.gz", Gzip.packed(FITWriter.run().file())),
        ])
        let running = "HKWorkoutActivityTypeRunning"
        #expect(read.workouts.map(\.activityType).sorted() == [running, running, "Klifur"])
        let workout = try #require(read.workouts.first { $0.duration == 1900 && $0.activityType == running })
        #expect(sum(workout, .distanceWalkingRunning) == 5000)
        #expect(
            read.diagnostics.map(\.reason) == [
                "the kind of activity \"Klifur\" is unknown, and workouts have its name: 1 activity"
            ])
        // The row of the run has two lines.
        #expect(read.diagnostics.map(\.line) == [5] && read.diagnostics.map(\.file) == ["activities.csv"])
    }

    @Test func anUnknownNameOfAKindIsNamedOnce() throws {
        let rows = (0..<3).map { number -> [Int: String] in
            [0: "\(number)", 1: "Jun 1\(number), 2024, 6:30:00 PM", 3: "Klifur", 5: "1900", 15: "1900.0"]
        }
        let read = try account([Self.table(Self.english, rows)])
        #expect(read.workouts.map(\.activityType) == ["Klifur", "Klifur", "Klifur"])
        #expect(
            read.diagnostics.map(\.reason) == [
                "the kind of activity \"Klifur\" is unknown, and workouts have its name: 3 activities"
            ])
    }

    @Test func namesOfStravaAndOfItsInterfaceAreKinds() {
        let kinds: [(HKWorkoutActivityType, [String])] = [
            (.climbing, ["Rock Climb", "RockClimbing"]), (.soccer, ["Football (Soccer)", "Soccer"]),
            (
                .crossCountrySkiing,
                ["Classic Nordic Ski", "Skate Nordic Ski", "NordicSki", "Backcountry Ski", "RollerSki", "Roller Ski"]
            ),
            (.downhillSkiing, ["AlpineSki", "Alpine Ski"]), (.snowboarding, ["Snowboard"]),
            (.snowSports, ["Snowshoe"]), (.preparationAndRecovery, ["PhysicalTherapy", "Physical Therapy"]),
            (.skatingSports, ["IceSkate", "Ice Skate", "InlineSkate", "Inline Skate", "Skateboard"]),
            (.paddleSports, ["Canoe", "Canoeing", "Kayak", "Kayaking", "StandUpPaddling", "Stand Up Paddling"]),
            (.rowing, ["Rowing", "VirtualRow", "Virtual Row"]), (.sailing, ["Sail"]),
            (.surfingSports, ["Surf", "Surfing", "Kitesurf", "Windsurf"]),
            (.cycling, ["Ride", "E-Bike Ride", "EMountainBikeRide", "Gravel Ride", "Velomobile", "Virtual Ride"]),
            (.handCycling, ["Handcycle"]), (.running, ["Run", "TrailRun", "Trail Run", "Virtual Run"]),
            (.crossTraining, ["Crossfit"]),
            (.highIntensityIntervalTraining, ["HIIT", "HighIntensityIntervalTraining"]),
            (.stairClimbing, ["StairStepper", "Stair-Stepper"]), (.elliptical, ["Elliptical"]),
            (.traditionalStrengthTraining, ["WeightTraining", "Weight Training"]), (.cardioDance, ["Dance"]),
            (.basketball, ["Basketball"]), (.volleyball, ["Volleyball"]), (.cricket, ["Cricket"]),
            (.racquetball, ["Racquetball", "Padel"]), (.tableTennis, ["TableTennis", "Table Tennis"]),
            (.tennis, ["Tennis"]), (.pickleball, ["Pickleball"]), (.badminton, ["Badminton"]), (.squash, ["Squash"]),
            (.golf, ["Golf"]), (.pilates, ["Pilates"]), (.yoga, ["Yoga"]), (.swimming, ["Swim"]), (.walking, ["Walk"]),
            (.hiking, ["Hike"]), (.wheelchairWalkPace, ["Wheelchair"]), (.other, ["Workout"]),
        ]
        for (activity, names) in kinds {
            for name in names {
                let kind = AccountKind.kind(name)
                #expect(kind.activity == activity && kind.written == nil, "\(name)")
            }
        }
    }

    @Test func aFileThatOccursAloneTooIsReadOnce() throws {
        let folder = try TemporaryFolder()
        let file = FITWriter.run().file()
        let call = ImportCall()
        #expect(try ReadImport(folder.write("run.fit", file), call: call).workouts.count == 1)
        let members: [HandMadeZip.Member] = [
            Self.table(Self.english, [Self.run]), .init("activities/77.fit.gz", Gzip.packed(file)),
        ]
        let known = try account(members, call)
        #expect(known.workouts == [] && known.all == [] && known.tally.skippedFiles.count == 1)
    }

    @Test func damagedTablesAreReadAsFarAsTheyGo() throws {
        var bytes = Self.table(Self.english, [Self.run, [0: "12", 3: "Run", 15: "60"], [0: "x"]]).content
        bytes += Array("14,\"Jun 15, 2024, 7:00:00 AM\",\"".utf8) + [UInt8](repeating: 0xFF, count: 100_000)
        let read = try account([.init("activities.csv", bytes)])
        // The first row is a workout; the second has no date, the third no kind, and the last no end.
        #expect(read.workouts.count == 1 && !read.tally.complete)
        #expect(read.diagnostics.count(where: { $0.severity == .rejected }) == 2)
        #expect(throws: FormatError.self) { try self.account([.init("activities.csv", bytes)], strict: true) }
    }

    @Test func datesAreReadInTheLanguagesOfAccounts() {
        // 2024-12-09T15:24:49Z.
        let instant = 1_733_757_889.0
        for text in [
            "Dec 9, 2024, 3:24:49 PM", "9 Dec 2024, 15:24:49", "09.12.2024, 15:24:49", "9 déc. 2024 à 15:24:49",
            "9 dic 2024, 15:24:49", "9 de dez. de 2024, 15:24:49", "2024/12/09 15:24:49", "2024年12月9日 下午3:24:49",
            "2024. 12. 9. 오후 3:24:49", "9 дек. 2024 г., 15:24:49", "9 dic 2024, 3:24:49 p. m.", "2024-12-09 15:24:49",
            "9. dec. 2024 15.24.49", "9 Des 2024 15.24.49", "9 dic 2024, 15.24.49", "9.12.2024 klo 15.24.49",
            "9. joulukuuta 2024 klo 15.24.49", "09.12.2024 kl. 15.24.49", "2024. 12. 9. 15:24:49",
        ] { #expect(WrittenDate.seconds(text) == instant, "\(text)") }
        // Noon and midnight.
        #expect(WrittenDate.seconds("24 mai 2024 à 12:00:00") == 1_716_552_000)
        #expect(WrittenDate.seconds("May 24, 2024, 12:00:00 AM") == 1_716_508_800)
        for text in [
            "", "yesterday", "Dec 9, 2024", "99.99.2024, 15:24:49", "31.02.2024, 15:24:49", "1:2:3:4",
            "09.12.2024", "09.12.24", "9. dec. 2024", "9. dec. 2024 25.24.49", "9. dec. 2024 15.61.49",
        ] {
            #expect(WrittenDate.seconds(text) == nil, "\(text)")
        }
    }

    @Test func theRowOfAFileWithSeveralWorkoutsBelongsToTheOneOfItsKind() throws {
        var writer = FITWriter()
        writer.addFileID()
        for (sport, start, seconds) in [(5, 0, 600), (3, 600, 60), (2, 660, 1200)] as [(UInt64, UInt64, UInt64)] {
            writer.addSession(
                start: FITWriter.start + start, elapsed: seconds, timer: seconds, sport: sport, distance: seconds,
                calories: 0xFFFF)
        }
        let file = HandMadeZip.Member("activities/77.fit", writer.file())
        func read(_ type: String, _ seconds: String) throws -> [WorkoutData] {
            let row: [Int: String] = [
                0: "11", 1: "Jun 14, 2024, 7:00:00 AM", 2: "Named", 3: type, 5: seconds, 12: "activities/77.fit",
                15: seconds, 16: seconds, 34: "160.0",
            ]
            return try account([Self.table(Self.english, [row]), file]).workouts
        }
        let ride = try read("Ride", "1200")
        #expect(ride.map(name) == [nil, nil, "Named"])
        #expect(ride.map { sum($0, .activeEnergyBurned) } == [nil, nil, 160])
        // All parts have the name of the whole, and none its energy.
        let whole = try read("Triathlon", "1860")
        #expect(whole.map(name) == ["Named", "Named", "Named"])
        #expect(whole.map { sum($0, .activeEnergyBurned) } == [nil, nil, nil])
    }

    @Test func rowsThatNameOneFileAreActivitiesEach() throws {
        var other = Self.run
        (other[0], other[1], other[2]) = ("12", "Jun 14, 2024, 9:00:00 AM", "Later")
        let read = try account([
            Self.table(Self.english, [Self.run, other]),
            .init("activities/77.fit.gz", Gzip.packed(FITWriter.run().file())),
        ])
        #expect(read.workouts.map(name) == ["Morning, \"easy\"\nrun", "Later"] && read.diagnostics == [])
    }

    @Test func anotherTableOfActivitiesThatIsNoneIsNamed() throws {
        let members = [
            Self.table(Self.english, [Self.run]), HandMadeZip.Member("old/activities.csv", Array("<html>".utf8)),
            .init("old/goals.csv", Array("a,b".utf8)),
        ]
        let read = try account(members)
        #expect(read.diagnostics.contains { $0.file == "old/activities.csv" && $0.severity == .rejected })
        #expect(!read.diagnostics.contains { $0.file.contains("goals") })
        #expect(throws: FormatError.self) { try account(members, strict: true) }
    }
}
