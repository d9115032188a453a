// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// `StepTracker` shows what there is; `StepTracker add` adds 28 days first; `StepTracker ask` asks for permission first.
@main
struct Main {
    static func main() async {
        let hkManager = HealthKitManager()
        let command = CommandLine.arguments.dropFirst().first
        do {
            if command != nil {
                try await hkManager.store.requestAuthorization(toShare: hkManager.types, read: hkManager.types)
            }
            if command == "add" {
                try await addData(to: hkManager)
            }

            try await hkManager.fetchStepCount()
            try await hkManager.fetchWeights()
            try await hkManager.fetchWeightsForDifferentials()

            print("days with steps:", hkManager.stepData.count)
            for metric in hkManager.stepData.reversed().prefix(3) {
                print(line(metric, digits: 0))
            }
            print("days with weights:", hkManager.weightData.count)
            for metric in hkManager.weightData.reversed().prefix(3) {
                print(line(metric, digits: 1))
            }
            print("weekdays with changes:", ChartMath.averageDailyWeightDiffs(for: hkManager.weightDiffData).count)
        } catch let error as STError {
            print(error.errorDescription ?? "")
            print(error.failureReason)
            exit(1)
        } catch {
            print("error:", error.localizedDescription)
            exit(1)
        }
    }

    private static func addData(to hkManager: HealthKitManager) async throws {
        let calendar = Calendar.current
        let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: .now)!
        for i in 0..<28 {
            let date = calendar.date(byAdding: .day, value: -i, to: noon)!
            try await hkManager.addStepData(for: date, value: Double(4_000 + 100 * i))
            try await hkManager.addWeightData(for: date, value: 160 + Double(i) / 4)
        }
    }

    private static func line(_ metric: HealthMetric, digits: Int) -> String {
        metric.date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day()) + "  "
            + String(format: "%.\(digits)f", metric.value)
    }
}
