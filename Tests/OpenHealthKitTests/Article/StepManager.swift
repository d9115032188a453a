// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The steps of a small app: it asks for permission, writes, reads and follows.
final class StepManager {
    enum Problem: Error {
        case notAllowed
        case notNow
    }

    let store = HKHealthStore()
    private let steps = HKQuantityType(.stepCount)

    func requestAccess() async throws {
        try await store.requestAuthorization(toShare: [steps], read: [steps])
    }

    func add(_ count: Double, at date: Date) async throws {
        let sample = HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: date, end: date)
        do {
            try await store.save(sample)
        } catch HKError.errorAuthorizationDenied, HKError.errorAuthorizationNotDetermined {
            throw Problem.notAllowed
        } catch HKError.errorDatabaseInaccessible {
            throw Problem.notNow
        }
    }

    /// The steps from a date on; zero where there are none, and where the app may not see them.
    func total(since date: Date) async throws -> Double {
        let predicate = HKQuery.predicateForSamples(withStart: date, end: nil)
        let descriptor = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum)
        do {
            let statistics = try await descriptor.result(for: store)
            return statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0
        } catch HKError.errorNoData {
            return 0
        }
    }

    /// Calls a handler now and whenever steps come or go.
    func follow(_ handler: @escaping @Sendable () -> Void) {
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            handler()
            completion()
        }
        store.execute(query)
    }

    /// Returns a line for the screen.
    static func line(for statistics: HKStatistics) -> String {
        let count = statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0
        return "\(Int(count)) steps from \(statistics.sources?.count ?? 0) sources"
    }
}
