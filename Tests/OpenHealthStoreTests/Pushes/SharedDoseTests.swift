// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of doses, drinks and uses of an inhaler that two connections push.
@Suite struct SharedDoseTests {
    /// A reading of Health Auto Export on a day in March 2024; one without an end is an event or the sum of a minute.
    private struct Reading {
        var start: String
        var end: String?
        var value: Double
        var source: String
        var reason: String?

        init(
            _ start: String, to end: String? = nil, _ value: Double, of source: String = "Loop", reason: String? = nil
        ) {
            (self.start, self.end, self.value) = (start, end, value)
            (self.source, self.reason) = (source, reason)
        }

        /// The point of the metric.
        var point: String {
            let end = end.map { ",\"end\":\"2024-03-09 \($0) +0000\"" } ?? ""
            let reason = reason.map { ",\"reason\":\"\($0)\"" } ?? ""
            return
                "{\"date\":\"2024-03-09 \(start) +0000\"\(end),\"qty\":\(value),\"source\":\"\(source)\"\(reason)}"
        }
    }

    /// Pushes readings of a metric by two connections, and returns the sum of the day, in the unit of the store, rounded to a thousandth.
    private static func sum(
        _ metric: String, _ unit: String, of type: HKQuantityTypeIdentifier, _ first: [Reading], _ second: [Reading]
    ) throws -> Double {
        let store = try ScratchStore()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var request = StatisticsRequest(type: type.rawValue)
        request.buckets = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: 0), interval: DateComponents(day: 1), calendar: calendar)
        var rows: [StatisticsRow] = []
        // Neither a repetition nor the order of the connections changes the sum.
        let pushes = [("phone.a", first), ("phone.b", second)]
        for (app, readings) in pushes + pushes.reversed() {
            let points = readings.map(\.point)
            try store.push(
                "{\"data\":{\"metrics\":[{\"name\":\"\(metric)\",\"units\":\"\(unit)\",\"data\":[\(points.joined(separator: ","))]}]}}",
                app: app)
            rows = try store.database.expectRightCells(request, metric)
        }
        // 2024-03-09 and the next day.
        let day = Date(timeIntervalSince1970: 1_709_942_400)
        let explanation = try store.database.explanation(type: type.rawValue, from: day, to: day + 86_400)
        #expect(abs(explanation.stretches.reduce(0) { $0 + $1.amount } - explanation.total) < 1e-9)
        #expect(abs(rows.compactMap(\.figures.sum).reduce(0, +) - explanation.total) < 1e-9)
        try store.expectNoFaults()
        #expect(try store.database.check().findings == [])
        return (rows.compactMap(\.figures.sum).reduce(0, +) * 1000).rounded() / 1000
    }

    private static func insulin(_ first: [Reading], _ second: [Reading]) throws -> Double {
        try sum("insulin_delivery", "IU", of: .insulinDelivery, first, second)
    }

    private static func water(_ first: [Reading], _ second: [Reading]) throws -> Double {
        try sum("dietary_water", "L", of: .dietaryWater, first, second)
    }

    @Test func `a bolus within a basal rate of the other connection counts, and two rates of one time are one`() throws
    {
        let rate = Reading("10:00:00", to: "11:00:00", 1)
        #expect(try Self.insulin([rate], [Reading("10:20:05", 3)]) == 4)
        #expect(try Self.insulin([Reading("10:20:05", 3)], [rate]) == 4)
        #expect(try Self.insulin([rate], [Reading("10:20:05", to: "10:21:30", 3)]) == 4)
        #expect(try Self.insulin([rate], [Reading("10:00:00", to: "10:55:00", 0.9)]) == 1)
    }

    @Test func `basal and bolus insulin add up, of one source and of two`() throws {
        let rate = Reading("10:00:00", to: "11:00:00", 1, reason: "Basal")
        for source in ["Loop", "Careportal"] {
            let bolus = Reading("10:00:00", to: "11:00:00", 2, of: source, reason: "Bolus")
            #expect(try Self.insulin([rate], [bolus]) == 3)
            #expect(try Self.insulin([bolus], [rate]) == 3)
            let later = Reading("10:30:00", to: "12:00:00", 1, of: source, reason: "Bolus")
            #expect(try Self.insulin([rate], [later]) == 2)
            // Two rates of one time are one.
            let same = Reading("10:00:00", to: "11:00:00", 1, of: source, reason: "Basal")
            #expect(try Self.insulin([rate], [same]) == 1)
        }
    }

    @Test func `equal doses and drinks are one, and others of the same minute count`() throws {
        let small = Reading("10:00:05", 0.3)
        #expect(try Self.insulin([small], [small, Reading("10:00:50", 4)]) == 4.3)
        #expect(try Self.insulin([Reading("11:00:05", 2)], [Reading("11:00:40", 1)]) == 3)
        let glass = Reading("09:00:05", 0.25)
        #expect(try Self.water([glass], [glass, Reading("09:00:45", 0.2)]) == 450)
        #expect(try Self.water([glass], [glass, glass]) == 500)
        let inhaler = try Self.sum(
            "inhaler_usage", "count", of: .inhalerUsage, [Reading("08:00:00", 1)],
            [Reading("08:00:00", 1), Reading("08:00:40", 1)])
        #expect(inhaler == 2)
    }

    @Test func `the sum of a minute counts once beside the drinks of the minute`() throws {
        let glasses = [Reading("09:00:05", to: "09:00:06", 0.25), Reading("09:00:45", to: "09:00:46", 0.2)]
        #expect(try Self.water([Reading("09:00:00", 0.45)], glasses) == 450)
        #expect(try Self.water(glasses, [Reading("09:00:00", 0.45)]) == 450)
        // A reading within a minute is no sum of the minute.
        #expect(try Self.water([Reading("09:00:10", 0.3)], glasses) == 750)
        #expect(try Self.water([Reading("09:01:00", 0.3)], glasses) == 750)
    }
}
