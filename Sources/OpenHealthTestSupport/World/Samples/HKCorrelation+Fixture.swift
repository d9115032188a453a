// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKCorrelation {
    /// Creates a blood pressure reading.
    /// - Parameters:
    ///   - systolic: The systolic pressure in mmHg.
    ///   - diastolic: The diastolic pressure in mmHg.
    ///   - date: The date of the measurement; by default now.
    ///   - metadata: The metadata.
    public static func bloodPressureFixture(
        _ systolic: Double = 120, _ diastolic: Double = 80, at date: Date = Date(), metadata: [String: Any]? = nil
    ) -> HKCorrelation {
        HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: date, end: date,
            objects: [
                HKQuantitySample.fixture(
                    .bloodPressureSystolic, systolic, unit: .millimeterOfMercury(), start: date),
                HKQuantitySample.fixture(
                    .bloodPressureDiastolic, diastolic, unit: .millimeterOfMercury(), start: date),
            ], metadata: metadata)
    }

    /// Creates a meal.
    /// - Parameters:
    ///   - name: The name of the food.
    ///   - contents: The nutrients in the canonical units of the types.
    ///   - date: The date of the meal; by default now.
    public static func foodFixture(
        _ name: String = "Apple",
        _ contents: [HKQuantityTypeIdentifier: Double] = [.dietaryEnergyConsumed: 95, .dietarySugar: 19],
        at date: Date = Date()
    ) -> HKCorrelation {
        HKCorrelation(
            type: HKCorrelationType(.food), start: date, end: date,
            objects: Set(contents.map { HKQuantitySample.fixture($0.key, $0.value, start: date, end: date) }),
            metadata: [HKMetadataKeyFoodType: name])
    }
}
