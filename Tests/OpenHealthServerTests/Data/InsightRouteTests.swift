// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct InsightRouteTests {
    private static let path = "/v1/insights?timeZone=Europe/Berlin&goal=stepCount:9000"

    /// Returns 399 days of steps, resting heart rates and sleep before a date. Values are whole numbers, and no sample is in two
    /// quarter hours, so that sums do not depend on the order of additions.
    private static func made(_ random: inout SeededGenerator, before date: Date) -> [HKSample] {
        let end = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 900).rounded(.down) * 900)
        return (1..<400).flatMap { back -> [HKSample] in
            let day = end - Double(back) * 86_400
            let level = back < 60 ? 3.0 : 0
            return [
                HKQuantitySample(
                    type: HKQuantityType(.stepCount),
                    quantity: HKQuantity(unit: .count(), doubleValue: random.number(6000, 12_000).rounded()),
                    start: day,
                    end: day + 600),
                HKQuantitySample(
                    type: HKQuantityType(.restingHeartRate),
                    quantity: HKQuantity(
                        unit: HKUnit(from: "count/min"), doubleValue: random.number(58, 62).rounded() + level),
                    start: day, end: day),
                HKCategorySample(
                    type: HKCategoryType(.sleepAnalysis),
                    value: HKCategoryValueSleepAnalysis.asleepCore.rawValue, start: day - 8 * 3600,
                    end: day - (random.number(0.5, 1.5) * 3600).rounded()),
            ]
        }
    }

    /// The response to an app, computed beside the server.
    private static func text(_ access: AppAccess, now: Date) throws -> String {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let input = try InsightInput(AppInsightSource(access: access), zone: zone, now: now)
        let insights = Insights(input, goals: [HKQuantityTypeIdentifier.stepCount.rawValue: 9000]).all
        return try #require(InsightRoutes.read.response.encode(insights)).text
    }

    private static let types: [HKSampleType] = [
        HKQuantityType(.stepCount), HKQuantityType(.restingHeartRate), HKCategoryType(.sleepAnalysis),
    ]

    private static func read(_ app: DataWorld.Client, _ path: String = path) async throws -> String {
        let response = try await app.get(path)
        #expect(response.status == 200, "\(response.text)")
        return response.text
    }

    @Test func changesRangesAndSleepAreStated() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 5)
            let app = try world.trustedApp("all")
            try app.access.save(Self.made(&random, before: world.services.configuration.clock()))
            let insights = try JSONReader(try #require(JSONValue(try await Self.read(app)))).required("insights")
                .array()
            let kinds = try insights.map { try $0.required("kind").string() }
            #expect(Set(kinds).isSuperset(of: ["trend", "comparison", "range", "record", "streak", "sleep"]))
            let trend = try #require(try insights.first { try $0.required("kind").string() == "trend" })
            #expect(try trend.required("type").string() == "HKQuantityTypeIdentifierRestingHeartRate")
            let pair = try await app.get("/v1/insights/correlation?type=stepCount&other=restingHeartRate&lag=1").json()
            #expect(try pair.required("days").integer() > 300)
        }
    }

    /// Each app receives the same response as an app that sees all of a store with only what it may see.
    @Test func answersAreAFunctionOfWhatTheAppMaySee() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 6)
            var visible = VisiblePart()
            let now = world.services.configuration.clock()
            let saver = try world.trustedApp("saver")
            let reads: [(String, AppPermission.Read)] = [
                ("allowed", .authorized), ("recent", .limited(since: now - 100 * 86_400)), ("denied", .denied),
            ]
            var apps: [(DataWorld.Client, AppPermission.Read)] = []
            for (name, read) in reads {
                let app = try world.app(name)
                try app.access.record(
                    AuthorizationDecision(
                        share: Dictionary(uniqueKeysWithValues: Self.types.map { ($0, .authorized) }),
                        read: Dictionary(uniqueKeysWithValues: Self.types.map { ($0, read) })))
                try visible.save(Array(Self.made(&random, before: now).prefix(150)), of: app)
                apps.append((app, read))
            }
            try visible.save(Self.made(&random, before: now), of: saver)
            for (app, read) in apps {
                let response = try await Self.read(app)
                let store = try visible.store(for: app.access.app, read)
                let alone = AppAccess(
                    database: store, app: app.access.app, clock: world.services.configuration.clock,
                    readsUnansweredAsDenied: true)
                try alone.record(
                    AuthorizationDecision(
                        share: [:],
                        read: Dictionary(uniqueKeysWithValues: Self.types.map { ($0, .authorized) })))
                let expected = try Self.text(alone, now: now)
                #expect(response == expected, "\(read)")
            }
        }
    }

    @Test func deniedTypesAndUnknownTypesAreTheSame() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 7)
            let saver = try world.trustedApp("saver")
            let curious = try world.app("curious")
            try curious.access.record(
                AuthorizationDecision(
                    share: [:], read: Dictionary(uniqueKeysWithValues: Self.types.map { ($0, .denied) })))
            let before = try await Self.read(curious)
            try saver.access.save(Self.made(&random, before: world.services.configuration.clock()))
            #expect(try await Self.read(curious) == before)
            #expect(before == #"{"insights":[]}"#)
        }
    }

    /// Also a response from the cache is a read of each type that it is computed from.
    @Test func eachAnswerIsInTheAccessLog() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 8)
            let app = try world.trustedApp("watch")
            let now = world.services.configuration.clock()
            try app.access.save(Self.made(&random, before: now))
            try app.access.save([
                HKCategorySample(
                    type: HKCategoryType(.menstrualFlow), value: HKCategoryValueVaginalBleeding.medium.rawValue,
                    start: now - 7200, end: now - 3600, metadata: [HKMetadataKeyMenstrualCycleStart: true])
            ])
            let all = DateInterval(start: .distantPast, end: .distantFuture)
            func reads(_ type: HKSampleType) throws -> Int {
                try world.database.accessLog.entries(of: "org.example.watch", in: all).filter {
                    $0.type == type.identifier && $0.action == .read
                }.reduce(0) { $0 + $1.requests }
            }
            let pair = "/v1/insights/correlation?type=stepCount&other=restingHeartRate"
            let ranges = "/v1/insights/ranges?from=2026-01-01&to=2026-01-02&type=restingHeartRate"
            let cycle = "/v1/insights/cycle"
            let others: [String: [HKSampleType]] = [
                pair: Array(Self.types.prefix(2)), ranges: [HKQuantityType(.restingHeartRate)],
                cycle: [HKCategoryType(.menstrualFlow)],
            ]
            for path in [Self.path, Self.path, pair, pair, ranges, ranges, cycle, cycle] {
                let types = others[path] ?? Self.types
                let before = try types.map(reads)
                _ = try await Self.read(app, path)
                for (type, before) in zip(types, before) { #expect(try reads(type) > before, "\(path) \(type)") }
            }
        }
    }

    /// A raised heart rate is outside of the usual range, which follows from the days before.
    @Test func usualRangesFollowFromTheDaysBefore() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 9)
            let app = try world.trustedApp("all")
            let now = world.services.configuration.clock()
            try app.access.save(Self.made(&random, before: now))
            let rate = HKQuantityType(.restingHeartRate)
            let (high, unit) = (now - 3 * 86_400, HKUnit(from: "count/min"))
            try app.access.save([
                HKQuantitySample(
                    type: rate, quantity: HKQuantity(unit: unit, doubleValue: 140), start: high, end: high)
            ])
            let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
            let days = (0..<10).map { day in
                Date.ISO8601FormatStyle(timeZone: zone).year().month().day().format(now - Double(day) * 86_400)
            }
            let path = "/v1/insights/ranges?timeZone=Europe/Berlin&from=\(days[9])&to=\(days[0])&type=restingHeartRate"
            let ranges = try JSONReader(try #require(JSONValue(try await Self.read(app, path)))).required("ranges")
                .array()
            let entries = try #require(ranges.first).required("days").array()
            #expect(ranges.count == 1 && entries.count >= 9)
            let outliers = try entries.filter { try $0.optional("outlier")?.bool() == true }
            #expect(try outliers.map { try $0.required("day").string() } == [days[3]])
            for entry in entries {
                let range = try entry.required("range")
                let (low, high) = (try range.required("low").double(), try range.required("high").double())
                let median = try entry.required("median").double()
                #expect(low < median && median < high && high - low < 20)
            }
            // Without a type, all types with a range have an entry.
            let all = "/v1/insights/ranges?from=\(days[1])&to=\(days[0])"
            let others = try JSONReader(try #require(JSONValue(try await Self.read(app, all)))).required("ranges")
                .array()
            #expect(others.count == InsightType.ranged.count && InsightType.ranged.count == 6)
        }
    }

    /// An entry of a whole day in another zone would be on two days of this one.
    @Test func entriesOfTheFlowBelongToTheDaysOfTheirZone() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("cycle")
            let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = tokyo
            let first = calendar.startOfDay(for: world.services.configuration.clock() - 10 * 86_400)
            try app.access.save(
                (0..<5).map { day in
                    let start = first + Double(day) * 86_400
                    return HKCategorySample(
                        type: HKCategoryType(.menstrualFlow), value: HKCategoryValueVaginalBleeding.medium.rawValue,
                        start: start, end: start + 86_400,
                        metadata: [
                            HKMetadataKeyMenstrualCycleStart: day == 0, HKMetadataKeyTimeZone: tokyo.identifier,
                        ])
                })
            let text = try await Self.read(app, "/v1/insights/cycle?timeZone=Europe/Berlin")
            let response = JSONReader(try #require(JSONValue(text)))
            let style = Date.ISO8601FormatStyle(timeZone: tokyo).year().month().day()
            let days = (0..<5).map { style.format(first + Double($0) * 86_400) }
            let period = try #require(try response.required("periods").array().first)
            #expect(try period.required("firstDay").string() == days[0])
            #expect(try period.required("lastDay").string() == days[4])
            let entries = try response.required("entries").array()
            #expect(try entries.map { try $0.required("firstDay").string() } == days)
            #expect(try entries.map { try $0.required("lastDay").string() } == days)
        }
    }

    @Test func wrongParametersAreNamed() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("all")
            for (path, place) in [
                ("/v1/insights?goal=bodyMass:70", "?goal"), ("/v1/insights?goal=stepCount:-1", "?goal"),
                ("/v1/insights?goal=stepCount", "?goal"), ("/v1/insights?sleepGoal=99", "?sleepGoal"),
                ("/v1/insights?sleepGoal=nan", "?sleepGoal"),
                ("/v1/insights/correlation?type=stepCount", "?other"),
                ("/v1/insights/correlation?type=stepCount&other=headache", "?other"),
                ("/v1/insights/correlation?type=stepCount&other=vo2Max&lag=8", "?lag"),
                ("/v1/insights?timeZone=Nowhere", "?timeZone"), ("/v1/insights?firstWeekday=8", "?firstWeekday"),
                ("/v1/insights/ranges?from=2026-01-01", "?to"),
                ("/v1/insights/ranges?from=2026-01-02&to=2026-01-01", "?to"),
                ("/v1/insights/ranges?from=2025-01-01&to=2026-03-01", "?to"),
                ("/v1/insights/ranges?from=yesterday&to=2026-01-01", "?from"),
                ("/v1/insights/ranges?from=0000-00-00&to=2026-01-01", "?from"),
                ("/v1/insights/ranges?from=%2B026-01-01&to=2026-01-01", "?from"),
                ("/v1/insights/ranges?from=2026-01-01&to=2026-01-01&type=stepCount", "?type"),
            ] {
                let response = try await app.get(path)
                #expect((400..<500).contains(response.status), "\(path): \(response.status)")
                #expect(response.text.contains(place), "\(path): \(response.text)")
            }
        }
    }
}
