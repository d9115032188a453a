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

    @Test func twoAccountsWithGarminHaveTheirOwnActivitiesAndOriginals() throws {
        func path(_ folder: String, _ owner: String) -> String {
            "\(folder)/DI_CONNECT/DI-Connect-Fitness/\(owner)0_summarizedActivities.json"
        }
        func part(_ folder: String, _ file: [UInt8]) -> (path: String, content: [UInt8]) {
            (
                "\(folder)/part2/DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip",
                HandMadeZip([.init("5.fit", file)]).bytes
            )
        }
        // Both call their activity 1.
        let (first, second) = (Self.document("First", after: 9000), Self.document("Second", after: 20_000))
        for owners in [("anna_", "ben_"), ("", "")] {
            let files = [
                (path("anna", owners.0), first), (path("ben", owners.1), second), part("anna", Self.run),
                part("ben", Self.later),
            ]
            try readBoth(files) { read in
                #expect(read.workouts.map(name).sorted() == ["", "", "First", "Second"] && read.diagnostics == [])
                #expect(read.tally.format == "garmin-account")
            }
        }
        // The same activity, in accounts that are not named.
        try readBoth([(path("anna", ""), first), (path("ben", ""), first)]) { read in
            #expect(read.workouts.map(name) == ["First"])
            #expect(
                read.diagnostics.map(\.reason) == [
                    "activities that folders of the input have with the same identifier, time and totals were read once: 1"
                ])
        }
        // The number of the owner counts more than the name of the document.
        func owned(_ document: [UInt8], _ owner: Int) -> [UInt8] {
            let text = String(decoding: document, as: UTF8.self)
            return Array(text.replacing("}]}]", with: ",\"userProfileId\":\(owner)}]}]").utf8)
        }
        for (other, names) in [(7, ["First"]), (8, ["First", "Second"])] {
            try readBoth([(path("anna", "a_"), owned(first, 7)), (path("ben", "b_"), owned(second, other))]) { read in
                #expect(read.workouts.map(name) == names && read.diagnostics == [])
            }
        }
    }

    @Test func activitiesOfTwoAccountsWithStravaAtOneTimeAreTwo() throws {
        func table(_ metres: Int) -> [UInt8] {
            let table = Self.table("Run", date: "Jun 14, 2024, 7:00:00 AM", type: "Run")
            let header = String(decoding: table, as: UTF8.self).replacing(
                "Elapsed Time,Distance", with: "Elapsed Time,Distance,Distance")
            return Array(header.replacing(",600,0,", with: ",600,0,\(metres),").utf8)
        }
        func files(_ metres: [Int]) -> [(path: String, content: [UInt8])] {
            metres.enumerated().flatMap { index, metres -> [(path: String, content: [UInt8])] in
                [
                    ("\(index)/activities.csv", table(metres)),
                    ("\(index)/profile.csv", Array("Athlete ID,Email\n\(index + 70),\n".utf8)),
                ]
            }
        }
        try readBoth(files([2000, 3000])) { read in
            #expect(read.workouts.count == 2 && read.diagnostics == [])
            let identities = read.workouts.compactMap { workout in
                workout.sample.metadata.first { $0.key == MetadataPair.activityKey }?.value
            }
            #expect(Set(identities).count == 2 && identities.allSatisfy { $0.hasPrefix("strava-account:") })
        }
        try readBoth(files([2000, 2000])) { read in #expect(read.workouts.count == 1 && read.diagnostics.count == 1) }
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
