// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Figures of days and nights that an account and the files of its watch have, imported together and in several calls.
@Suite struct AccountFigureTests {
    /// Midnight of 2024-06-14 in a zone two hours east of UTC, in seconds since 1970.
    private static let midnight: Int64 = 1_718_316_000
    /// The divisions of an account and a file into calls, and a folder with both.
    static let divisions = [
        [["all/account", "all/watch.fit"]], [["all/watch.fit", "all/account"]], [["all/account"], ["all/watch.fit"]],
        [["all/watch.fit"], ["all/account"]], [["all"]],
    ]

    private static let time: (number: UInt8, type: FITType) = (253, .uint32)

    /// Returns a file of a watch with messages at seconds from midnight.
    private static func watch(_ messages: [(FITMessage, seconds: Int64, values: [Int64?])]) -> Data {
        let date = midnight - 631_065_600
        var file = FITFile()
        file.add(.fileID, [32, 1, nil, nil, date])
        file.add(FITMessage(number: 103, local: 6, fields: [time, (0, .uint32)]), [date, date + 7200])
        for (message, seconds, values) in messages { file.add(message, [date + seconds] + values) }
        return Data(file.bytes)
    }

    private static func write(_ content: Data, to path: String, _ world: ExportWorld) throws {
        let url = world.file(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url)
    }

    /// Imports the inputs of a call as the tool does.
    private func add(_ names: [String], to database: HealthDatabase, _ world: ExportWorld) throws -> [ImportReceipt] {
        let call = ImportCall()
        let urls = names.map(world.file)
        for url in urls { try call.expect(url, options: .init()) }
        return try call.order(of: urls).map { index in
            try call.reading {
                try database.ingest(HealthImport(url: urls[index], call: call), options: .init(file: names[index]))
            }
        }
    }

    /// Returns the samples of a type as lines of their seconds from midnight and their value.
    private func lines(_ type: String, _ database: HealthDatabase) throws -> [String] {
        try database.records(SampleRequest(types: [type])).map { record in
            let dates = [record.start, record.end].map { Int64($0.timeIntervalSince1970) - Self.midnight }
            return "\(dates[0]) \(dates[1]) \(record.value ?? .nan)"
        }.sorted()
    }

