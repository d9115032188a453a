// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of samples that cross the boundaries of a query's range.
@Suite("Boundaries of a range")
struct BoundaryTests {
    /// vital-ios #34: a hundred steps from three minutes before the hour until two minutes after it, in a query from the hour
    /// on. A HealthKit predicate selects the entire sample, and an extra bucket before the range contains its share.
    @Test(arguments: [true, false])
    func stepsAcrossTheHour(usesRollups: Bool) throws {
        let store = try ScratchStore()
        let hour = 3600.0
        try store.database.save(
            [
                MadeSamples.steps(100, from: 14 * hour - 180, to: 14 * hour + 120),
                MadeSamples.steps(30, from: 14 * hour + 600, to: 14 * hour + 900),
                MadeSamples.steps(80, from: 15 * hour - 60, to: 15 * hour + 180),
                // These samples are outside the range, but within the extra buckets.
                MadeSamples.steps(1000, from: 13 * hour, to: 13 * hour + 60),
                MadeSamples.steps(1000, from: 15 * hour + 600, to: 15 * hour + 660),
            ], source: MadeSamples.app)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var request = StatisticsRequest(
            type: HKQuantityTypeIdentifier.stepCount.rawValue, from: MadeSamples.date(14 * hour),
            to: MadeSamples.date(15 * hour),
            buckets: try CivilBuckets(
                anchor: MadeSamples.newYear, interval: DateComponents(hour: 1), calendar: calendar))
        func rows() throws -> [String] {
            try store.database.statistics(request, usesRollups: usesRollups).map { row in
                let start = Int(row.start.timeIntervalSince(MadeSamples.newYear) / hour)
                return "\(start): \(row.figures.sum ?? -1) of \(row.figures.count)"
            }
        }
        #expect(try rows() == ["14: 90.0 of 3"])
        request.boundary = .wholeSamples
        #expect(try rows() == ["13: 60.0 of 1", "14: 90.0 of 3", "15: 60.0 of 1"])
        request.buckets = nil
        let whole = try store.database.statistics(request, usesRollups: usesRollups)
        #expect(whole.map(\.figures.sum) == [210])
        // As in HealthKit's statistics, the dates are the earliest start and the latest end of the samples.
        #expect(whole.first?.start == MadeSamples.date(14 * hour - 180))
        #expect(whole.first?.end == MadeSamples.date(15 * hour + 180))
    }
}
