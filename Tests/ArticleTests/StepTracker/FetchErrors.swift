// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The second version: the functions that fetch throw errors of the app.
enum FetchErrors {
    enum STError: Error {
        case authNotDetermined
        case noData
        case unableToCompleteRequest
    }

    @Observable class HealthKitManager {
        let store = HKHealthStore()
        var stepData: [HealthMetric] = []
        var weightData: [HealthMetric] = []

        func fetchStepCount() async throws {  // modfied → throws added
            guard store.authorizationStatus(for: HKQuantityType(.stepCount)) != .notDetermined else {
                throw STError.authNotDetermined
            }
            let stepsQuery = lastDays(28, of: .stepCount, options: .cumulativeSum)
            do {
                let stepsCounts = try await stepsQuery.result(for: store)
                stepData = stepsCounts.statistics().map({
                    .init(date: $0.startDate, value: $0.sumQuantity()?.doubleValue(for: .count()) ?? 0)
                })
            } catch HKError.errorNoData {  // new
                throw STError.noData
            } catch {
                throw STError.unableToCompleteRequest
            }
        }

        func fetchWeights() async throws {
            guard store.authorizationStatus(for: HKQuantityType(.bodyMass)) != .notDetermined else {
                throw STError.authNotDetermined
            }
            let weightQuery = lastDays(28, of: .bodyMass, options: .mostRecent)
            do {
                let weights = try await weightQuery.result(for: store)
                weightData = weights.statistics().map({
                    .init(date: $0.startDate, value: $0.mostRecentQuantity()?.doubleValue(for: .pound()) ?? 0)
                })
            } catch HKError.errorNoData {
                throw STError.noData
            } catch {
                throw STError.unableToCompleteRequest
            }
        }
    }
}
