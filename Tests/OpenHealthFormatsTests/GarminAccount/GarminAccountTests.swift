// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct GarminAccountTests {
    private static let start = Int(FITWriter.epochStart) * 1000

    private static func json(_ name: String, _ text: String) -> HandMadeZip.Member {
        .init("DI_CONNECT/" + name, Array(text.utf8))
    }

    private static func activities(_ list: String...) -> HandMadeZip.Member {
        json(
            "DI-Connect-Fitness/a_0_summarizedActivities.json",
            "[{\"summarizedActivitiesExport\":[\(list.joined(separator: ","))]}]")
    }

    private static func part(_ files: HandMadeZip.Member...) -> HandMadeZip.Member {
        .init("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", HandMadeZip(files).bytes)
    }

    /// The summary of the run of ``FITWriter``, with other totals.
    private static let run = """
        {"activityId":1,"name":"Morning Run","activityType":"running","beginTimestamp":\(start),"startTimeGmt":\(start).0,
        "startTimeLocal":\(start + 7_200_000),"duration":590000.5,"elapsedDuration":600000,"distance":210000.0,"calories":669.44,
        "avgHr":130,"maxHr":170,"splits":[{"measurements":[{"fieldEnum":"SUM_DISTANCE","value":1}]}]}
        """

    /// The summary of a ride an hour later, of which there is no file.
    private static let ride = """
        {"activityId":2,"name":"By hand","activityType":{"typeKey":"road_biking"},"beginTimestamp":\(start + 3_600_000),
        "startTimeLocal":\(start + 3_600_000 - 12_600_000),"duration":1800000,"elapsedDuration":1900000,"distance":1000000,
        "calories":2092,"avgHr":120,"maxHr":150,"minHr":90,"elevationGain":5550,"manualActivity":true}
        """

    private func account(_ members: [HandMadeZip.Member], strict: Bool = false) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("account.zip", HandMadeZip(members).bytes), strict: strict)
    }

    private func name(_ workout: WorkoutData) -> String? {
        workout.sample.metadata.first { $0.key == HKMetadataKeyWorkoutBrandName }?.value
    }

    private func sum(_ workout: WorkoutData, _ type: HKQuantityTypeIdentifier) -> Double? {
        workout.statistics.first { $0.type == type.rawValue }?.sum
    }

    @Test func summariesNameTheirFilesAndAreWorkoutsWithoutOne() throws {
        let read = try account([
            Self.activities(Self.run, Self.ride, Self.run),
            Self.part(.init("me@example.org_5.fit", FITWriter.run().file())),
        ])
        #expect(read.tally.format == "garmin-account" && read.tally.complete && read.diagnostics == [])
        #expect(read.workouts.map(name) == ["Morning Run", "By hand"])
        let (run, ride) = (read.workouts[0], read.workouts[1])
        #expect(
            run.sample.start == FITWriter.epochStart && run.duration == 600 && sum(run, .distanceWalkingRunning) == 2000
        )
        #expect(ride.sample.start == FITWriter.epochStart + 3600 && ride.sample.end == FITWriter.epochStart + 5500)
        #expect(ride.activityType == "HKWorkoutActivityTypeCycling" && ride.duration == 1800)
        // Centimetres, and kilojoules of 4.184 to a kilocalorie.
        #expect(sum(ride, .distanceCycling) == 10_000 && sum(ride, .activeEnergyBurned) == 500)
        let rates = ride.statistics.first { $0.type == HKQuantityTypeIdentifier.heartRate.rawValue }
        #expect(rates?.average == 120 && rates?.minimum == 90 && rates?.maximum == 150)
        let metadata = Dictionary(ride.sample.metadata.map { ($0.key, $0.value) }) { $1 }
        #expect(metadata[HKMetadataKeyElevationAscended] == "55.5 m" && metadata[HKMetadataKeyTimeZone] == "GMT-0330")
    }

    @Test func anActivityWithoutAnIdentifierIsAWorkoutByItsContent() throws {
        let ride = Self.ride.replacing("\"activityId\":2,", with: "")
        let read = try account([Self.activities(ride, Self.run, ride)])
        #expect(read.workouts.map(name) == ["By hand", "Morning Run"] && read.diagnostics == [])
        // Without a start, duration or kind, it cannot be told from others.
        let kindless = ride.replacing("\"activityType\":{\"typeKey\":\"road_biking\"},", with: "")
        let timeless = ride.replacing("\"duration\":1800000,\"elapsedDuration\":1900000,", with: "")
        let startless = ride.replacing("\"beginTimestamp\"", with: "\"begin\"")
        for other in [kindless, timeless, startless] {
            let read = try account([Self.activities(other, Self.run)])
            #expect(read.workouts.map(name) == ["Morning Run"])
            #expect(
                read.diagnostics.map(\.reason) == [
                    "an activity has neither an identifier nor a start, duration and kind; it was left out"
                ])
        }
    }

    @Test func anActivityOfAnUnknownKindHasItsTotalDistance() throws {
        let read = try account([Self.activities(Self.ride.replacing("road_biking", with: "other"))])
        #expect(
            read.workouts.map(\.attributes) == [
                [
                    MetadataPair(key: "totalDistance", value: "10000.0"),
                    MetadataPair(key: "totalDistanceUnit", value: "m"),
                ]
            ])
    }

    @Test func activitiesByHandAtOneTimeAreTwoIfTheirTotalsDiffer() throws {
        let other = Self.ride.replacing("\"activityId\":2", with: "\"activityId\":3")
        let longer = other.replacing("\"distance\":1000000", with: "\"distance\":1500000")
        let two = try account([Self.activities(Self.ride, longer)])
        #expect(two.workouts.map { sum($0, .distanceCycling) } == [10_000, 15_000] && two.diagnostics == [])
        let one = try account([Self.activities(Self.ride, other)])
        #expect(one.workouts.count == 1)
        #expect(
            one.diagnostics.map(\.reason) == [
                "two activities with different identifiers have the same time, kind and totals; one was read"
            ])
    }

    @Test func twoAccountsInOneFolderCanHaveTheSameIdentifiers() throws {
        let other = Self.ride.replacing("\"activityId\":2", with: "\"activityId\":1")
        let name = "DI-Connect-Fitness/b_0_summarizedActivities.json"
        let list = "[{\"summarizedActivitiesExport\":[\(other)]}]"
        let byName = try account([Self.activities(Self.run), Self.json(name, list)])
        #expect(byName.workouts.map(self.name).sorted { $0 ?? "" < $1 ?? "" } == ["By hand", "Morning Run"])
        // The number of the owner is the same, so that the documents are parts of one account.
        func owned(_ text: String) -> String {
            text.replacing("\"activityId\":1", with: "\"activityId\":1,\"userProfileId\":42")
        }
        let ofOne = try account([Self.activities(owned(Self.run)), Self.json(name, owned(list))])
        #expect(ofOne.workouts.map(self.name) == ["Morning Run"])
    }

    @Test func theTotalsOfASummaryHoldWhereItsFileIsCutOff() throws {
        let cut = Array(FITWriter.run().file().dropLast(40))
        let read = try account([Self.activities(Self.run), Self.part(.init("5.fit", cut))])
        #expect(read.workouts.count == 1 && !read.tally.complete && read.diagnostics.count == 1)
        let run = try #require(read.workouts.first)
        #expect(run.sample.end == FITWriter.epochStart + 600 && run.duration == 590.0005)
        #expect(sum(run, .distanceWalkingRunning) == 2100 && name(run) == "Morning Run")
        #expect(sum(run, .activeEnergyBurned).map { ($0 - 160).magnitude < 1e-9 } == true)
        #expect(read.records(.heartRate).count == 60)
    }

    @Test func aFileThatCannotBeReadLeavesTheWorkoutOfItsSummary() throws {
        let read = try account([Self.activities(Self.run), Self.part(.init("5.fit", [1, 2, 3]))])
        #expect(read.workouts.map(name) == ["Morning Run"] && sum(read.workouts[0], .distanceWalkingRunning) == 2100)
        #expect(read.diagnostics.map(\.severity) == [.rejected])
    }

    @Test func theWholeOfSeveralSportsIsNoWorkoutBesideItsParts() throws {
        let whole = """
            {"activityId":9,"name":"Triathlon","activityType":"multi_sport","beginTimestamp":\(Self.start),"duration":5000000,"parent":true}
            """
        let part = Self.run.replacing("\"activityId\":1", with: "\"activityId\":1,\"parentId\":9")
        let read = try account([Self.activities(whole, part, Self.ride)])
        #expect(read.workouts.map(name) == ["Morning Run", "By hand"])
        #expect(
            try account([Self.activities(whole)]).workouts.map(\.activityType) == ["HKWorkoutActivityTypeSwimBikeRun"])
    }

    @Test func aDayHasOneRestingHeartRateAndItsSumsAreNoSamples() throws {
        let days = """
            [{"calendarDate":"2024-06-14","totalSteps":9000,"restingHeartRate":51,"wellnessStartTimeGmt":"2024-06-13T22:00:00.0"},
            {"calendarDate":{"date":"Jun 15, 2024 12:00:00 AM"},"totalSteps":8000,"restingHeartRate":52},
            {"calendarDate":"2024-06-16","totalSteps":7000,"restingHeartRate":null}]
            """
        let read = try account([
            Self.json("DI-Connect-Aggregator/UDSFile_2024-06-01_2024-09-09.json", days),
            Self.json("DI-Connect-Aggregator/UDSFile_2024-06-14_2024-09-22.json", days),
            Self.json("DI-Connect-Metrics/RunRacePredictions_1.json", "[{\"raceTime5K\":1500}]"),
            Self.json("DI-Connect-User/user_profile.json", "{}"),
        ])
        let midnight = FITWriter.epochStart - 25_200
        // Noon in the zone of the day, and of Greenwich where it is unknown.
        #expect(read.records(.restingHeartRate).map(\.start) == [midnight - 7200 + 43_200, midnight + 86_400 + 43_200])
        #expect(
            read.records(.restingHeartRate).map(\.value) == [51, 52] && read.all.count == 2 && read.tally.days == 3)
        #expect(read.tally.skippedFiles.count == 1 && read.tally.skippedFiles[0].contains("RunRacePredictions"))
    }

    @Test func nightsAndWeightsAreReadUnlessFilesHaveThem() throws {
        let nights = """
            [{"sleepStartTimestampGMT":"2024-06-13T22:00:00.0","sleepEndTimestampGMT":"2024-06-14T05:30:00.0","deepSleepSeconds":3600},
            {"retro":true,"calendarDate":"2024-06-15"},
            {"sleepStartTimestampGMT":"2024-06-14T22:00:00.0","sleepEndTimestampGMT":"2024-06-15T05:00:00.0"}]
            """
        let weights = """
            [{"weight":{"weight":72500.0,"timestampGMT":\(Self.start),"bodyFat":18.5,"bmi":0}},{"weight":null},
            {"weight":{"weight":72600.0,"timestampGMT":"2024-06-15T07:00:00.0"}}]
            """
        var scale = FITWriter()
        scale.addFileID(type: 9)
        scale.add(30, .time(FITWriter.start + 30), .u16(0, 7250))
        var sleep = FITWriter()
        sleep.addFileID(type: 49)
        // Light sleep from 23:00 on, and awake an hour later.
        sleep.add(275, .time(FITWriter.start - 28_800), .kind(0, 2))
        sleep.add(275, .time(FITWriter.start - 25_200), .kind(0, 1))
        let documents = [
            Self.json("DI-Connect-Wellness/2024_sleepData.json", nights),
            Self.json("DI-Connect-Wellness/1_userBioMetrics.json", weights),
        ]
        let alone = try account(documents)
        let sleepType = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let night = alone.all.filter { $0.type == sleepType }
        #expect(night.map(\.start) == [FITWriter.epochStart - 32_400, FITWriter.epochStart + 54_000])
        #expect(night.map(\.end) == [FITWriter.epochStart - 5400, FITWriter.epochStart + 79_200])
        #expect(night.allSatisfy { $0.value == Double(HKCategoryValueSleepAnalysis.inBed.rawValue) })
        #expect(alone.records(.bodyMass).map(\.value) == [72.5, 72.6])
        #expect(alone.records(.bodyFatPercentage).map(\.value) == [0.185] && alone.records(.bodyMassIndex) == [])
        let both = try account(documents + [Self.part(.init("1.fit", scale.file()), .init("2.fit", sleep.file()))])
        #expect(both.records(.bodyMass).map(\.value).sorted() == [72.5, 72.6])
        #expect(both.all.count(where: { $0.type == sleepType && $0.value == 0 }) == 1)
    }

    @Test func damagedDocumentsAndArchivesAreNamed() throws {
        let read = try account([
            .init(
                "DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json",
                Array("[{\"summarizedActivitiesExport\":[\(Self.run),{\"activityId\":2,\"name\":\"cut".utf8)),
            Self.part(
                .init("nested.zip", Array(HandMadeZip([.init("a.fit", FITWriter.run().file())]).bytes.dropLast(30)))),
            Self.json("DI-Connect-Wellness/x_sleepData.json", String(repeating: "[", count: 100_000)),
        ])
        #expect(read.workouts.map(name) == ["Morning Run"] && !read.tally.complete)
        #expect(
            Set(read.diagnostics.map { $0.file.split(separator: "/").last ?? "" })
                == ["a_0_summarizedActivities.json", "nested.zip", "x_sleepData.json"])
    }

    @Test(arguments: ["not json", "<html></html>", "", "nul", "[garbage]", "[{}] and more", "[{}}]"])
    func documentsThatAreNoJSONAreNamed(text: String) throws {
        let members = [
            Self.activities(Self.run), Self.part(.init("5.fit", FITWriter.run().file())),
            Self.json("DI-Connect-Wellness/1_sleepData.json", text),
            Self.json("DI-Connect-Fitness/b_summarizedActivities.json", text),
        ]
        let read = try account(members)
        #expect(read.workouts.map(name) == ["Morning Run"])
        let files = read.diagnostics.map { $0.file.split(separator: "/").last ?? "" }
        #expect(files.sorted() == ["1_sleepData.json", "b_summarizedActivities.json"], "\(read.diagnostics)")
        #expect(read.diagnostics.allSatisfy { $0.reason.contains("document") })
        #expect(throws: FormatError.self) { try account(members, strict: true) }
        // Nothing is missing in these.
        #expect(try account([members[0], Self.json("DI-Connect-Wellness/1_sleepData.json", "null")]).diagnostics == [])
    }

    @Test func anArchiveInTheAccountThatIsCutOffIsReadAsFarAsPossible() throws {
        let file = FITWriter.run().file()
        let whole = HandMadeZip([.init("a.fit", file), .init("b.fit", FITWriter.run(at: 7200).file())]).bytes
        let path = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip"
        let members = [
            Self.activities(Self.run), HandMadeZip.Member(path, Array(whole.prefix(2 * file.count - 100))),
        ]
        let read = try account(members)
        #expect(!read.tally.complete && read.diagnostics.contains { $0.file == path })
        #expect(read.workouts.contains { name($0) == "Morning Run" && sum($0, .distanceWalkingRunning) == 2000 })
        #expect(throws: FormatError.self) { try account(members, strict: true) }
        // Nothing of it can be read.
        let nothing = try account([Self.activities(Self.run), .init(path, Array(whole.prefix(20)))])
        #expect(!nothing.tally.complete && nothing.diagnostics.map(\.file) == [path])
        #expect(nothing.workouts.map(name) == ["Morning Run"])
        // The account is cut off in the archive.
        let folder = try TemporaryFolder()
        let bytes = HandMadeZip([Self.activities(Self.run), .init(path, whole)]).bytes
        let url = try folder.write("cut.zip", Array(bytes.prefix(bytes.count - whole.count + file.count)))
        #expect(throws: FormatError.self) { try ReadImport(url) }
        let part = try ReadImport(url, partial: true)
        #expect(!part.tally.complete && sum(part.workouts[0], .distanceWalkingRunning) == 2000)
    }

    @Test func problemsOfActivitiesNameTheirDocument() throws {
        func document(_ number: Int, _ activities: String) -> HandMadeZip.Member {
            Self.json(
                "DI-Connect-Fitness/a_\(number)_summarizedActivities.json",
                "[{\"summarizedActivitiesExport\":[\(activities)]}]")
        }
        let unknown = """
            {"activityId":3,"activityType":"klifur","beginTimestamp":\(Self.start),"duration":60000},
            {"activityId":4,"activityType":"running","duration":60000}
            """
        let read = try account([document(1, unknown), document(2, Self.ride)])
        #expect(
            read.diagnostics.map(\.reason) == [
                "the date of an activity cannot be read; it was left out",
                "the kind of activity \"klifur\" is unknown, and workouts have its name: 1 activity",
            ])
        let path = "DI_CONNECT/DI-Connect-Fitness/a_1_summarizedActivities.json"
        #expect(read.diagnostics.map(\.file) == [path, path])
    }

    @Test func archivesThatAreTooDeepAreNamed() throws {
        var inner = HandMadeZip([.init("a.fit", FITWriter.run().file())]).bytes
        for _ in 0..<6 { inner = HandMadeZip([.init("again.zip", inner)]).bytes }
        let read = try account([Self.activities(Self.run), Self.part(.init("deep.zip", inner))])
        #expect(read.workouts.map(name) == ["Morning Run"] && read.all == [])
        #expect(read.diagnostics.count == 1 && read.diagnostics[0].file.hasSuffix("again.zip"))
    }

    /// The account is a folder, as it was unpacked.
    @Test func largeDocumentsAreReadFromATemporaryCopy() throws {
        let folder = try TemporaryFolder()
        let path = "DI_CONNECT/DI-Connect-Fitness"
        try FileManager.default.createDirectory(at: folder.file(path), withIntermediateDirectories: true)
        let space = String(repeating: " ", count: 5 << 20)
        _ = try folder.write(
            path + "/a_summarizedActivities.json",
            Array("[{\"summarizedActivitiesExport\":[\(space)\(Self.run),\(Self.ride)]}]".utf8))
        let read = try ReadImport(folder.url)
        #expect(read.tally.format == "garmin-account" && read.workouts.map(name) == ["Morning Run", "By hand"])
    }

    @Test func summariesInSummariesAreNotFollowed() throws {
        let deep = String(repeating: "{\"summarizedActivitiesExport\":[", count: 50_000)
        let read = try account([Self.json("DI-Connect-Fitness/a_summarizedActivities.json", "[" + deep)])
        #expect(read.workouts == [] && !read.tally.complete)
    }
}
