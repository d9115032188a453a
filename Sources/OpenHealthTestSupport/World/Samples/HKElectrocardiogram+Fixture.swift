// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKElectrocardiogram {
    /// Creates an electrocardiogram in the form that a query returns. Adding it to a world generates its voltages.
    /// - Parameters:
    ///   - classification: The classification of the electrocardiogram.
    ///   - start: The start date; by default now.
    ///   - duration: The duration in seconds.
    ///   - heartRate: The average heart rate per minute; nil if the watch did not determine one.
    ///   - symptoms: Whether the person had symptoms.
    ///   - frequency: The sampling frequency in hertz.
    ///   - source: The source revision; by default that of the running program.
    public static func fixture(
        _ classification: HKElectrocardiogram.Classification = .sinusRhythm, start: Date = Date(),
        duration: TimeInterval = 30, heartRate: Double? = 64,
        symptoms: HKElectrocardiogram.SymptomsStatus = .none, frequency: Double = 512,
        source: HKSourceRevision? = nil
    ) -> HKElectrocardiogram {
        HKElectrocardiogram(
            numberOfVoltageMeasurements: Int(duration * frequency),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: frequency), classification: classification,
            averageHeartRate: heartRate.map { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0) },
            symptomsStatus: symptoms, startDate: start, endDate: start + duration, fields: .fixture(source))
    }
}

extension HKElectrocardiogram.VoltageMeasurement {
    /// Creates a voltage measurement.
    /// - Parameters:
    ///   - time: The time in seconds since the start of the electrocardiogram.
    ///   - microvolts: The voltage of each lead.
    public static func fixture(
        at time: TimeInterval, _ microvolts: [HKElectrocardiogram.Lead: Double]
    ) -> HKElectrocardiogram.VoltageMeasurement {
        HKElectrocardiogram.VoltageMeasurement(
            timeSinceSampleStart: time,
            quantities: microvolts.mapValues { HKQuantity(unit: .voltUnit(with: .micro), doubleValue: $0) })
    }
}

extension HKHeartbeatSeriesSample {
    /// Creates a heartbeat series in the form that a query returns. Adding it to a world generates its beats.
    /// - Parameters:
    ///   - start: The start date; by default now.
    ///   - duration: The duration in seconds.
    ///   - count: The number of beats.
    ///   - source: The source revision; by default that of the running program.
    public static func fixture(
        start: Date = Date(), duration: TimeInterval = 60, count: Int = 64, source: HKSourceRevision? = nil
    ) -> HKHeartbeatSeriesSample {
        HKHeartbeatSeriesSample(count: count, startDate: start, endDate: start + duration, fields: .fixture(source))
    }
}
