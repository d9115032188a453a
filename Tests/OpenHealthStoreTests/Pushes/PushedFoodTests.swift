// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of pushed foods and drinks, of which people record several at one time.
@Suite struct PushedFoodTests {
    private static let start = 1_710_000_000

    /// Returns the JSON of a food of HC Webhook.
    private static func food(_ name: String?, _ energy: Double, protein: Double = 5, seconds: Int = 1) -> String {
        """
        {\(name.map { "\"name\": \"\($0)\", " } ?? "")"calories": \(energy), "protein_grams": \(protein),
        "start_time": \(start), "end_time": \(start + seconds), "metadata": {"data_origin": "com.example.meals"}}
        """
    }

    private static func glass(_ liters: Double, seconds: Int = 1) -> String {
        """
        {"liters": \(liters), "start_time": \(start), "end_time": \(start + seconds),
        "metadata": {"data_origin": "com.example.water"}}
        """
    }

    /// Pushes lists of records one after the other, and returns the sums of a type after each push.
    private static func sums(
        _ list: String, _ pushes: [[String]], _ type: HKQuantityTypeIdentifier
    ) throws -> [Double] {
        let store = try ScratchStore()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let buckets = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: 0), interval: DateComponents(day: 1), calendar: calendar)
        let sums = try pushes.map { push in
            try store.pushHealthConnect("{\"\(list)\": [\(push.joined(separator: ", "))]}")
            let total = try store.database.statistics(StatisticsRequest(type: type.rawValue)).first?.figures.sum
            // Cells of quarter hours have the same sum.
            var days = StatisticsRequest(type: type.rawValue)
            days.buckets = buckets
            let daily = try store.database.statistics(days).compactMap(\.figures.sum).reduce(0, +)
            #expect(daily.rounded() == (total ?? 0).rounded())
            return (total ?? 0).rounded()
        }
        try store.expectNoFaults()
        #expect(try store.database.check().findings == [])
        return sums
    }

    @Test func `foods of one time are different records`() throws {
        let foods = [Self.food("Egg", 70), Self.food("Toast", 120), Self.food("Coffee", 5)]
        let pushes = [[foods[0]], [foods[1]], [foods[2]], [foods[0], foods[1]], [foods[2]]]
        #expect(try Self.sums("nutrition", pushes, .dietaryEnergyConsumed) == [70, 190, 195, 195, 195])
        // Their nutrients are different records, even if they are equal.
        #expect(try Self.sums("nutrition", pushes, .dietaryProtein) == [5, 10, 15, 15, 15])
    }

    @Test func `another value of a food with the same name is the newer value`() throws {
        let pushes = [
            [Self.food("Egg", 70), Self.food("Toast", 120)], [Self.food("Egg", 140), Self.food("Toast", 120)],
        ]
        #expect(try Self.sums("nutrition", pushes, .dietaryEnergyConsumed) == [190, 260])
        #expect(try Self.sums("nutrition", pushes, .dietaryProtein) == [10, 10])
    }

    @Test func `identical foods of one push are two, and a repetition adds nothing`() throws {
        let apple = Self.food("Apple", 95)
        let pushes = [[apple, apple], [apple, apple], [apple], [apple, apple, apple]]
        #expect(try Self.sums("nutrition", pushes, .dietaryEnergyConsumed) == [190, 190, 190, 285])
        let glass = Self.glass(0.25)
        let glasses = [[glass, glass], [glass, glass], [glass]]
        #expect(try Self.sums("hydration", glasses, .dietaryWater) == [500, 500, 500])
    }

    @Test func `drinks of different durations are two, and another amount is the newer value`() throws {
        let pushes = [[Self.glass(0.25)], [Self.glass(0.2, seconds: 60)], [Self.glass(0.25)]]
        #expect(try Self.sums("hydration", pushes, .dietaryWater) == [250, 450, 450])
        #expect(try Self.sums("hydration", [[Self.glass(0.25)], [Self.glass(0.3)]], .dietaryWater) == [250, 300])
    }

    @Test func `portions without names are different records, and amounts of a period are versions`() throws {
        let portions = [[Self.food(nil, 70)], [Self.food(nil, 120)], [Self.food(nil, 70)]]
        #expect(try Self.sums("nutrition", portions, .dietaryEnergyConsumed) == [70, 190, 190])
        let periods = [[Self.food(nil, 70, seconds: 3600)], [Self.food(nil, 120, seconds: 3600)]]
        #expect(try Self.sums("nutrition", periods, .dietaryEnergyConsumed) == [70, 120])
    }

    @Test func `nutrients of Health Auto Export at one time are different records`() throws {
        func energy(_ value: Double) -> String {
            """
            {"data": {"metrics": [{"name": "dietary_energy", "units": "kcal", "data": [
            {"date": "2024-03-09 08:00:00 +0000", "start": "2024-03-09 08:00:00 +0000",
            "end": "2024-03-09 08:00:00 +0000", "qty": \(value), "source": "Meals"}]}]}}
            """
        }
        let store = try ScratchStore()
        for value in [70.0, 120, 70, 120] { try store.push(energy(value)) }
        #expect(
            try store.database.records(SampleRequest()).compactMap(\.value).sorted() == [70, 120])
    }
}
