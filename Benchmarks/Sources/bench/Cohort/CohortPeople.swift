// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// People with a year of data each, in stores of their own.
struct CohortPeople {
    /// The number of people; the cohort contains many copies of each.
    static let count = 20
    static let days = 364
    /// The Sunday on which their data ends.
    private static let lastDay = DateComponents(year: 2025, month: 3, day: 30)

    let stores: [HealthDatabase]
    let zones: [TimeZone]

    /// Creates new stores.
    init(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var stores: [HealthDatabase] = []
        var zones: [TimeZone] = []
        for number in 1...Self.count {
            let participant = DemoParticipant(number, days: Self.days, lastDay: Self.lastDay)
            // State of earlier pushes must not affect the measurement.
            let file = folder.appending(path: "person-\(number).db")
            try removeStore(file)
            let store = try HealthDatabase(url: file)
            try participant.add(to: store)
            stores.append(store)
            zones.append(participant.timeZone)
        }
        (self.stores, self.zones) = (stores, zones)
    }

    /// Returns the mean steps of each week, by its Monday, from queries of one store after the other, as without a cluster. Each
    /// store is queried once for each copy of its owner.
    func meansOfWeeks(repeats: Int) throws -> [String: Double] {
        var sums: [String: (sum: Double, count: Int)] = [:]
        for (store, zone) in zip(stores, zones) {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            guard let monday = calendar.date(from: DateComponents(year: 2000, month: 1, day: 3)) else {
                throw BenchError("there is no 2000-01-03 in \(zone.identifier)")
            }
            let weeks = try CivilBuckets(anchor: monday, interval: DateComponents(day: 7), calendar: calendar)
            let request = StatisticsRequest(
                type: HKQuantityTypeIdentifier.stepCount.rawValue, buckets: weeks)
            for _ in 0..<repeats {
                for row in try store.statistics(request) {
                    let day = calendar.dateComponents([.year, .month, .day], from: row.start)
                    let label = String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
                    sums[label, default: (0, 0)].sum += row.figures.sum ?? 0
                    sums[label, default: (0, 0)].count += 1
                }
            }
        }
        return sums.mapValues { $0.sum / Double($0.count) }
    }
}
