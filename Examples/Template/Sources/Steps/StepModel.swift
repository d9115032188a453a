// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The steps of the last days, and whether they reach a goal.
public struct StepModel: Sendable {
    /// A day with its steps.
    public struct Day: Sendable, Equatable {
        /// The start of the day.
        public let start: Date
        /// The steps of all sources, each moment counted once; 0 for a day without data.
        public let steps: Int
    }

    /// The steps of a day that reach the goal.
    public let goal: Int
    private let store = HKHealthStore()
    private let type = HKQuantityType(.stepCount)

    /// Creates a model.
    public init(goal: Int = 8_000) {
        self.goal = goal
    }

    /// Requests permission to read steps.
    public func requestPermission() async throws {
        try await store.requestAuthorization(toShare: [], read: [type])
    }

    /// Returns the last days, oldest first; the last one is that of a date.
    public func lastDays(_ count: Int, until date: Date = .now, calendar: Calendar = .current) async throws -> [Day] {
        let last = calendar.startOfDay(for: date)
        let starts = (0..<count).reversed().compactMap { calendar.date(byAdding: .day, value: -$0, to: last) }
        guard let first = starts.first, let end = calendar.date(byAdding: .day, value: 1, to: last) else { return [] }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: type, predicate: HKQuery.predicateForSamples(withStart: first, end: end)),
            options: .cumulativeSum, anchorDate: last, intervalComponents: DateComponents(day: 1))
        let collection = try await query.result(for: store)
        return starts.map { start in
            let sum = collection.statistics(for: start)?.sumQuantity()?.doubleValue(for: .count()) ?? 0
            return Day(start: start, steps: Int(sum.rounded()))
        }
    }

    /// Returns the number of days at the end of a list that reach the goal.
    public func streak(in days: [Day]) -> Int {
        days.reversed().prefix { $0.steps >= goal }.count
    }
}
