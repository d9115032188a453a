// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The first version: samples are added, and errors are not reported.
enum BeforeErrors {
    @Observable class HealthKitManager {
        let store = HKHealthStore()
        let types: Set = [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]
        var stepData: [HealthMetric] = []
        var weightData: [HealthMetric] = []
        var weightDiffData: [HealthMetric] = []

        func fetchStepCount() async {
            let stepsQuery = lastDays(28, of: .stepCount, options: .cumulativeSum)
            do {
                let stepsCounts = try await stepsQuery.result(for: store)
                stepData = stepsCounts.statistics().map({
                    .init(date: $0.startDate, value: $0.sumQuantity()?.doubleValue(for: .count()) ?? 0)
                })
            } catch HKError.errorDataSizeExceeded {  // new

            } catch HKError.errorDatabaseInaccessible {  // new

            } catch {

            }
        }

        func fetchWeights() async {
            let weightQuery = lastDays(28, of: .bodyMass, options: .mostRecent)
            do {
                let weights = try await weightQuery.result(for: store)
                weightData = weights.statistics().map({
                    .init(date: $0.startDate, value: $0.mostRecentQuantity()?.doubleValue(for: .pound()) ?? 0)
                })
            } catch {

            }
        }

        func fetchWeightsForDifferentials() async {
            let weightQuery = lastDays(29, of: .bodyMass, options: .mostRecent)
            do {
                let weights = try await weightQuery.result(for: store)
                weightDiffData = weights.statistics().map({
                    .init(date: $0.startDate, value: $0.mostRecentQuantity()?.doubleValue(for: .pound()) ?? 0)
                })
            } catch {

            }
        }

        func addStepData(for date: Date, value: Double) async {
            let stepQuantity = HKQuantity(unit: .count(), doubleValue: value)
            let stepSample = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: stepQuantity,
                start: date,
                end: date
            )
            try! await store.save(stepSample)
        }

        func addWeightData(for date: Date, value: Double) async {
            let weightQuantity = HKQuantity(unit: .pound(), doubleValue: value)
            let weightSample = HKQuantitySample(
                type: HKQuantityType(.bodyMass),
                quantity: weightQuantity,
                start: date,
                end: date
            )
            try! await store.save(weightSample)
        }
    }

    /// The list of a type, without its view: rows, and a form that adds a sample.
    final class HealthDataListView {
        let hkManager: HealthKitManager
        let metric: HealthMetricContext
        var addDataDate: Date = .now
        var valueToAdd = ""
        var isShowingAddData = true

        init(_ hkManager: HealthKitManager, metric: HealthMetricContext) {
            self.hkManager = hkManager
            self.metric = metric
        }

        var listData: [HealthMetric] {
            metric == .steps ? hkManager.stepData : hkManager.weightData
        }

        /// The texts of the rows, newest first.
        var rows: [String] {
            listData.reversed().map { data in
                data.date.formatted(.dateTime.month(.wide).day().year().locale(Locale(identifier: "en_US"))) + ": "
                    + data.value.formatted(
                        .number.precision(.fractionLength(metric == .steps ? 0 : 1))
                            .locale(Locale(identifier: "en_US")))
            }
        }

        func addData() async {
            if metric == .steps {
                await hkManager.addStepData(for: addDataDate, value: Double(valueToAdd)!)
                await hkManager.fetchStepCount()
                isShowingAddData = false
            } else {
                await hkManager.addWeightData(for: addDataDate, value: Double(valueToAdd)!)
                await hkManager.fetchWeights()
                await hkManager.fetchWeightsForDifferentials()
                isShowingAddData = false
            }
        }
    }
}
