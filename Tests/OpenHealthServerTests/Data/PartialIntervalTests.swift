// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct PartialIntervalTests {
    private static func marks(_ rows: [JSONReader]) throws -> [Bool?] {
        try rows.map { try $0.optional("partial")?.bool() }
    }

    private static func marks(_ response: DataWorld.Client.Response) throws -> [Bool?] {
        try #require(response.status == 200, "\(response.text)")
        return try marks(try response.json().required("statistics").array())
    }

    /// Returns midnight UTC of the current day of a daemon.
    private static func midnight(_ clock: SetClock) -> Date {
        Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
    }

    /// Runs a daemon with a stopped clock.
    private static func run(_ body: @Sendable (DataWorld, SetClock) async throws -> Void) async throws {
        let clock = SetClock()
        try await TestDaemon.with { configuration in
            configuration.clock = { clock.now }
        } _: { daemon in
            try await body(DataWorld(daemon: daemon), clock)
        }
    }

    @Test func unfinishedAndCutDaysAreMarked() async throws {
        try await Self.run { world, clock in
            let app = try world.trustedApp("first")
            let today = Self.midnight(clock)
            let moments = [today - 2 * 86_400 + 7200, today - 86_400 + 7200, today]
            try app.access.save(
                moments.map { moment in
                    HKQuantitySample(
                        type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: moment,
                        end: moment + 60)
                })
            let from = encoded(APIDate.text(today - 2 * 86_400 + 3600))
            let path = "/v1/statistics?type=stepCount&options=cumulativeSum&every=day&timeZone=UTC"
            #expect(try Self.marks(try await app.get(path)) == [nil, nil, true])
            #expect(try Self.marks(try await app.get(path + "&from=" + from)) == [true, nil, true])
            let lines = try await app.get(path + "&from=" + from, accept: "application/x-ndjson")
            #expect(try Self.marks(try lines.lines()) == [true, nil, true])
            #expect(try Self.marks(try await app.get("/v1/statistics?type=stepCount&options=cumulativeSum")) == [nil])
            clock.move(seconds: 86_400)
            #expect(try Self.marks(try await app.get(path)) == [nil, nil, nil])
        }
    }

    /// Samples count entirely. By parameters, the day after the range, in which only the end of a sample is, is omitted; a
    /// query, whose result is that of HealthKit, has it as a partial interval.
    @Test func aDayOutsideOfTheRangeIsNotAWholeOne() async throws {
        try await Self.run { world, clock in
            let app = try world.trustedApp("first")
            let (from, to) = (Self.midnight(clock) - 3 * 86_400, Self.midnight(clock) - 2 * 86_400)
            try app.access.save([
                HKQuantitySample(
                    type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: to - 120,
                    end: to + 120)
            ])
            let path =
                "/v1/statistics?type=stepCount&options=cumulativeSum&every=day&from=\(encoded(APIDate.text(from)))"
                + "&to=\(encoded(APIDate.text(to)))&timeZone="
            let response = try await app.get(path + "UTC")
            #expect(try Self.marks(response) == [nil])
            #expect(try response.json().required("timeZone").string() == "UTC")
            let query = try StatisticsQuery(
                type: DataFixtures.steps,
                predicate: .interval(
                    PredicateInterval(from: from.timeIntervalSince1970, to: to.timeIntervalSince1970)),
                options: [.cumulativeSum],
                buckets: CivilBuckets(anchor: from, interval: DateComponents(day: 1), calendar: Self.utc))
            #expect(try Self.marks(try await app.post("/v1/statistics/query", query.json)) == [nil, true])
            // Midnight to midnight of UTC are parts of two days in Berlin.
            try app.access.save([
                HKQuantitySample(
                    type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: from + 7200,
                    end: from + 7260)
            ])
            #expect(try Self.marks(try await app.get(path + "Europe/Berlin")) == [true, true])
        }
    }

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The day of the last export is only marked for an app with permission to read all samples of the type.
    @Test func theDayOfTheLastExportIsMarked() async throws {
        try await Self.run { world, _ in
            let reader = try world.trustedApp("reader")
            let writer = try world.trustedApp("writer")
            let day = Date(timeIntervalSince1970: 1_709_596_800)
            func steps(_ start: Date) -> HKQuantitySample {
                HKQuantitySample(
                    type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: start,
                    end: start + 60)
            }
            let xml = """
                <HealthData locale="en_GB">
                <ExportDate value="2024-03-06 09:14:00 +0000"/>
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="5"
                 startDate="2024-03-05 08:00:00 +0000" endDate="2024-03-05 08:00:00 +0000"/>
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="5"
                 startDate="2024-03-06 08:00:00 +0000" endDate="2024-03-06 08:00:00 +0000"/>
                </HealthData>
                """
            let export = try AppleHealthExportReader(data: Array(xml.utf8), name: "export.xml")
            _ = try world.daemon.database.ingest(export, options: .init(file: "export.xml"))
            let path = "/v1/statistics?type=stepCount&options=cumulativeSum&every=day&timeZone=UTC"
            #expect(try Self.marks(try await reader.get(path)) == [nil, true])
            let denied = try world.trustedApp("denied")
            try denied.access.record(AuthorizationDecision(share: [:], read: [DataFixtures.steps: .denied]))
            try denied.access.save([steps(day + 86_400 + 7 * 3600)])
            #expect(try Self.marks(try await denied.get(path)) == [nil])
            #expect(try Self.marks(try await reader.get(path)) == [nil, true])
            try writer.access.save([steps(day + 86_400 + 20 * 3600)])
            #expect(try Self.marks(try await reader.get(path)) == [nil, nil])
        }
    }

    @Test func nightsCutByTheRangeAreMarked() async throws {
        try await Self.run { world, clock in
            let app = try world.trustedApp("first")
            let yesterday = Self.midnight(clock) - 86_400
            try app.access.save([
                HKCategorySample(
                    type: HKCategoryType(.sleepAnalysis), value: 1, start: yesterday + 7200, end: yesterday + 10_800)
            ])
            for (from, mark) in [(yesterday, nil), (yesterday + 9000, true)] as [(Date, Bool?)] {
                let response = try await app.get(
                    "/v1/category-statistics?type=sleepAnalysis&every=day&timeZone=UTC"
                        + "&from=\(encoded(APIDate.text(from)))")
                #expect(try Self.marks(response) == [mark])
            }
        }
    }
}
