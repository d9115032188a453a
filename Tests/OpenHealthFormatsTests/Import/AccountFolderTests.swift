// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Folders and archives with the exports of several accounts.
@Suite struct AccountFolderTests {
    private func name(_ workout: WorkoutData) -> String {
        workout.sample.metadata.first { $0.key == HKMetadataKeyWorkoutBrandName }?.value ?? ""
    }

    /// Returns Strava's table with one activity of ten minutes.
    private static func table(_ name: String, date: String, file: String = "", type: String = "Yoga") -> [UInt8] {
        let header = "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Filename"
        return Array("\(header)\n1,\"\(date)\",\(name),\(type),600,0,\(file)\n".utf8)
    }

    /// Returns Garmin's document with one activity of half an hour.
    private static func document(_ name: String, after seconds: Int) -> [UInt8] {
        Array(
            """
            [{"summarizedActivitiesExport":[{"activityId":1,"name":"\(name)","activityType":"yoga",
            "beginTimestamp":\((Int(FITWriter.epochStart) + seconds) * 1000),"duration":1800000}]}]
            """.utf8)
    }

    private static let run = FITWriter.run().file()
    private static let later = FITWriter.run(at: 86_400).file()

    /// Reads files in a folder, and then in an archive.
    private func readBoth(_ files: [(path: String, content: [UInt8])], _ check: (ReadImport) throws -> Void) throws {
        let (folder, archive) = (try TemporaryFolder(), try TemporaryFolder())
        for file in files { _ = try folder.write(file.path, file.content) }
        let members = files.map { HandMadeZip.Member($0.path, $0.content) }
        try check(ReadImport(folder.url))
        try check(ReadImport(archive.write("all.zip", HandMadeZip(members).bytes)))
    }

    @Test func twoAccountsWithStravaHaveTheirOwnTablesAndOriginals() throws {
        // Both tables call their activities 1, and their originals 7.
        let files = [
            ("2023/activities.csv", Self.table("First", date: "Jun 14, 2024, 7:00:00 AM", file: "activities/7.fit")),
            ("2023/activities/7.fit", Self.run),
            ("2024/activities.csv", Self.table("Second", date: "Jun 15, 2024, 7:00:00 AM", file: "activities/7.fit")),
            ("2024/activities/7.fit", Self.later),
        ]
        try readBoth(files) { read in
            #expect(read.workouts.map(name) == ["First", "Second"] && read.tally.format == "strava-account")
            #expect(read.workouts.map(\.sample.start) == [FITWriter.epochStart, FITWriter.epochStart + 86_400])
            #expect(read.diagnostics == [] && read.tally.skippedFiles == [] && read.tally.complete)
        }
    }

    @Test func tablesWithoutOriginalsAreReadEach() throws {
        let files = [
            ("a/activities.csv", Self.table("First", date: "Jun 14, 2024, 7:00:00 AM")),
            ("b/activities.csv", Self.table("Second", date: "Jun 15, 2024, 7:00:00 AM")),
        ]
        try readBoth(files) { read in #expect(read.workouts.map(name) == ["First", "Second"]) }
    }

    @Test func accountsWithGarminAndStravaAndFilesOfNoneAreRead() throws {
        let files = [
            ("alone.fit", Self.later),
            (
                "garmin/DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json",
                Self.document("Garmin", after: 9000)
            ),
            ("garmin/customer_data/customer.json", Array("{}".utf8)),
            ("strava/activities.csv", Self.table("Strava", date: "Jun 14, 2024, 7:00:00 AM", file: "activities/7.fit")),
            ("strava/activities/7.fit", Self.run),
        ]
        try readBoth(files) { read in
            #expect(read.workouts.map(name).sorted() == ["", "Garmin", "Strava"])
            #expect(read.tally.format == "activity-files" && read.diagnostics == [] && read.tally.skippedFiles == [])
        }
    }

    @Test func accountsInOneFolderAreReadEach() throws {
        let files = [
            ("DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json", Self.document("Garmin", after: 9000)),
            ("activities.csv", Self.table("Strava", date: "Jun 14, 2024, 7:00:00 AM", file: "activities/7.fit")),
            ("activities/7.fit", Self.run),
        ]
        try readBoth(files) { read in
            #expect(read.workouts.map(name).sorted() == ["Garmin", "Strava"] && read.diagnostics == [])
        }
    }

    @Test func partsOfOneExportOfGarminInFoldersOfTheirOwnAreOneAccount() throws {
        let originals = HandMadeZip([.init("me_5.fit", Self.run)]).bytes
        let files = [
            ("part1/DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json", Self.document("Garmin", after: 1)),
            ("part2/DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", originals),
        ]
        try readBoth(files) { read in #expect(read.tally.format == "garmin-account" && read.diagnostics == []) }
    }

    @Test func aFileThatTwoAccountsHaveIsReadOnce() throws {
        let table = Self.table("Same", date: "Jun 14, 2024, 7:00:00 AM", file: "activities/7.fit")
        let files = [
            ("2023/activities.csv", table), ("2023/activities/7.fit", Self.run),
            ("2024/activities.csv", table), ("2024/activities/7.fit", Self.run),
        ]
        try readBoth(files) { read in
            #expect(read.workouts.map(name) == ["Same"])
            #expect(
                read.tally.skippedFiles == [
                    "2024/activities/7.fit: skipped, since it has the same content as 2023/activities/7.fit"
                ])
        }
    }

    @Test func anArchiveOfAnotherAccountInAnAccountIsNamed() throws {
        let inner = HandMadeZip([
            .init("activities.csv", Self.table("Inner", date: "Jun 15, 2024, 7:00:00 AM"))
        ]).bytes
        let named = "old.zip: skipped but for its activity files, since it is an account export; import it by itself"
        let outer: [(path: String, content: [UInt8])] = [
            ("activities.csv", Self.table("Outer", date: "Jun 14, 2024, 7:00:00 AM")),
            ("DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json", Self.document("Outer", after: 9000)),
        ]
        for file in outer {
            try readBoth([file, ("old.zip", inner)]) { read in
                #expect(read.workouts.map(name) == ["Outer"] && read.tally.skippedFiles == [named])
            }
        }
    }
}
