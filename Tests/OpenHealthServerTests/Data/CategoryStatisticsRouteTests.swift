// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer
@testable import OpenHealthStore

@Suite(.timeLimit(.usual)) struct CategoryStatisticsRouteTests {
    private static let sleep = HKCategoryType(.sleepAnalysis)

    /// Returns sleep samples of a few nights with all values and many overlaps.
    private static func made(_ random: inout SeededGenerator) -> [HKSample] {
        (0..<80).map { _ in
            let start = DataFixtures.start + Double(random.below(4 * 864)) * 100
            return HKCategorySample(
                type: sleep, value: random.below(6), start: start, end: start + Double(random.below(90)) * 100)
        }
    }

    private static func rows(_ response: DataWorld.Client.Response) throws -> [CategoryRow] {
        try #require(response.status == 200, "\(response.text)")
        return try response.json().required("statistics").array().map { row in
            CategoryRow(
                start: try row.required("startDate").date(), end: try row.required("endDate").date(),
                values: try row.required("values").array().map { value in
                    CategoryValueDuration(
                        value: try value.required("value").integer(), duration: try value.required("duration").double(),
                        reported: try value.required("reported").double(),
                        count: try value.required("samples").integer())
                }, covered: try row.required("covered").double())
        }
    }

    /// Each app receives the same result as from a store with only the data that the app sees.
    @Test func nightsCountOnceFromVisibleSamples() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 75)
            var visible = VisiblePart()
            let (first, second) = (try world.trustedApp("first"), try world.trustedApp("second"))
            let (recent, none) = (try world.app("recent"), try world.app("none"))
            let since = AppPermission.Read.limited(since: DataFixtures.start + 1.5 * 86_400)
            let reads: [(DataWorld.Client, AppPermission.Read)] = [
                (first, .authorized), (recent, since), (none, .denied),
            ]
            for (app, read) in reads.dropFirst() {
                try app.access.record(AuthorizationDecision(share: [Self.sleep: .authorized], read: [Self.sleep: read]))
            }
            for app in [first, second, recent, none] { try visible.save(Self.made(&random), of: app) }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
            let evening = try #require(
                calendar.date(from: DateComponents(year: 2025, month: 1, day: 1, hour: 18)))
            for (app, read) in reads {
                let store = try visible.store(for: app.access.app, read)
                for (every, interval) in [("day", DateComponents(day: 1)), ("6hours", DateComponents(hour: 6))] {
                    let (from, to) = (DataFixtures.start + 40_000, DataFixtures.start + 2.9 * 86_400)
                    let response = try await app.get(
                        "/v1/category-statistics?type=sleepAnalysis&from=\(encoded(APIDate.text(from)))"
                            + "&to=\(encoded(APIDate.text(to)))&every=\(every)&timeZone=Europe/Berlin"
                            + "&anchor=\(encoded(APIDate.text(evening)))")
                    let expected = try store.categoryDurations(
                        type: Self.sleep.identifier, from: from, to: to,
                        buckets: CivilBuckets(anchor: evening, interval: interval, calendar: calendar))
                    #expect(try Self.rows(response) == expected)
                    #expect(expected.count > 2)
                }
                let all = try await app.get("/v1/category-statistics?type=sleep_analysis")
                let row = try #require(try Self.rows(all).first)
                #expect([row] == (try store.categoryDurations(type: Self.sleep.identifier)))
                // Time in bed and time awake are not sleep; each moment has one value.
                let asleep = row.values.filter { [1, 3, 4, 5].contains($0.value) }.reduce(0) { $0 + $1.duration }
                let told = try all.json().required("statistics").array()[0].required("asleep").double()
                #expect(abs(told - asleep) < 1e-6 && asleep > 0)
                #expect(abs(row.values.reduce(0) { $0 + $1.duration } - row.covered) < 1e-6)
                #expect(row.covered <= row.end.timeIntervalSince(row.start))
            }
        }
    }

    /// Exports contain no value for types without values. Such samples count nevertheless, including for an app that sees only
    /// some.
    @Test func samplesWithoutAValueCount() async throws {
        try await DataWorld.run { world in
            let export = """
                <?xml version="1.0" encoding="UTF-8"?>
                <HealthData locale="en_DE"><ExportDate value="2026-01-09 10:00:00 +0000"/>
                <Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="Calm" \
                creationDate="2026-01-01 10:00:00 +0000" startDate="2026-01-01 09:00:00 +0000" \
                endDate="2026-01-01 09:10:00 +0000"/>
                <Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="Calm" \
                creationDate="2026-01-03 10:00:00 +0000" startDate="2026-01-03 09:00:00 +0000" \
                endDate="2026-01-03 09:20:00 +0000"/>
                </HealthData>
                """
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml")
            try Data(export.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try world.database.ingest(
                AppleHealthExportReader(url: file, options: AppleHealthExportReader.Options()),
                options: .init(file: "export.xml", timeZone: nil))
            let (all, recent) = (try world.trustedApp("all"), try world.app("recent"))
            let date = try #require(APIDate.date("2026-01-02T00:00:00Z"))
            try recent.access.record(
                AuthorizationDecision(share: [:], read: [HKCategoryType(.mindfulSession): .limited(since: date)]))
            for (app, seconds, count) in [(all, 1800.0, 2), (recent, 1200.0, 1)] {
                let response = try await app.get("/v1/category-statistics?type=mindfulSession")
                let row = try #require(try Self.rows(response).first)
                #expect(
                    row.values == [CategoryValueDuration(value: 0, duration: seconds, reported: seconds, count: count)])
                #expect(try response.json().required("statistics").array()[0].optional("asleep") == nil)
            }
        }
    }

    @Test func deniedAndEmptyAreAlike() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 76)
            let (writer, reader, denied) = (
                try world.trustedApp("writer"), try world.trustedApp("reader"), try world.app("denied")
            )
            let paths = ["", "&every=day", "&every=week&timeZone=Asia/Tokyo&from=2020-01-01T00:00:00Z"].map {
                "/v1/category-statistics?type=sleepAnalysis" + $0
            }
            var empty: [DataWorld.Client.Response] = []
            for path in paths { empty.append(try await reader.get(path)) }
            #expect(empty.allSatisfy { $0.status == 200 })
            #expect(
                empty.map(\.text) == [
                    #"{"statistics":[]}"#, #"{"statistics":[],"timeZone":"UTC"}"#,
                    #"{"statistics":[],"timeZone":"Asia/Tokyo"}"#,
                ])
            try writer.access.save(Self.made(&random))
            for path in paths {
                let response = try await denied.get(path)
                #expect(response.status == 403)
                #expect(
                    try Problem(response.json().value)?.healthKitCode
                        == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            }
            try denied.access.record(AuthorizationDecision(share: [:], read: [Self.sleep: .denied]))
            var others: [DataWorld.Client.Response] = []
            for path in paths { others.append(try await denied.get(path)) }
            #expect(others == empty)
        }
    }

    @Test func invalidRequestsHaveCodes() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            for (query, status) in [
                ("", 400), ("?type=stepCount", 422), ("?type=sleepAnalysis&every=fortnight", 400),
                ("?type=sleepAnalysis&from=now", 422), ("?type=sleepAnalysis&every=day&timeZone=Mars", 422),
                ("?type=sleepAnalysis&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", 422),
            ] {
                #expect(try await app.get("/v1/category-statistics" + query).status == status, "\(query)")
            }
        }
    }
}
