// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// The search for the summaries of workouts whose starts are near to each other.
@Suite struct SummaryMatchTests {
    /// Returns a summary in JSON.
    /// - Parameters:
    ///   - offset: The seconds from the start of ``FITWriter``.
    ///   - seconds: The duration.
    ///   - energy: The energy in kilocalories.
    private static func summary(
        _ name: String, _ type: String, at offset: Int, _ seconds: Int, energy: Double = 200
    ) -> String {
        """
        {"activityId":"\(name)","name":"\(name)","activityType":"\(type)",
        "startTimeGmt":\((Int(FITWriter.epochStart) + offset) * 1000).0,"duration":\(seconds * 1000),
        "elapsedDuration":\(seconds * 1000),"calories":\(energy * 4.184)}
        """
    }

    /// Returns a file with sessions without energy.
    private static func file(_ sessions: (sport: UInt64, start: UInt64, seconds: UInt64)...) -> [UInt8] {
        var writer = FITWriter()
        writer.addFileID()
        for session in sessions {
            writer.addSession(
                start: FITWriter.start + session.start, elapsed: session.seconds, timer: session.seconds,
                sport: session.sport, distance: session.seconds, calories: 0xFFFF)
        }
        return writer.file()
    }

    private struct Workout: Equatable {
        var start: Double
        var name: String?
        var energy: Double?

        init(_ start: Double, _ name: String?, _ energy: Double?) {
            (self.start, self.name, self.energy) = (start, name, energy)
        }
    }

    /// Returns the export of an account.
    private static func account(_ summaries: [String], _ files: [[UInt8]]) -> [UInt8] {
        let documents = HandMadeZip.Member(
            "DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json",
            Array("[{\"summarizedActivitiesExport\":[\(summaries.joined(separator: ","))]}]".utf8))
        let members = files.enumerated().map { HandMadeZip.Member("\($0).fit", $1) }
        let part = HandMadeZip.Member(
            "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", HandMadeZip(members).bytes)
        return HandMadeZip([documents, part]).bytes
    }

