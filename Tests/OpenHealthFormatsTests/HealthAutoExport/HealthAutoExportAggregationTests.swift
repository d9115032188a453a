// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Tests of pushes of Health Auto Export that do not state their aggregation, or another one than their address.
@Suite struct HealthAutoExportAggregationTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let dates: [(interval: AggregatedPoint.Interval, texts: [String])] = [
        (.days, ["2024-03-30 00:00:00 +0100", "2024-03-31 00:00:00 +0100", "2024-04-01 12:00:00\u{202F}AM +0200"]),
        (.days, ["2024-03-30", "2024-03-31"]),
        (.days, ["2024-03-10 00:00:00 -0330"]),
        (.hours, ["2024-03-10 10:00:00 +0100", "2024-03-10 00:00:00 +0100"]),
        (.hours, ["2024-03-10 10:00:00 +0530", "2024-03-10 11:00:00 +0530"]),
        (.minutes, ["2024-03-10 10:00:00 +0000", "2024-03-10 10:07:00 +0000"]),
    ]

    private static func read(
        _ name: String, _ points: [String], aggregation: HealthAutoExportReader.Aggregation?, isStated: Bool = false
    ) throws -> PushedBatch {
        var document =
            "{\"data\":{\"metrics\":[{\"name\":\"\(name)\",\"units\":\"\",\"data\":[\(points.joined(separator: ","))]}]}}"
        return try document.withUTF8 {
            try HealthAutoExportReader.read($0, aggregation: aggregation, isStated: isStated, now: now)
        }
    }

    private static func point(_ date: String, source: String = "Watch", more: String = "\"qty\":7") -> String {
        "{\"date\":\"\(date)\",\"source\":\"\(source)\",\(more)}"
    }

    /// Returns a reading whose value is plausible for the metric.
    private static func point(_ date: String, of name: String) -> String {
        point(date, more: name == "weight_body_mass" ? "\"qty\":70" : "\"qty\":7")
    }

    private static let metrics = [
        "step_count", "flights_climbed", "active_energy", "walking_running_distance", "dietary_energy",
        "weight_body_mass",
        "mindful_minutes", "apple_stand_hour",
    ]

    @Test func `the dates of readings tell their interval if the push does not`() throws {
        for name in Self.metrics {
            for (interval, texts) in Self.dates {
                let push = try Self.read(name, texts.map { Self.point($0, of: name) }, aggregation: nil)
                #expect(push.samples.rows.isEmpty, "\(name), \(interval)")
                #expect(push.aggregates.map(\.interval) == texts.map { _ in interval }, "\(name)")
                #expect(push.warnings.entries.map(\.pointer) == ["/data/metrics/0"], "\(name), \(interval)")
                #expect(push.warnings.entries[0].reason.contains(interval.rawValue))
            }
        }
    }

    @Test func `readings at any second are samples if the push does not state an interval`() throws {
        for name in Self.metrics {
            let texts = ["2024-03-10 10:00:00 +0000", "2024-03-10 10:07:31 +0000"]
            let push = try Self.read(name, texts.map { Self.point($0, of: name) }, aggregation: nil)
            #expect(push.samples.rows.count == 2, "\(name)")
            #expect(push.aggregates.isEmpty && push.warnings.count == 0, "\(name)")
        }
    }

    @Test func `a reading with an identifier or an interval is a sample beside figures`() throws {
        let texts = [
            Self.point("2024-03-10 10:00:00 +0000"),
            "{\"start\":\"2024-03-10 10:05:00 +0000\",\"end\":\"2024-03-10 10:10:00 +0000\",\"qty\":300}",
            Self.point("2024-03-10 10:20:11 +0000", more: "\"qty\":7,\"id\":\"5BFB1B2A-7020-4C84-8A32-1963F0BF643C\""),
        ]
        for aggregation in [nil, HealthAutoExportReader.Aggregation.interval(.hours)] {
            let push = try Self.read("step_count", texts, aggregation: aggregation)
            #expect(push.samples.rows.map(\.value) == [300, 7])
            #expect(push.aggregates.map(\.interval) == [.hours])
        }
    }

    // MARK: Addresses

    @Test func `sums of several sources and of days are figures, although the address expects samples`() throws {
        for name in ["step_count", "flights_climbed", "active_energy", "walking_running_distance"] {
            for (interval, texts) in Self.dates {
                for source in ["Watch|Phone", "Watch"] {
                    let points = texts.map { Self.point($0, source: source) }
                    let push = try Self.read(name, points, aggregation: .individual)
                    let isFigure = source != "Watch" || interval == .days
                    #expect(push.aggregates.map(\.interval) == (isFigure ? texts.map { _ in interval } : []))
                    #expect(push.samples.rows.count == (isFigure ? 0 : texts.count))
                    #expect(push.warnings.count == (isFigure ? 1 : 0))
                    let stated = try Self.read(name, points, aggregation: .individual, isStated: true)
                    // A date without a time of day is that of a day, whatever the push states.
                    let isDay = texts.allSatisfy { $0.utf8.count == 10 }
                    #expect(stated.samples.rows.count == (isDay ? 0 : texts.count))
                    #expect(stated.warnings.count == (isDay ? 1 : 0))
                }
            }
        }
    }

    @Test(arguments: [HealthAutoExportReader.Aggregation.individual, .interval(.hours), .interval(.unknown)])
    func `sums with dates that have no time of day are figures of days`(
        aggregation: HealthAutoExportReader.Aggregation
    ) throws {
        for name in Self.metrics where name != "weight_body_mass" {
            let points =
                ["2024-03-30", "2024-03-31"].map { Self.point($0) } + [Self.point("2024-03-31", source: "Phone")]
            let push = try Self.read(name, points, aggregation: aggregation, isStated: true)
            #expect(push.samples.rows.isEmpty, "\(name)")
            #expect(push.aggregates.map(\.interval) == [.days, .days, .days], "\(name)")
            #expect(push.warnings.entries.map(\.pointer) == ["/data/metrics/0"], "\(name)")
        }
        let weight = try Self.read(
            "weight_body_mass", [Self.point("2024-03-30", of: "weight_body_mass")], aggregation: .individual,
            isStated: true)
        #expect(weight.samples.rows.map(\.value) == [70])
    }

    @Test func `weeks with dates that have no time of day stay weeks`() throws {
        let push = try Self.read(
            "step_count", [Self.point("2024-03-25")], aggregation: .interval(.weeks), isStated: true)
        #expect(push.aggregates.map(\.interval) == [.weeks])
        #expect(push.warnings.count == 0)
    }

    @Test func `several readings of a day and those with an identifier are samples, also without a time of day`() throws
    {
        let lists = [
            [Self.point("2024-03-30"), Self.point("2024-03-30", more: "\"qty\":8")],
            [
                Self.point("2024-03-30"),
                Self.point("2024-03-31", more: "\"qty\":8,\"id\":\"5BFB1B2A-7020-4C84-8A32-1963F0BF643C\""),
            ],
            [Self.point("2024-03-30"), Self.point("2024-03-31 10:07:31 +0000", more: "\"qty\":8")],
        ]
        for points in lists {
            for name in ["dietary_energy", "step_count"] {
                let push = try Self.read(name, points, aggregation: .individual, isStated: true)
                #expect(push.samples.rows.count == 2 && push.aggregates.isEmpty, "\(name)")
            }
        }
    }

    @Test func `meals at midnight and readings of one device are samples, as the address expects`() throws {
        for name in ["dietary_energy", "carbohydrates", "weight_body_mass", "resting_heart_rate"] {
            let push = try Self.read(
                name, [Self.point("2024-03-10 00:00:00 +0100")], aggregation: .individual)
            #expect(push.samples.rows.count == 1 && push.aggregates.isEmpty, "\(name)")
        }
    }

    @Test func `readings with a minimum and a maximum are figures, also those of one reading`() throws {
        let texts = [
            Self.point("2024-03-10 10:00:00 +0100", more: "\"Min\":60,\"Avg\":65,\"Max\":70"),
            Self.point("2024-03-10 11:00:00 +0100", more: "\"Min\":60,\"Avg\":60,\"Max\":60"),
        ]
        let push = try Self.read("heart_rate", texts, aggregation: .individual)
        #expect(push.samples.rows.isEmpty)
        #expect(push.aggregates.map(\.interval) == [.hours, .hours])
        #expect(push.aggregates.map(\.average) == [65, 60])
    }
}