    @Test(arguments: divisions)
    func theTimeInBedOfANightWithStagesIsLeftOutInAnyOrderAndDivision(calls: [[String]]) throws {
        let world = try ExportWorld()
        let level = FITMessage(number: 275, local: 7, fields: [Self.time, (0, .enumeration)])
        try Self.write(
            Self.watch([(level, 0, [2]), (level, 3600, [3]), (.event, 25_200, [74, 1])]), to: "all/watch.fit", world)
        // No file has the stages of the second night.
        try Self.write(
            Data(
                """
                [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T21:30:00.0",
                "sleepEndTimestampGMT":"2024-06-14T05:00:00.0"},
                {"calendarDate":"2024-06-15","sleepStartTimestampGMT":"2024-06-14T21:30:00.0",
                "sleepEndTimestampGMT":"2024-06-15T05:00:00.0"}]
                """.utf8), to: "all/account/DI_CONNECT/DI-Connect-Wellness/1_sleepData.json", world)
        let database = try world.store()
        let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        for names in calls { _ = try add(names, to: database, world) }
        for names in calls + calls.reversed() {
            #expect(try lines(type, database) == ["0 3600 3.0", "3600 25200 4.0", "84600 111600 0.0"])
            #expect(try add(names, to: database, world).map(\.records.added).allSatisfy { $0 == 0 })
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let noon = Date(timeIntervalSince1970: Double(Self.midnight - 43_200))
        let buckets = try CivilBuckets(anchor: noon, interval: DateComponents(day: 1), calendar: calendar)
        let hours = try database.categoryDurations(type: type, buckets: buckets).map { row in
            row.values.map { "\($0.value)=\($0.duration / 3600)" }
        }
        #expect(hours == [["3=1.0", "4=6.0"], ["0=7.5"]])
        #expect(try database.check().findings.isEmpty)
    }

    @Test(arguments: divisions)
    func aDayHasTheRestingHeartRateOfItsAccountInAnyOrderAndDivision(calls: [[String]]) throws {
        let world = try ExportWorld()
        let resting = FITMessage(number: 211, local: 7, fields: [Self.time, (0, .uint8), (1, .uint8)])
        let rate = FITMessage(number: 55, local: 8, fields: [Self.time, (27, .uint8)])
        // The watch has the next day, too.
        try Self.write(
            Self.watch([
                (resting, 20_000, [55, 54]), (resting, 50_000, [55, 53]), (resting, 120_000, [55, 51]),
                (rate, 172_800, [60]),
            ]), to: "all/watch.fit", world)
        try Self.write(
            Data(
                """
                [{"calendarDate":"2024-06-14","restingHeartRate":55,"currentDayRestingHeartRate":52,
                "wellnessStartTimeGmt":"2024-06-13T22:00:00.0"}]
                """.utf8), to: "all/account/DI_CONNECT/DI-Connect-Aggregator/UDSFile_1.json", world)
        let database = try world.store()
        let type = HKQuantityTypeIdentifier.restingHeartRate.rawValue
        for names in calls { _ = try add(names, to: database, world) }
        for names in calls + calls.reversed() {
            #expect(try lines(type, database) == ["129600 129600 51.0", "43200 43200 52.0"])
            #expect(try add(names, to: database, world).map(\.records.added).allSatisfy { $0 == 0 })
        }
        #expect(try database.check().findings.isEmpty)
    }

    // MARK: Several persons

    /// Writes the account of a person with documents about two days and a night.
    private static func writeAccount(
        of owner: String, in folder: String, rates: [Int], _ world: ExportWorld
    ) throws {
        let days = rates.enumerated().map { index, rate in
            "{\"calendarDate\":\"2024-06-\(14 + index)\",\"currentDayRestingHeartRate\":\(rate)}"
        }
        let start = owner == "anna" ? "21:30" : "22:00"
        for (name, text) in [
            ("DI-Connect-Fitness/\(owner)_0_summarizedActivities.json", "[{\"summarizedActivitiesExport\":[]}]"),
            ("DI-Connect-Aggregator/UDSFile_1.json", "[\(days.joined(separator: ","))]"),
            (
                "DI-Connect-Wellness/1_sleepData.json",
                """
                [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T\(start):00.0",
                "sleepEndTimestampGMT":"2024-06-14T05:00:00.0"}]
                """
            ),
        ] {
            try write(Data(text.utf8), to: "\(folder)/DI_CONNECT/\(name)", world)
        }
    }

    @Test(arguments: [["all"], ["all/anna", "all/bert"], ["all/bert", "all/anna"]])
    func differentRestingHeartRatesOfTwoPersonsAreNamed(names: [String]) throws {
        let world = try ExportWorld()
        try Self.writeAccount(of: "anna", in: "all/anna", rates: [52, 50], world)
        try Self.writeAccount(of: "bert", in: "all/bert", rates: [47, 50], world)
        let database = try world.store()
        let receipts = try add(names, to: database, world)
        let reason =
            "days of which the accounts of several persons have different resting heart rates, and the store keeps one: 1"
        #expect(receipts.flatMap(\.diagnostics).map(\.reason) == [reason])
        #expect(receipts.last?.diagnostics.map(\.element) == ["GARMIN-ACCOUNT"])
        // The documents do not state the zone, so that the figures are at noon in UTC.
        #expect(
            try lines(HKQuantityTypeIdentifier.restingHeartRate.rawValue, database) == [
                "136800 136800 50.0", "50400 50400 52.0",
            ])
    }

    @Test func aCorrectedRestingHeartRateOfOnePersonIsNotNamed() throws {
        let world = try ExportWorld()
        try Self.writeAccount(of: "anna", in: "first", rates: [47, 50], world)
        try Self.writeAccount(of: "anna", in: "later", rates: [52, 50], world)
        let database = try world.store()
        #expect(try add(["first", "later"], to: database, world).flatMap(\.diagnostics).isEmpty)
        #expect(
            try lines(HKQuantityTypeIdentifier.restingHeartRate.rawValue, database) == [
                "136800 136800 50.0", "50400 50400 52.0",
            ])
    }

    @Test func aFileSaysNothingAboutTheNightsOfTwoPersons() throws {
        let world = try ExportWorld()
        try Self.writeAccount(of: "anna", in: "anna", rates: [52, 50], world)
        try Self.writeAccount(of: "bert", in: "bert", rates: [52, 50], world)
        let level = FITMessage(number: 275, local: 7, fields: [Self.time, (0, .enumeration)])
        try Self.write(Self.watch([(level, 0, [2]), (.event, 3600, [74, 1])]), to: "watch.fit", world)
        for names in [["watch.fit", "anna", "bert"], ["bert", "anna", "watch.fit"]] {
            let database = try world.store()
            for _ in 0..<2 {
                _ = try add(names, to: database, world)
                #expect(
                    try lines(HKCategoryTypeIdentifier.sleepAnalysis.rawValue, database) == [
                        "-1800 25200 0.0", "0 25200 0.0", "0 3600 3.0",
                    ])
            }
        }
    }
}