    /// Returns the workouts of an account in order of their starts.
    private func workouts(_ summaries: [String], _ files: [[UInt8]], _ call: ImportCall = ImportCall()) throws
        -> [Workout]
    {
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("account.zip", Self.account(summaries, files)), call: call)
        #expect(read.tally.format == "garmin-account" && read.diagnostics == [])
        return Self.workouts(read)
    }

    private static func workouts(_ read: ReadImport) -> [Workout] {
        read.workouts.map { workout in
            let energy = workout.statistics.first { $0.type == HKQuantityTypeIdentifier.activeEnergyBurned.rawValue }
            return Workout(
                workout.sample.start - FITWriter.epochStart,
                workout.sample.metadata.first { $0.key == HKMetadataKeyWorkoutBrandName }?.value,
                energy?.sum?.rounded())
        }.sorted { $0.start < $1.start }
    }

    @Test func aFalseStartDoesNotHaveTheSummaryOfTheActivityAfterIt() throws {
        let files = [Self.file((2, 0, 30)), Self.file((2, 50, 1800))]
        let summaries = [Self.summary("Real", "cycling", at: 50, 1800)]
        let right = [Workout(0, nil, nil), Workout(50, "Real", 200)]
        #expect(try workouts(summaries, files) == right)
        #expect(try workouts(summaries, files.reversed()) == right)
        // Alone, it is another activity, too.
        #expect(try workouts(summaries, [files[0]]) == right)
        // The false start has a summary of its own.
        let short = Self.summary("False", "cycling", at: 0, 30, energy: 3)
        #expect(try workouts(summaries + [short], files) == [Workout(0, "False", 3), Workout(50, "Real", 200)])
    }

    @Test func theNearestStartsAndDurationsBelongTogether() throws {
        let files = [Self.file((1, 40, 600)), Self.file((1, 0, 600))]
        // The first file is nearer to the first summary than to the second.
        let summaries = [Self.summary("First", "running", at: 15, 600), Self.summary("Second", "running", at: 70, 600)]
        for order in [files, files.reversed()] {
            #expect(try workouts(summaries, order) == [Workout(0, "First", 200), Workout(40, "Second", 200)])
            #expect(
                try workouts(summaries.reversed(), order) == [Workout(0, "First", 200), Workout(40, "Second", 200)])
        }
        // Of equal distances, the durations decide.
        let twins = [Self.file((1, 20, 900)), Self.file((1, 20, 600))]
        let lengths = [Self.summary("Short", "running", at: 30, 610), Self.summary("Long", "running", at: 30, 880)]
        for order in [twins, twins.reversed()] {
            let found = try workouts(lengths, order)
            #expect(Set(found.map(\.name)) == ["Short", "Long"] && found.count == 2)
        }
    }

    @Test func transitionsDoNotHaveTheSummariesOfSports() throws {
        let file = Self.file((5, 0, 600), (3, 600, 60), (2, 660, 1200), (3, 1860, 60), (1, 1920, 600))
        let sports = [
            Self.summary("Swim", "lap_swimming", at: 0, 600),
            Self.summary("Bike", "cycling", at: 660, 1200, energy: 300),
            Self.summary("Run", "running", at: 1920, 600),
        ]
        #expect(
            try workouts(sports, [file]) == [
                Workout(0, "Swim", 200), Workout(600, nil, nil), Workout(660, "Bike", 300), Workout(1860, nil, nil),
                Workout(1920, "Run", 200),
            ])
        // The whole has the name of the first, and no energy of it.
        let whole = [Self.summary("Triathlon", "multi_sport", at: 0, 2520)]
        #expect(try workouts(whole, [file]).map(\.energy) == [nil, nil, nil, nil, nil])
    }

    @Test func aSummaryOfAnotherKindIsAnotherActivity() throws {
        let swim = Self.file((5, 0, 600))
        let ride = [Self.summary("Ride", "cycling", at: 20, 600)]
        #expect(try workouts(ride, [swim]) == [Workout(0, nil, nil), Workout(20, "Ride", 200)])
        // The person corrected the kind: the times agree to the second.
        #expect(try workouts([Self.summary("Ride", "cycling", at: 0, 600)], [swim]) == [Workout(0, "Ride", 200)])
        #expect(try workouts([Self.summary("Hike", "hiking", at: 20, 600)], [Self.file((11, 0, 600))]).count == 1)
    }

    @Test func filesOfOtherInputsUseTheirSummaries() throws {
        let files = [Self.file((2, 0, 30)), Self.file((2, 50, 1800))]
        let summaries = [Self.summary("Real", "cycling", at: 50, 1800)]
        let folder = try TemporaryFolder()
        let call = ImportCall()
        #expect(try ReadImport(folder.write("a.fit", files[1]), call: call).workouts.count == 1)
        #expect(try workouts(summaries, files, call) == [Workout(0, nil, nil)])
        // A file that occurs twice does not use another summary.
        let two = summaries + [Self.summary("Next", "cycling", at: 70, 1800)]
        #expect(
            try workouts(two, [files[1], files[1]]) == [Workout(50, "Real", 200), Workout(70, "Next", 200)])
    }

    @Test func aFileBesideItsAccountHasItsSummaryInAnyOrder() throws {
        let file = Self.file((2, 50, 1800))
        let folder = try TemporaryFolder()
        let loose = try folder.write("a.fit", file)
        let account = try folder.write(
            "account.zip", Self.account([Self.summary("Real", "cycling", at: 50, 1800)], [file]))
        for urls in [[loose, account], [account, loose]] {
            let call = ImportCall()
            for url in urls { try call.expect(url, options: .init()) }
            let order = call.order(of: urls).map { urls[$0] }
            #expect(order == [account, loose])
            let inputs = try order.map { url in try call.reading { try ReadImport(url, call: call) } }
            #expect(Self.workouts(inputs[0]) == [Workout(50, "Real", 200)])
            #expect(inputs[1].workouts == [] && inputs[1].tally.skippedFiles.count == 1)
        }
    }

    @Test func accountsAreReadInTheOrderOfTheirServices() throws {
        let folder = try TemporaryFolder()
        let table = "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Filename\n"
        let strava = try folder.write("a.zip", HandMadeZip([.init("activities.csv", Array(table.utf8))]).bytes)
        let garmin = try folder.write(
            "b.zip", Self.account([Self.summary("Real", "cycling", at: 50, 1800)], []))
        for urls in [[strava, garmin], [garmin, strava]] {
            let call = ImportCall()
            for url in urls { try call.expect(url, options: .init()) }
            #expect(call.order(of: urls).map { urls[$0] } == [garmin, strava])
        }
    }

    @Test func filesOfAFailedInputAreReadAgain() throws {
        let call = ImportCall()
        let folder = try TemporaryFolder()
        let url = try folder.write("a.fit", Self.file((1, 0, 600)))
        #expect(throws: FormatError.self) {
            try call.reading {
                _ = try ReadImport(url, call: call)
                throw FormatError(.rejected, file: "a", message: "", remedy: "")
            }
        }
        #expect(try ReadImport(url, call: call).workouts.count == 1)
    }
}
