// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A dose of a medication that was taken, skipped or scheduled.
public class HKMedicationDoseEvent: HKSample, NSCopying, @unchecked Sendable {
    /// The type of medication doses.
    public let medicationDoseEventType: HKMedicationDoseEventType
    /// The schedule type: scheduled at a time, or as needed.
    public let scheduleType: HKMedicationDoseEvent.ScheduleType
    /// The identifier of the medication.
    public let medicationConceptIdentifier: HKHealthConceptIdentifier
    /// The scheduled date; `nil` for a dose as needed.
    public let scheduledDate: Date?
    /// The status of the dose.
    public let logStatus: HKMedicationDoseEvent.LogStatus
    /// The unit of the doses.
    public let unit: HKUnit
    /// The amount taken, in ``unit``; `nil` if none was taken.
    public let doseQuantity: Double?
    /// The scheduled amount, in ``unit``; `nil` for a dose as needed.
    public let scheduledDoseQuantity: Double?

    /// Creates a dose from stored fields.
    package init(
        scheduleType: HKMedicationDoseEvent.ScheduleType, medicationConceptIdentifier: HKHealthConceptIdentifier,
        scheduledDate: Date?, logStatus: HKMedicationDoseEvent.LogStatus, unit: HKUnit, doseQuantity: Double?,
        scheduledDoseQuantity: Double?, startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.medicationDoseEventType = .medicationDoseEventType()
        self.scheduleType = scheduleType
        self.medicationConceptIdentifier = medicationConceptIdentifier
        self.scheduledDate = scheduledDate
        self.logStatus = logStatus
        self.unit = unit
        self.doseQuantity = doseQuantity
        self.scheduledDoseQuantity = scheduledDoseQuantity
        super.init(sampleType: .medicationDoseEventType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Returns the object itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Encodes the object.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "scheduleType": scheduleType.rawValue, "medicationConceptIdentifier": medicationConceptIdentifier,
                "scheduledDate": scheduledDate, "logStatus": logStatus.rawValue, "unit": unit,
                "doseQuantity": doseQuantity, "scheduledDoseQuantity": scheduledDoseQuantity,
            ], forKey: "HKMedicationDoseEvent")
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKMedicationDoseEvent"),
            let medicationDoseEventType = coder.archive(forKey: "HKSample")?.type(
                "type", as: HKMedicationDoseEventType.self),
            let scheduleType = archive.raw("scheduleType", as: HKMedicationDoseEvent.ScheduleType.self),
            let medicationConceptIdentifier = archive.object(
                "medicationConceptIdentifier", as: HKHealthConceptIdentifier.self),
            let logStatus = archive.raw("logStatus", as: HKMedicationDoseEvent.LogStatus.self),
            let unit = archive.unit("unit")
        else { return nil }
        self.medicationDoseEventType = medicationDoseEventType
        self.scheduleType = scheduleType
        self.medicationConceptIdentifier = medicationConceptIdentifier
        self.scheduledDate = archive.date("scheduledDate")
        self.logStatus = logStatus
        self.unit = unit
        self.doseQuantity = archive.double("doseQuantity")
        self.scheduledDoseQuantity = archive.double("scheduledDoseQuantity")
        super.init(coder: coder)
    }
}
