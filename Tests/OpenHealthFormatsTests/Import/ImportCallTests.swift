// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Several inputs of one call, whose files are read together.
@Suite struct ImportCallTests {
    /// A file with readings of the night of the account: oxygen, breaths, their variability, a stage of sleep and its score, and a weight.
    private static let readings: [UInt8] = {
        var writer = FITWriter()
        let night = FITWriter.Field.time(FITWriter.start - 20_000)
        writer.addFileID(type: 32)
        writer.add(269, local: 1, night, .u8(0, 97))
        writer.add(297, local: 2, night, .s16(0, 1450))
        writer.add(371, local: 3, night, .u16(0, 5184))
        writer.add(275, local: 4, .time(FITWriter.start - 28_800), .kind(0, 2))
        writer.add(275, local: 4, .time(FITWriter.start - 25_200), .kind(0, 1))
        writer.add(346, local: 5, .u8(6, 77))
        writer.add(30, local: 6, .time(FITWriter.start + 30), .u16(0, 7250))
        return writer.file()
    }()

    /// The values of the file by type.
    private static let values = [
        "bodyMass 72.5", "heartRateVariabilityRMSSD 40.5", "oxygenSaturation 0.97", "respiratoryRate 14.5",
        "score 77.0", "sleepAnalysis 3.0",
    ]

    /// Returns the export of an account with documents about the same night and weight, and files.
    private static func account(_ files: [[UInt8]], owner: String = "anna") -> [UInt8] {
        func json(_ name: String, _ text: String) -> HandMadeZip.Member {
            .init("DI_CONNECT/DI-Connect-" + name, Array(text.utf8))
        }
        let archive = HandMadeZip(files.enumerated().map { .init("\($0.offset).fit", $0.element) })
        return HandMadeZip([
            json("Fitness/\(owner)_0_summarizedActivities.json", "[{\"summarizedActivitiesExport\":[]}]"),
            json(
                "Wellness/1_sleepData.json",
                """
                [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T22:00:00.0",
                "sleepEndTimestampGMT":"2024-06-14T05:30:00.0","averageRespiration":14.0,
                "spo2SleepSummary":{"averageSPO2":95.0},"sleepScores":{"overallScore":81}}]
                """),
            json(
                "Wellness/1_healthStatusData.json",
                "[{\"calendarDate\":\"2024-06-14\",\"metrics\":[{\"type\":\"HRV\",\"value\":48.0}]}]"),
            json(
                "Wellness/1_userBioMetrics.json",
                "[{\"weight\":{\"weight\":72500.0,\"timestampGMT\":\"2024-06-14T07:00:00.0\"}}]"),
            .init("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", archive.bytes),
        ]).bytes
    }

    /// Reads the inputs of one call in their order.
    private func read(_ urls: [URL]) throws -> [ReadImport] {
        let call = ImportCall()
        for url in urls { try call.expect(url, options: .init()) }
        return try urls.map { url in try call.reading { try ReadImport(url, call: call) } }
    }

    private func values(_ inputs: [ReadImport]) -> [String] {
        inputs.flatMap(\.all).map { record in
            let name = record.type.replacing("HKQuantityTypeIdentifier", with: "")
                .replacing("HKCategoryTypeIdentifier", with: "")
                .replacing("OpenHealthKitQuantityTypeIdentifierGarminSleepScore", with: "score")
            return "\(name.prefix(1).lowercased())\(name.dropFirst()) \(record.value)"
        }.sorted()
    }

    @Test(arguments: [true, false], [true, false])
    func readingsOfAFileAreNotTakenFromTheDocumentsOfAnAccount(isFileFirst: Bool, isInAccount: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.fit", Self.readings)
        let account = try folder.write("account.zip", Self.account(isInAccount ? [Self.readings] : []))
        let inputs = try read(isFileFirst ? [file, account] : [account, file])
        #expect(values(inputs) == Self.values)
        // Without the file, the account has what its documents say.
        #expect(try values(read([folder.write("alone.zip", Self.account([]))])).count == 6)
    }

    @Test func aCopyInASecondAccountOfTheCallIsKnownThere() throws {
        let folder = try TemporaryFolder()
        let inputs = try read(["a", "b"].map { try folder.write("\($0).zip", Self.account([Self.readings])) })
        #expect(values(inputs) == Self.values && inputs[1].all == [])
    }

