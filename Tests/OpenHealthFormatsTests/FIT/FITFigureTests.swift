// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// The figures of days and nights in files of watches, which exports of accounts have, too.
@Suite struct FITFigureTests {
    /// Midnight of 2024-06-14 in a zone two hours east of UTC.
    private static let midnight = FITWriter.start - 9 * 3600
    private static let date = FITWriter.epochStart - 9 * 3600
    private static let day: UInt64 = 86_400

    private static let days = """
        [{"calendarDate":"2024-06-14","restingHeartRate":55,"currentDayRestingHeartRate":52,
        "wellnessStartTimeGmt":"2024-06-13T22:00:00.0"}]
        """
    private static let nights = """
        [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T21:30:00.0",
        "sleepEndTimestampGMT":"2024-06-14T05:00:00.0","sleepScores":{"overallScore":81}}]
        """

    private static func read(_ files: [FITWriter]) throws -> ReadImport {
        let folder = try TemporaryFolder()
        for (index, file) in files.enumerated() { _ = try folder.write("\(index).fit", file.file()) }
        return try ReadImport(folder.url)
    }

    private static func account(_ document: String, _ text: String, _ files: FITWriter...) throws -> ReadImport {
        var members = [HandMadeZip.Member("DI_CONNECT/" + document, Array(text.utf8))]
        if !files.isEmpty {
            let archive = HandMadeZip(files.enumerated().map { .init("\($0.offset).fit", $0.element.file()) })
            members.append(
                .init("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", archive.bytes))
        }
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("account.zip", HandMadeZip(members).bytes))
    }

    /// Returns a file of monitoring with resting heart rates: the seconds since midnight, the average of seven days, and the figure of the day.
    private static func monitoring(
        from start: UInt64 = 0, to end: UInt64, manufacturer: UInt64 = 1,
        _ rates: [(seconds: UInt64, average: UInt64, rate: UInt64)]
    ) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID(type: 32, manufacturer: manufacturer)
        writer.add(103, local: 1, .time(midnight + start), .u32(0, midnight + start + 7200))
        for rate in rates {
            writer.add(211, local: 2, .time(midnight + rate.seconds), .u8(0, rate.average), .u8(1, rate.rate))
        }
        writer.add(55, local: 3, .time(midnight + end), .u8(27, 60))
        return writer
    }

    private static func night(withTimes: Bool = true, score: UInt64 = 81) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID(type: 49)
        if withTimes { writer.add(21, local: 1, .time(midnight - 1800), .kind(0, 74), .kind(1, 0)) }
        writer.add(346, local: 2, .u8(3, 70), .u8(6, score))
        if withTimes { writer.add(21, local: 1, .time(midnight + 7 * 3600), .kind(0, 74), .kind(1, 1)) }
        return writer
    }

    private static func scores(_ read: ReadImport) -> [ReadImport.Record] {
        read.all.filter { $0.type == "OpenHealthKitQuantityTypeIdentifierGarminSleepScore" }
    }

    // MARK: Resting heart rates

    @Test func aDayHasTheLastRestingHeartRateThatIsWrittenInIt() throws {
        let morning = Self.monitoring(to: 40_000, [(3600, 55, 0xFF), (20_000, 55, 54), (30_000, 55, 53)])
        // What is written at midnight is about the day before.
        let evening = Self.monitoring(
            from: 40_000, to: Self.day, [(50_000, 55, 51), (Self.day, 55, 52), (Self.day, 55, 0)])
        for files in [[morning, evening], [evening, morning]] {
            let read = try Self.read(files)
            #expect(
                read.records(.restingHeartRate) == [
                    .init(
                        type: HKQuantityTypeIdentifier.restingHeartRate.rawValue, source: "Garmin Connect",
                        start: Self.date + 43_200, end: Self.date + 43_200, value: 52)
                ])
            #expect(read.diagnostics == [])
        }
    }

    @Test func aDayThatHasNotEndedInTheFilesIsNamed() throws {
        let read = try Self.read([
            Self.monitoring(to: Self.day + 30_000, [(30_000, 55, 53), (Self.day + 30_000, 55, 50)])
        ])
        #expect(read.records(.restingHeartRate).map(\.value) == [53])
        #expect(
            read.diagnostics.map(\.reason) == [
                "resting heart rates of days that the files do not contain to their end were left out: 1"
            ])
        #expect(read.tally.complete)
    }

    @Test func averagesOfSevenDaysAreNoRestingHeartRatesOfADay() throws {
        let read = try Self.read([Self.monitoring(to: Self.day, [(30_000, 55, 0xFF), (40_000, 55, 0)])])
        #expect(read.records(.restingHeartRate) == [] && read.diagnostics == [])
    }

    @Test func theWatchAndTheAccountHaveOneRestingHeartRate() throws {
        let file = Self.monitoring(to: Self.day, [(30_000, 55, 52)])
        let document = "DI-Connect-Aggregator/UDSFile_1.json"
        let alone = try Self.read([file]).records(.restingHeartRate)
        #expect(alone.count == 1)
        #expect(try Self.account(document, Self.days).records(.restingHeartRate) == alone)
        #expect(try Self.account(document, Self.days, file).records(.restingHeartRate) == alone)
        // The document has the figure of the whole day.
        let part = Self.monitoring(to: 40_000, [(30_000, 55, 58)])
        let read = try Self.account(document, Self.days, part)
        #expect(read.records(.restingHeartRate) == alone && read.diagnostics == [])
    }

    @Test func watchesOfOtherMakersHaveSourcesOfTheirOwn() throws {
        let read = try Self.read([
            Self.monitoring(to: Self.day, [(30_000, 55, 52)]),
            Self.monitoring(to: Self.day, manufacturer: 294, [(30_000, 55, 54)]),
        ])
        #expect(
            read.records(.restingHeartRate).map { "\($0.source) \($0.value)" }.sorted() == [
                "COROS 54.0", "Garmin Connect 52.0",
            ])
    }

    // MARK: Sleep scores

    @Test func theWatchAndTheAccountHaveOneSleepScore() throws {
        let alone = Self.scores(try Self.read([Self.night()]))
        #expect(alone.map { [$0.start - Self.date, $0.end - Self.date, $0.value] } == [[-1800, 25_200, 81]])
        #expect(alone.map(\.source) == ["Garmin Connect"])
        let document = "DI-Connect-Wellness/1_sleepData.json"
        #expect(Self.scores(try Self.account(document, Self.nights)) == alone)
        #expect(Self.scores(try Self.account(document, Self.nights, Self.night())) == alone)
    }

    @Test func aSleepScoreHasThePeriodOfTheLevelsOfTheNight() throws {
        var writer = Self.night(withTimes: false)
        writer.add(275, local: 3, .time(Self.midnight + 600), .kind(0, 2))
        writer.add(275, local: 3, .time(Self.midnight + 9000), .kind(0, 1))
        let read = try Self.read([writer])
        #expect(Self.scores(read).map { [$0.start - Self.date, $0.end - Self.date] } == [[600, 9000]])
        #expect(read.diagnostics.map(\.reason) == ["a stage of sleep without an end was left out"])
    }

    @Test func aSleepScoreWithoutItsNightIsNamed() throws {
        let read = try Self.read([Self.night(withTimes: false)])
        #expect(Self.scores(read) == [])
        #expect(
            read.diagnostics.map(\.reason) == ["a sleep score without the times of its night was left out"])
    }

    @Test func aSleepScoreOfZeroIsNamed() throws {
        let zero = try Self.read([Self.night(score: 0)])
        #expect(Self.scores(zero) == [])
        #expect(zero.diagnostics.map(\.reason) == ["scores of 0 or less were left out: 1"])
        // 255 is the number that means none.
        let none = try Self.read([Self.night(score: 0xFF)])
        #expect(Self.scores(none) == [] && none.diagnostics == [])
    }

    // MARK: Other messages

    @Test func messagesAboutHealthThatAreNotReadAreCounted() throws {
        var writer = Self.night()
        for index in 0..<3 as Range<UInt64> { writer.add(412, local: 4, .time(Self.midnight + index)) }
        writer.add(398, local: 5, .time(Self.midnight), .u8(1, 1))
        // Messages about other things are not named.
        writer.add(0xFF00, local: 6, .time(Self.midnight))
        let other = Self.night(score: 70)
        let read = try Self.read([writer, other, writer])
        #expect(
            read.diagnostics.map(\.reason) == [
                "messages that are not read: nap_event (3), skin_temp_overnight (1)"
            ])
        #expect(read.diagnostics.first?.element == "FIT" && read.tally.complete)
    }
}
