// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The last version: all functions throw errors of the app.
@Observable class HealthKitManager {
    let store = HKHealthStore()
    let types: Set = [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]
    var stepData: [HealthMetric] = []
    var weightData: [HealthMetric] = []
    var weightDiffData: [HealthMetric] = []

    func fetchStepCount() async throws {
        guard store.authorizationStatus(for: HKQuantityType(.stepCount)) != .notDetermined else {
            throw STError.authNotDetermined
        }
        let stepsQuery = lastDays(28, of: .stepCount, options: .cumulativeSum)
        do {
            let stepsCounts = try await stepsQuery.result(for: store)
            stepData = stepsCounts.statistics().map({
                .init(date: $0.startDate, value: $0.sumQuantity()?.doubleValue(for: .count()) ?? 0)
            })
        } catch HKError.errorNoData {
            throw STError.noData
        } catch {
            throw STError.unableToCompleteRequest
        }
    }

    func fetchWeights() async throws {
        weightData = try await weights(daysBack: 28)
    }

    func fetchWeightsForDifferentials() async throws {
        weightDiffData = try await weights(daysBack: 29)
    }

    private func weights(daysBack: Int) async throws -> [HealthMetric] {
        guard store.authorizationStatus(for: HKQuantityType(.bodyMass)) != .notDetermined else {
            throw STError.authNotDetermined
        }
        let weightQuery = lastDays(daysBack, of: .bodyMass, options: .mostRecent)
        do {
            let weights = try await weightQuery.result(for: store)
            return weights.statistics().map({
                .init(date: $0.startDate, value: $0.mostRecentQuantity()?.doubleValue(for: .pound()) ?? 0)
            })
        } catch HKError.errorNoData {
            throw STError.noData
        } catch {
            throw STError.unableToCompleteRequest
        }
    }

    func addStepData(for date: Date, value: Double) async throws {
        let status = store.authorizationStatus(for: HKQuantityType(.stepCount))
        switch status {
        case .notDetermined:
            throw STError.authNotDetermined
        case .sharingDenied:
            throw STError.sharingDenied(quantityType: "step count")
        case .sharingAuthorized:
            break
        @unknown default:
            break
        }
        let stepQuantity = HKQuantity(unit: .count(), doubleValue: value)
        let stepSample = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: stepQuantity,
            start: date,
            end: date
        )
        do {  // new
            try await store.save(stepSample)  // modified → ! deleted
        } catch {
            throw STError.unableToCompleteRequest
        }
    }

    func addWeightData(for date: Date, value: Double) async throws {
        let status = store.authorizationStatus(for: HKQuantityType(.bodyMass))
        switch status {
        case .notDetermined:
            throw STError.authNotDetermined
        case .sharingDenied:
            throw STError.sharingDenied(quantityType: "weight")
        case .sharingAuthorized:
            break
        @unknown default:
            break
        }
        let weightQuantity = HKQuantity(unit: .pound(), doubleValue: value)
        let weightSample = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: weightQuantity,
            start: date,
            end: date
        )
        do {
            try await store.save(weightSample)
        } catch {
            throw STError.unableToCompleteRequest
        }
    }
}

/// Returns the average change of the weight on each weekday that has one.
func averageDailyWeightDiffs(for weights: [HealthMetric]) -> [(weekday: Int, value: Double)] {
    var diffValues: [(date: Date, value: Double)] = []
    guard weights.count > 1 else { return [] }
    for i in 1..<weights.count {  // here
        let date = weights[i].date
        let diff = weights[i].value - weights[i - 1].value
        diffValues.append((date: date, value: diff))
    }
    let byWeekday = Dictionary(grouping: diffValues) { Calendar.current.component(.weekday, from: $0.date) }
    return byWeekday.sorted { $0.key < $1.key }.map { weekday, diffs in
        (weekday, diffs.map(\.value).reduce(0, +) / Double(diffs.count))
    }
}
