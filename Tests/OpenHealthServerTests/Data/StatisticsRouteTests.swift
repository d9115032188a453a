// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct StatisticsRouteTests {
    private static let newYear = 1_767_225_600.0
    /// A type of each aggregation style.
    private static let types: [HKQuantityTypeIdentifier] = [
        .stepCount, .activeEnergyBurned, .bodyMass, .heartRate, .environmentalAudioExposure,
    ]

    /// Saves random samples of a few days of two apps in different units.
    private static func fill(_ apps: [DataWorld.Client], _ random: inout SeededGenerator) throws {
        for identifier in types {
            let type = HKQuantityType(identifier)
            for app in apps {
                let samples = (0..<60).map { _ in
                    let start = Date(timeIntervalSince1970: newYear + random.number(0, 4 * 86_400))
                    let length = random.below(3) == 0 ? 0 : random.number(0, 7200)
                    return HKQuantitySample(
                        type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: random.number(1, 90)),
                        start: start, end: start + length)
                }
                try app.access.save(samples)
            }
        }
    }

    private static func options(of type: HKQuantityType) -> [HKStatisticsOptions] {
        (UInt(0)..<128).map { HKStatisticsOptions(rawValue: $0) }.filter { options in
            do { try options.checkFit(type) } catch { return false }
            return true
        }
    }

    private static func read(_ response: DataWorld.Client.Response) throws -> [HKStatistics] {
        try #require(response.status == 200, "\(response.text)")
        return try response.json().required("statistics").array().map { try JSONFormat.statistics.decode($0) }
    }

    private static func buckets(_ random: inout SeededGenerator) throws -> CivilBuckets? {
        var interval = DateComponents()
        switch random.below(6) {
        case 0: return nil
        case 1: interval.hour = 1 + random.below(20)
        case 2: interval.day = 1 + random.below(3)
        case 3: interval.weekOfYear = 1
        case 4: interval.month = 1
        default: interval.minute = 90
        }
        var calendar = Calendar(identifier: random.below(4) == 0 ? .hebrew : .gregorian)
        calendar.timeZone = try #require(
            TimeZone(identifier: ["UTC", "Asia/Kolkata", "America/New_York"][random.below(3)]))
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: newYear + random.number(-1e7, 1e7)), interval: interval,
            calendar: calendar)
    }

    private static func predicate(_ random: inout SeededGenerator) -> PredicateNode {
        let from = newYear + random.number(-86_400, 3 * 86_400)
        switch random.below(4) {
        case 0: return .constant(true)
        case 1:
            return .compare(.quantity, .greaterThan, .quantity(HKQuantity(unit: .count(), doubleValue: 30)))
        default:
            return .interval(
                PredicateInterval(
                    from: from, to: from + random.number(0, 2 * 86_400), isStartStrict: random.below(2) == 0,
                    isEndStrict: random.below(3) == 0))
        }
    }

    @Test func everyCombinationOfOptionsEqualsTheStore() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 31)
            let (first, second) = (try world.trustedApp("first"), try world.trustedApp("second"))
            try Self.fill([first, second], &random)
            // One app sees only recent samples, and the other one only its own.
            let (recent, none) = (try world.app("recent"), try world.app("none"))
            let since = AppPermission.Read.limited(since: Date(timeIntervalSince1970: Self.newYear + 1.4 * 86_400))
            for (app, read) in [(recent, since), (none, .denied)] {
                try app.access.record(
                    AuthorizationDecision(
                        share: [:],
                        read: Dictionary(uniqueKeysWithValues: Self.types.map { (HKQuantityType($0), read) })))
            }
            for identifier in Self.types {
                let type = HKQuantityType(identifier)
                for options in Self.options(of: type) {
                    var predicate = Self.predicate(&random)
                    if case .compare = predicate, identifier != .stepCount { predicate = .constant(true) }
                    let buckets = try Self.buckets(&random)
                    let query = StatisticsQuery(
                        type: type, predicate: predicate, options: options, buckets: buckets)
                    let app = [first, first, recent, none][random.below(4)]
                    let response = try await app.post("/v1/statistics/query", query.json)
                    let expected = try app.access.statistics(query)
                    #expect(try Self.read(response) == expected, "\(identifier) \(options) \(predicate)")
                }
            }
        }
    }

    @Test func theQueryStringGivesTheSameResult() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 32)
            let app = try world.trustedApp("first")
            try Self.fill([app], &random)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
            let anchor = try #require(calendar.date(from: DateComponents(year: 2001, month: 1, day: 1)))
            let (from, to) = (
                Date(timeIntervalSince1970: Self.newYear), Date(timeIntervalSince1970: Self.newYear + 2e5)
            )
            let times = "from=\(encoded(APIDate.text(from)))&to=\(encoded(APIDate.text(to)))"
            let query = StatisticsQuery(
                type: HKQuantityType(.stepCount),
                predicate: .interval(PredicateInterval(from: from.timeIntervalSince1970, to: to.timeIntervalSince1970)),
                options: [.cumulativeSum, .mostRecent, .duration])
            for (every, interval) in [
                ("day", DateComponents(day: 1)), ("2weeks", DateComponents(weekOfYear: 2)),
                ("month", DateComponents(month: 1)), ("6hours", DateComponents(hour: 6)),
                ("quarter", DateComponents(quarter: 1)), ("year", DateComponents(year: 1)),
                ("30minutes", DateComponents(minute: 30)),
            ] {
                let response = try await app.get(
                    "/v1/statistics?type=stepCount&\(times)&options=cumulativeSum,separateBySource&every=\(every)"
                        + "&timeZone=Europe/Berlin")
                let expected = try app.access.statistics(
                    StatisticsQuery(
                        type: query.type, predicate: query.predicate, options: [.cumulativeSum, .separateBySource],
                        buckets: CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)))
                // Intervals that have no time in the range are omitted.
                let inRange = expected.filter { $0.startDate < to && $0.endDate > from }
                #expect(try Self.read(response) == inRange, "\(every)")
                #expect(!inRange.isEmpty)
                #expect(try response.json().required("timeZone").string() == "Europe/Berlin")
            }
            let all = try await app.get("/v1/statistics?type=step_count&\(times)")
            #expect(try Self.read(all) == app.access.statistics(query))
        }
    }

    @Test func manyBucketsArriveInPagesAndAsLines() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("first")
            let type = HKQuantityType(.stepCount)
            try app.access.save(
                (0..<3000).map { number in
                    HKQuantitySample(
                        type: type, quantity: HKQuantity(unit: .count(), doubleValue: Double(number)),
                        start: Date(timeIntervalSince1970: Self.newYear + Double(number) * 60),
                        end: Date(timeIntervalSince1970: Self.newYear + Double(number) * 60 + 59))
                })
            let path = "/v1/statistics?type=stepCount&options=cumulativeSum&every=minute"
            let whole = try Self.read(try await app.get(path))
            #expect(whole.count == 3000)
            let lines = try await app.get(path, accept: "application/x-ndjson")
            #expect(lines.header("Content-Type") == "application/x-ndjson")
            #expect(try lines.lines().map { try JSONFormat.statistics.decode($0) } == whole)
        }
    }

    @Test func `more buckets than an app may have are refused, also those of its sources`() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("first")
            let length = Double(StoreAccess.bucketsForApps) * 0.6
            let start = Date(timeIntervalSince1970: Self.newYear)
            try app.access.save([
                HKQuantitySample(
                    type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                    start: start, end: start + length)
            ])
            for (options, status) in [(["cumulativeSum"], 200), (["cumulativeSum", "separateBySource"], 422)] {
                let response = try await app.post(
                    "/v1/statistics/query",
                    .object([
                        ("type", .string("stepCount")), ("options", .array(options.map(JSONValue.string))),
                        (
                            "buckets",
                            .object([
                                ("anchor", .string("2026-01-01T00:00:00Z")), ("timeZone", .string("UTC")),
                                ("interval", .object([("second", .integer(1))])),
                            ])
                        ),
                    ]))
                #expect(response.status == status, "\(options) \(response.text.prefix(300))")
            }
            // In the process of the store, the limit is the usual one.
            let buckets = try CivilBuckets(
                anchor: start, interval: DateComponents(second: 1), calendar: Calendar(identifier: .gregorian))
            let rows = try world.database.statistics(
                StatisticsRequest(
                    type: HKQuantityTypeIdentifier.stepCount.rawValue, buckets: buckets, separateBySource: true))
            #expect(rows.count == Int(length))
        }
    }

    @Test func deniedAndEmptyAreAlike() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 33)
            let (writer, denied, empty) = (
                try world.trustedApp("writer"), try world.app("denied"), try world.trustedApp("reader")
            )
            let queries = [
                "/v1/statistics?type=stepCount", "/v1/statistics?type=stepCount&every=day",
                "/v1/statistics?type=heartRate&options=separateBySource,mostRecent", "/v1/sources?type=stepCount",
            ]
            let bodies: [(String, JSONValue)] = [
                ("/v1/statistics/query", .object([("type", .string("stepCount"))])),
                ("/v1/sources/query", .object([("type", .string("heartRate"))])),
            ]
            // The same requests of an app with permission to read, before there is any data.
            var responses: [DataWorld.Client.Response] = []
            for path in queries { responses.append(try await empty.get(path)) }
            for (path, body) in bodies { responses.append(try await empty.post(path, body)) }
            try Self.fill([writer], &random)
            for path in queries { #expect(try await denied.get(path).status == 403) }
            let types = [HKQuantityType(.stepCount), HKQuantityType(.heartRate)]
            try denied.access.record(
                AuthorizationDecision(share: [:], read: Dictionary(uniqueKeysWithValues: types.map { ($0, .denied) })))
            var others: [DataWorld.Client.Response] = []
            for path in queries { others.append(try await denied.get(path)) }
            for (path, body) in bodies { others.append(try await denied.post(path, body)) }
            #expect(others == responses)
            #expect(responses.allSatisfy { $0.status == 200 })
        }
    }

    @Test func invalidRequestsHaveCodes() async throws {
        try await DataWorld.run { world in
            let (app, stranger) = (try world.trustedApp("first"), try world.app("stranger"))
            for (path, status, code) in [
                ("?type=stepCount&options=discreteAverage", 422, HKError.Code.errorInvalidArgument.rawValue),
                ("?type=sleepAnalysis", 422, nil), ("", 400, nil), ("?type=stepCount&every=fortnight", 400, nil),
                ("?type=stepCount&options=sum", 400, nil), ("?type=stepCount&from=yesterday", 422, nil),
            ] as [(String, Int, Int?)] {
                let response = try await app.get("/v1/statistics" + path)
                #expect(response.status == status, "\(path) \(response.text)")
                #expect(response.header("Content-Type") == Problem.contentType)
                #expect(try Problem(response.json().value)?.healthKitCode == code, "\(path)")
            }
            let response = try await stranger.get("/v1/statistics?type=stepCount")
            #expect(response.status == 403)
            #expect(
                try Problem(response.json().value)?.healthKitCode
                    == HKError.Code.errorAuthorizationNotDetermined.rawValue)
        }
    }
}
