// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Objects to save, and their sources.
enum MadeSamples {
    /// 2024-01-01T00:00:00Z.
    static let newYear = Date(timeIntervalSince1970: 1_704_067_200)

    static func date(_ seconds: Double) -> Date { newYear.addingTimeInterval(seconds) }

    static let app = ProvenanceData(
        sourceName: "Journal", bundleIdentifier: "org.example.journal", sourceVersion: "3.1",
        productType: "Computer1,1", operatingSystemVersion: "12.5.1")

    static func quantity(
        _ identifier: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, from: Double = 0, to: Double? = nil,
        metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(identifier), quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
            start: date(from), end: date(to ?? from), metadata: metadata)
    }

    static func steps(_ value: Double, from: Double, to: Double? = nil, metadata: [String: Any]? = nil)
        -> HKQuantitySample
    {
        quantity(.stepCount, value, "count", from: from, to: to, metadata: metadata)
    }

    static func heartRate(_ value: Double, at time: Double) -> HKQuantitySample {
        quantity(.heartRate, value, "count/min", from: time)
    }

    static func bloodPressure(_ systolic: Double, _ diastolic: Double, at time: Double, sync: Int? = nil)
        -> HKCorrelation
    {
        var metadata: [String: Any] = [:]
        if let sync {
            metadata = [HKMetadataKeySyncIdentifier: "pressure", HKMetadataKeySyncVersion: sync]
        }
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: date(time), end: date(time),
            objects: [
                quantity(.bloodPressureSystolic, systolic, "mmHg", from: time),
                quantity(.bloodPressureDiastolic, diastolic, "mmHg", from: time),
            ], metadata: metadata)
    }

    /// The metadata that a type requires.
    static func required(_ identifier: String) -> [String: Any]? {
        switch identifier {
        case HKCategoryTypeIdentifier.menstrualFlow.rawValue: [HKMetadataKeyMenstrualCycleStart: true]
        case HKQuantityTypeIdentifier.insulinDelivery.rawValue:
            [HKMetadataKeyInsulinDeliveryReason: HKInsulinDeliveryReason.bolus.rawValue]
        default: nil
        }
    }
}
