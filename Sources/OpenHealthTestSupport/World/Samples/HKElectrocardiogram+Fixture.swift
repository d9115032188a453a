// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKElectrocardiogram {
    /// Creates an electrocardiogram as a query returns it. Adding it to a world generates its voltages.
    /// - Parameters:
    ///   - classification: what the watch found.
    ///   - start: when it began; now where it is left out.
    ///   - duration: how long it lasted, in seconds.
    ///   - heartRate: the average heart rate a minute; nil where the watch could tell none.
    ///   - symptoms: whether the person felt something.
    ///   - frequency: how many voltages were measured a second.
    ///   - source: where it comes from; the program that runs where it is left out.
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
    /// Creates one measurement.
    /// - Parameters:
    ///   - time: seconds since the start of the electrocardiogram.
    ///   - microvolts: the voltage, by lead.
    public static func fixture(
        at time: TimeInterval, _ microvolts: [HKElectrocardiogram.Lead: Double]
    ) -> HKElectrocardiogram.VoltageMeasurement {
        HKElectrocardiogram.VoltageMeasurement(
            timeSinceSampleStart: time,
            quantities: microvolts.mapValues { HKQuantity(unit: .voltUnit(with: .micro), doubleValue: $0) })
    }
}

extension HKHeartbeatSeriesSample {
    /// Creates a heartbeat series as a query returns it. Adding it to a world generates its beats.
    /// - Parameters:
    ///   - start: when it began; now where it is left out.
    ///   - duration: how long it lasted, in seconds.
    ///   - count: how many beats.
    ///   - source: where it comes from; the program that runs where it is left out.
    public static func fixture(
        start: Date = Date(), duration: TimeInterval = 60, count: Int = 64, source: HKSourceRevision? = nil
    ) -> HKHeartbeatSeriesSample {
        HKHeartbeatSeriesSample(count: count, startDate: start, endDate: start + duration, fields: .fixture(source))
    }
}
