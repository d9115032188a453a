// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// An electrocardiogram of a few seconds. Use a query to read its voltages.
public class HKElectrocardiogram: HKSample, @unchecked Sendable {
    /// The number of voltage measurements.
    public let numberOfVoltageMeasurements: Int
    /// The number of measurements per second, in a unit of frequency; `nil` if unknown.
    public let samplingFrequency: HKQuantity?
    /// The result of the classification algorithm.
    public let classification: HKElectrocardiogram.Classification
    /// The average heart rate, in counts per time; `nil` if it was not determined.
    public let averageHeartRate: HKQuantity?
    /// The status of the person's symptoms: whether any were noted.
    public let symptomsStatus: HKElectrocardiogram.SymptomsStatus

    /// Creates an electrocardiogram from stored fields.
    package init(
        numberOfVoltageMeasurements: Int, samplingFrequency: HKQuantity?,
        classification: HKElectrocardiogram.Classification, averageHeartRate: HKQuantity?,
        symptomsStatus: HKElectrocardiogram.SymptomsStatus, startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.numberOfVoltageMeasurements = numberOfVoltageMeasurements
        self.samplingFrequency = samplingFrequency
        self.classification = classification
        self.averageHeartRate = averageHeartRate
        self.symptomsStatus = symptomsStatus
        super.init(sampleType: .electrocardiogramType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Encodes the electrocardiogram.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "measurements": numberOfVoltageMeasurements, "frequency": samplingFrequency,
                "classification": classification.rawValue, "averageHeartRate": averageHeartRate,
                "symptomsStatus": symptomsStatus.rawValue,
            ], forKey: "HKElectrocardiogram")
    }

    /// Creates an electrocardiogram from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKElectrocardiogram"),
            let measurements = archive.integer("measurements"), measurements >= 0,
            let classification = archive.raw("classification", as: HKElectrocardiogram.Classification.self),
            let status = archive.raw("symptomsStatus", as: HKElectrocardiogram.SymptomsStatus.self)
        else { return nil }
        self.numberOfVoltageMeasurements = measurements
        self.samplingFrequency = archive.quantity("frequency")
        self.classification = classification
        self.averageHeartRate = archive.quantity("averageHeartRate")
        self.symptomsStatus = status
        super.init(coder: coder)
    }
}

extension HKElectrocardiogram {
    /// The voltages of all leads at one instant.
    public final class VoltageMeasurement: NSObject, NSCopying, HKValueObject, Sendable {
        /// The time since the start of the electrocardiogram, in seconds.
        public let timeSinceSampleStart: TimeInterval
        private let quantities: [HKElectrocardiogram.Lead: HKQuantity]

        /// Creates a measurement from stored values.
        package init(timeSinceSampleStart: TimeInterval, quantities: [HKElectrocardiogram.Lead: HKQuantity]) {
            self.timeSinceSampleStart = timeSinceSampleStart
            self.quantities = quantities
        }

        /// Returns the voltage of a lead; `nil` if it was not measured.
        /// - Parameter lead: The lead.
        public func quantity(for lead: HKElectrocardiogram.Lead) -> HKQuantity? { quantities[lead] }

        var parts: [AnyHashable?] { [timeSinceSampleStart, quantities] }

        /// Returns a Boolean value that indicates whether the other measurement has the same voltages at the same time.
        public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

        /// A hash of the time and the voltages.
        public override var hash: Int { hashOfParts }

    }
}
