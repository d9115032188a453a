// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

@main
struct Main {
    static func main() async {
        guard let command = Command(Array(CommandLine.arguments.dropFirst())) else {
            print(Command.usage)
            exit(2)
        }
        do {
            try await run(command, HealthKitManager())
        } catch {
            let error = STError(error)
            for text in [error.errorDescription, error.failureReason, error.recoverySuggestion] {
                if let text { print(text) }
            }
            exit(1)
        }
    }

    private static func run(_ command: Command, _ hkManager: HealthKitManager) async throws {
        switch command {
        case .connect:
            try await hkManager.store.requestAuthorization(toShare: hkManager.types, read: hkManager.types)
            try await fetch(hkManager)
            print(Dashboard(hkManager).lines().joined(separator: "\n"))
        case .dashboard:
            try await fetch(hkManager)
            print(Dashboard(hkManager).lines().joined(separator: "\n"))
        case .watch(let contexts):
            try hkManager.checkAsked(.stepCount)
            try await hkManager.fetchWeightUnit()
            try await Watch(manager: hkManager, contexts: contexts).run()
        case .list(let context):
            try await fetch(hkManager)
            list(context, hkManager)
        case .add(let context, let value, let date):
            guard let number = Double(value) else { throw STError.invalidValue }
            try await add(context, number, date, to: hkManager)
        case .simulate:
            try await hkManager.addSimulatorData()
            try await fetch(hkManager)
            print(Dashboard(hkManager).lines().joined(separator: "\n"))
        }
    }

    private static func fetch(_ hkManager: HealthKitManager) async throws {
        try await hkManager.fetchStepCount()
        try await hkManager.fetchWeightUnit()
        try await hkManager.fetchWeights()
        try await hkManager.fetchWeightsForDifferentials()
    }

    private static func add(
        _ context: HealthMetricContext, _ value: Double, _ date: Date, to hkManager: HealthKitManager
    ) async throws {
        switch context {
        case .steps:
            try await hkManager.addStepData(for: date, value: value)
        case .weight:
            try await hkManager.fetchWeightUnit()
            try await hkManager.addWeightData(for: date, value: value)
        }
        // Fetches again, so that the list contains the new sample.
        try await fetch(hkManager)
        list(context, hkManager)
    }

    /// Prints the days, newest first.
    private static func list(_ context: HealthMetricContext, _ hkManager: HealthKitManager) {
        let unit = context == .steps ? "" : " " + hkManager.weightUnit.unitString
        let listData = context == .steps ? hkManager.stepData : hkManager.weightData
        if listData.isEmpty { print(STError.noData.errorDescription ?? "") }
        for data in listData.reversed() {
            print(
                data.date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day()) + "  "
                    + data.value.formatted(.number.precision(.fractionLength(context.fractionLength))) + unit)
        }
    }
}
