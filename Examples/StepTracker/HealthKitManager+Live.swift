// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import HealthKitCombine

extension HealthKitManager {
    /// Returns the dashboard now and after each change of steps or weights, by this or another app.
    func dashboards() -> AnyPublisher<Dashboard, any Error> {
        Self.today()
            .setFailureType(to: (any Error).self)
            .map { [self] today in steps(until: today).combineLatest(weights(until: today)) }
            .switchToLatest()
            .map { [weightUnit] steps, weights in
                let first = DateInterval.days(28).start
                return Dashboard(
                    steps: steps, weights: weights.filter { $0.date >= first }, weightsForDifferentials: weights,
                    weightUnit: weightUnit.unitString)
            }
            .eraseToAnyPublisher()
    }

    private func steps(until today: Date) -> AnyPublisher<[HealthMetric], any Error> {
        let interval = DateInterval.days(28, endingAt: today)
        return store.statisticsCollectionPublisher(
            samplePredicate(.stepCount, in: interval), options: .cumulativeSum, anchorDate: interval.end,
            intervalComponents: .init(day: 1)
        )
        .live
        .map(Self.steps(in:))
        .eraseToAnyPublisher()
    }

    private func weights(until today: Date) -> AnyPublisher<[HealthMetric], any Error> {
        let interval = DateInterval.days(29, endingAt: today)
        return store.statisticsCollectionPublisher(
            samplePredicate(.bodyMass, in: interval), options: .mostRecent, anchorDate: interval.end,
            intervalComponents: .init(day: 1)
        )
        .live
        .map { [weightUnit] in Self.weights(in: $0, weightUnit) }
        .eraseToAnyPublisher()
    }

    /// Returns the current day, and each day that begins, since the 28 days move with it.
    private static func today() -> AnyPublisher<Date, Never> {
        let today = DateInterval.days(1)
        let tomorrow = Just(()).delay(for: .seconds(today.end.timeIntervalSinceNow + 1), scheduler: DispatchQueue.main)
        return Just(today.start).append(tomorrow.flatMap { Self.today() }).eraseToAnyPublisher()
    }
}
