// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// An electrocardiogram of some seconds. The voltages themselves are read with a query.
public class HKElectrocardiogram: HKSample, @unchecked Sendable {
    /// The number of voltage measurements.
    public let numberOfVoltageMeasurements: Int
    /// Measurements a second, in a unit of frequency; nil where it is not known.
    public let samplingFrequency: HKQuantity?
    /// The classification of the algorithm.
    public let classification: HKElectrocardiogram.Classification
    /// The average heart rate, in counts per time; nil where it was not found.
    public let averageHeartRate: HKQuantity?
    /// Whether the person noted symptoms.
    public let symptomsStatus: HKElectrocardiogram.SymptomsStatus

    /// Creates an electrocardiogram from stored parts.
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

    /// Writes the electrocardiogram to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(numberOfVoltageMeasurements, "measurements")
        archive.set(samplingFrequency, "frequency")
        archive.set(raw: classification, "classification")
        archive.set(averageHeartRate, "averageHeartRate")
        archive.set(raw: symptomsStatus, "symptomsStatus")
        coder.encode(archive, forKey: "HKElectrocardiogram")
    }

    /// Reads an electrocardiogram from an archive, or gives nil where the archive does not hold one.
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
