// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of the sums of foods of two apps, also from cells, and of their explanation.
@Suite struct EventTests {
    private static let type = HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue
    /// 2024-03-09 00:00 UTC.
    private static let day = 1_709_942_400.0

    private let store: ScratchStore

    /// Imports a lunch and a supper of A, and two portions of B, one of which crosses a quarter hour.
    init() throws {
        store = try ScratchStore()
        try add([
            ("A", "12:00:00", "13:00:00", 60), ("B", "12:30:00", "12:30:01", 15), ("B", "12:44:30", "12:45:30", 8),
            ("A", "19:00:00", "19:00:00", 30),
        ])
        try rank("A", "B")
    }

    private func add(_ foods: [(source: String, start: String, end: String, value: Double)]) throws {
        let records = foods.map { food in
            "<Record type=\"\(Self.type)\" unit=\"g\" value=\"\(food.value)\" sourceName=\"\(food.source)\" "
                + "startDate=\"2024-03-09 \(food.start) +0000\" endDate=\"2024-03-09 \(food.end) +0000\"/>"
        }
        try store.importXML("<HealthData locale=\"en_GB\">\(records.joined())</HealthData>")
    }

    private func rank(_ names: String...) throws {
        let sources = try store.database.sourceOrder(type: Self.type).map(\.source)
        let order = try names.map { name in try #require(sources.first { $0.name == name }).id }
        try store.database.setSourceOrder(order, type: Self.type)
    }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: day + seconds) }

    /// Returns the sum of a range in hours, from cells and from samples.
    private func sum(from start: Double = 0, _ boundary: StatisticsRequest.Boundary = .clipped) throws -> Double {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let hours = try CivilBuckets(
            anchor: Self.date(0), interval: DateComponents(hour: 1), calendar: calendar)
        let request = StatisticsRequest(
            type: Self.type, from: Self.date(start), to: Self.date(86_400), buckets: hours, separateBySource: true,
            boundary: boundary)
        let rows = try store.database.expectRightCells(request, "from \(start)")
        return rows.reduce(0) { $0 + ($1.figures.sum ?? 0) }
    }

    @Test func `portions count in full during a longer sample of a better source`() throws {
        #expect(try sum() == 113)
        // Of the lunch, 15.25 minutes are in the range, and of the portion 45 seconds.
        #expect(try sum(from: 45_885) == 15.25 + 6 + 30)
        for start in [43_200, 45_000, 45_000.5, 45_870, 45_885, 45_900, 45_915, 45_930] {
            for boundary in [StatisticsRequest.Boundary.clipped, .wholeSamples] { _ = try sum(from: start, boundary) }
        }
        #expect(try store.database.check().findings == [])
    }

    @Test func `an explanation has portions beside the samples of other sources`() throws {
        let whole = try store.database.explanation(type: Self.type, from: Self.date(0), to: Self.date(86_400))
        #expect(whole.total == 113)
        #expect(whole.stretches.map(\.amount) == [60, 15, 8, 30])
        #expect(whole.stretches.map(\.source.name) == ["A", "B", "B", "A"])
        #expect(whole.stretches.map(\.samples) == [1, 1, 1, 1])
        #expect(whole.stretches.allSatisfy { $0.leftOut.isEmpty })
        let part = try store.database.explanation(type: Self.type, from: Self.date(45_885), to: Self.date(86_400))
        #expect(part.total == 51.25)
        #expect(part.stretches.map(\.amount) == [6, 15.25, 30])
    }

    @Test func `portions are a part of a total of a better source`() throws {
        try add([("Daily", "00:00:00", "23:59:59", 500)])
        try rank("Daily", "A", "B")
        #expect(try (sum() - 500).magnitude < 1e-9)
        let explanation = try store.database.explanation(type: Self.type, from: Self.date(0), to: Self.date(86_400))
        #expect(explanation.total == 500)
        #expect(explanation.stretches.map(\.amount) == [500])
        let leftOut = explanation.stretches.flatMap(\.leftOut)
        #expect(leftOut.map(\.source.name) == ["A", "B"])
        #expect(leftOut.map(\.amount) == [90, 23])
        #expect(leftOut.map(\.samples) == [2, 2])
        #expect(try store.database.check().findings == [])
    }
}