    @Test func filesSayNothingAboutTheAccountsOfSeveralPersons() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.fit", Self.readings)
        let accounts = try ["anna", "bert"].map { owner in
            try folder.write("\(owner).zip", Self.account([], owner: owner))
        }
        for urls in [[file] + accounts, accounts + [file]] {
            #expect(try read(urls).map(\.all.count).sorted() == [6, 6, 6])
        }
    }

    @Test func aFileThatCannotBeReadSaysNothingAboutAnAccount() throws {
        let folder = try TemporaryFolder()
        let account = try folder.write("account.zip", Self.account([]))
        let call = ImportCall()
        try call.expect(account, options: .init())
        let file = try folder.write("a.fit", Self.readings)
        try call.expect(file, options: .init(strict: true))
        _ = try folder.write("a.fit", Array(Self.readings.dropLast(3)))
        #expect(try ReadImport(account, call: call).all.count == 6)
    }

    /// Returns a file of a watch with the resting heart rate of a day so far.
    /// - Parameter end: The seconds from midnight to its end.
    private static func monitoring(to end: UInt64, _ rate: UInt64?) -> [UInt8] {
        // Midnight in a zone two hours east of UTC.
        let midnight = FITWriter.start - 9 * 3600
        var writer = FITWriter()
        writer.addFileID(type: 32)
        writer.add(103, local: 1, .time(midnight + end - 600), .u32(0, midnight + end + 6600))
        if let rate { writer.add(211, local: 2, .time(midnight + end - 300), .u8(0, 55), .u8(1, rate)) }
        writer.add(55, local: 3, .time(midnight + end), .u8(27, 60))
        return writer.file()
    }

    @Test func theRestingHeartRateOfADayIsThatOfAllFilesOfAnAccountAlsoOfCopies() throws {
        let (evening, later) = (Self.monitoring(to: 80_000, 52), Self.monitoring(to: 86_400, nil))
        let folder = try TemporaryFolder()
        let file = try folder.write("a.fit", evening)
        let account = try folder.write("account.zip", Self.account([evening, later]))
        let inputs = try read([file, account])
        #expect(inputs[0].records(.restingHeartRate) == [] && inputs[0].diagnostics.count == 1)
        #expect(inputs[1].records(.restingHeartRate).map(\.value) == [52] && inputs[1].diagnostics == [])
    }

    @Test func theRestingHeartRateOfADayIsThatOfAllFilesOfTheCall() throws {
        let folder = try TemporaryFolder()
        let evening = try folder.write("a.fit", Self.monitoring(to: 80_000, 52))
        let end = try folder.write("b.fit", Self.monitoring(to: 86_400, nil))
        for urls in [[evening, end], [end, evening]] {
            let inputs = try read(urls)
            #expect(inputs[0].records(.restingHeartRate) == [] && inputs[0].diagnostics == [])
            #expect(inputs[1].records(.restingHeartRate).map(\.value) == [52] && inputs[1].diagnostics == [])
        }
        // The last figure of a day counts, once.
        let whole = try folder.write("c.fit", Self.monitoring(to: 86_400, 50))
        for (urls, values) in [([evening, whole], [[], [50.0]]), ([whole, evening], [[50.0], []])] {
            #expect(try read(urls).map { $0.records(.restingHeartRate).map(\.value) } == values)
        }
        // A day without an end is reported once.
        let earlier = try folder.write("d.fit", Self.monitoring(to: 40_000, 55))
        #expect(try read([evening, earlier]).map(\.diagnostics.count) == [0, 1])
    }

    @Test func anInputThatFailsHasNoRestingHeartRateForOthers() throws {
        let folder = try TemporaryFolder()
        let evening = try folder.write("a.fit", Self.monitoring(to: 80_000, 52))
        let end = try folder.write("b.fit", Self.monitoring(to: 86_400, nil))
        let call = ImportCall()
        for url in [evening, end] { try call.expect(url, options: .init()) }
        #expect(throws: FormatError.self) {
            try call.reading {
                _ = try ReadImport(evening, call: call)
                throw FormatError(.rejected, file: "a", message: "", remedy: "")
            }
        }
        let read = try call.reading { try ReadImport(end, call: call) }
        #expect(read.records(.restingHeartRate) == [] && read.diagnostics == [])
    }

    @Test func singleFilesThatFollowOneAnotherAreAGroup() throws {
        let folder = try TemporaryFolder()
        func file(_ name: String, _ time: UInt64) throws -> URL {
            try folder.write(name, Self.monitoring(to: time, 52))
        }
        let inner = folder.url.appendingPathComponent("folder", isDirectory: true)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(Self.monitoring(to: 10_000, 52)).write(to: inner.appendingPathComponent("e.fit"))
        let urls = [
            try file("a.fit", 20_000), inner, try file("b.fit", 30_000), try file("c.fit", 40_000),
            try folder.write("account.zip", Self.account([])),
        ]
        let call = ImportCall()
        for url in urls { try call.expect(url, options: .init()) }
        #expect(call.groups(of: urls) == [[4], [0], [1], [2, 3]])
        let many = Array(repeating: urls[0], count: ImportCall.groupSize + 1)
        #expect(call.groups(of: many).map(\.count) == [ImportCall.groupSize, 1])
    }
}
