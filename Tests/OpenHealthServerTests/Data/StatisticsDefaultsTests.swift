// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the time zone and weeks of statistics if the request does not specify them.
@Suite(.timeLimit(.usual)) struct StatisticsDefaultsTests {
    /// Returns the start dates of the intervals of a response.
    private static func starts(_ response: DataWorld.Client.Response) throws -> [Date?] {
        try #require(response.status == 200, "\(response.text)")
        return try response.json().required("statistics").array().map { row in
            APIDate.date(try row.required("startDate").string())
        }
    }

    private static func dates(_ texts: String...) -> [Date?] { texts.map { APIDate.date($0) } }

    /// The syntax and the start dates are those of `health statistics --every`.
    @Test(arguments: ["3w", "3weeks"]) func severalWeeksAreCountedFrom3January2000(every: String) async throws {
        try await TestDaemon.with { daemon in
            let world = DataWorld(daemon: daemon)
            let app = try world.trustedApp("first")
            let moment = try #require(APIDate.date("2026-01-14T12:00:00Z"))
            try app.access.save([
                HKQuantitySample(
                    type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: moment,
                    end: moment + 60)
            ])
            let path = "/v1/statistics?type=stepCount&options=cumulativeSum&timeZone=UTC&every="
            let start = try #require(try Self.starts(try await app.get(path + every)).first ?? nil)
            let first = try #require(APIDate.date("2000-01-03T00:00:00Z"))
            #expect(start.timeIntervalSince(first).truncatingRemainder(dividingBy: 21 * 86_400) == 0)
            #expect(start <= moment && moment < start + 21 * 86_400)
            #expect(try await app.get(path + "3fortnights").status == 400)
        }
    }

    @Test func theOwnersSettingsApply() async throws {
        try await TestDaemon.with { daemon in
            let world = DataWorld(daemon: daemon)
            let app = try world.trustedApp("first")
            // In New York, a Saturday evening and a Sunday morning; in UTC, both on a Sunday.
            let moments = try ["2026-01-04T03:00:00Z", "2026-01-04T12:00:00Z"].map { try #require(APIDate.date($0)) }
            try app.access.save(
                moments.map { moment in
                    HKQuantitySample(
                        type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: moment,
                        end: moment + 60)
                })
            try app.access.save(
                moments.map { moment in
                    HKCategorySample(
                        type: HKCategoryType(.mindfulSession), value: HKCategoryValue.notApplicable.rawValue,
                        start: moment, end: moment + 60)
                })
            let paths = [
                "/v1/statistics?type=stepCount&options=cumulativeSum", "/v1/category-statistics?type=mindfulSession",
            ]
            for path in paths {
                #expect(try Self.starts(try await app.get(path + "&every=day")) == Self.dates("2026-01-04T00:00:00Z"))
                #expect(try Self.starts(try await app.get(path + "&every=week")) == Self.dates("2025-12-29T00:00:00Z"))
            }

            var change = PreferencesUpdate()
            change.timeZone = .some(TimeZone(identifier: "America/New_York"))
            change.firstWeekday = .some(1)
            _ = try daemon.database.preferences.change(change)
            for path in paths {
                let days = Self.dates("2026-01-03T05:00:00Z", "2026-01-04T05:00:00Z")
                #expect(try Self.starts(try await app.get(path + "&every=day")) == days)
                let weeks = Self.dates("2025-12-28T05:00:00Z", "2026-01-04T05:00:00Z")
                #expect(try Self.starts(try await app.get(path + "&every=week")) == weeks)
                let named = Self.dates("2026-01-04T00:00:00Z")
                #expect(try Self.starts(try await app.get(path + "&every=week&timeZone=UTC")) == named)
                let anchor = path + "&every=week&timeZone=UTC&anchor=2025-12-29T00:00:00Z"
                #expect(try Self.starts(try await app.get(anchor)) == Self.dates("2025-12-29T00:00:00Z"))
            }
        }
    }
}
