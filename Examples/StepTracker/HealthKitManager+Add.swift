// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

extension HealthKitManager {
    func addStepData(for date: Date, value: Double) async throws {
        try checkMayAdd(.stepCount, named: "step count")
        try checkValue(value)

        let stepQuantity = HKQuantity(unit: .count(), doubleValue: value)
        let stepSample = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: stepQuantity,
            start: date,
            end: date
        )

        do {
            try await store.save(stepSample)
        } catch {
            throw STError(error)
        }
    }

    func addWeightData(for date: Date, value: Double) async throws {
        try checkMayAdd(.bodyMass, named: "weight")
        try checkValue(value)

        let weightQuantity = HKQuantity(unit: weightUnit, doubleValue: value)
        let weightSample = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: weightQuantity,
            start: date,
            end: date
        )

        do {
            try await store.save(weightSample)
        } catch {
            throw STError(error)
        }
    }

    /// Adds made-up data of 28 days, for a test database.
    func addSimulatorData() async throws {
        let noon = Calendar.current.date(bySettingHour: 12, minute: 0, second: 0, of: .now)!
        for i in 0..<28 {
            let date = Calendar.current.date(byAdding: .day, value: -i, to: noon)!
            try await addStepData(for: date, value: Double(4_000 + 100 * i))
            let weight = HKQuantity(unit: .pound(), doubleValue: 160 + Double(i) / 4)
            try await addWeightData(for: date, value: weight.doubleValue(for: weightUnit))
        }
    }

    private func checkMayAdd(_ identifier: HKQuantityTypeIdentifier, named name: String) throws {
        let status = store.authorizationStatus(for: HKQuantityType(identifier))
        switch status {
        case .notDetermined:
            throw STError.authNotDetermined
        case .sharingDenied:
            throw STError.sharingDenied(quantityType: name)
        case .sharingAuthorized:
            break
        @unknown default:
            break
        }
    }

    private func checkValue(_ value: Double) throws {
        guard value.isFinite, value > 0 else { throw STError.invalidValue }
    }
}
