// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKMedicationConcept {
    /// Creates a medication.
    /// - Parameters:
    ///   - name: The name of the medication.
    ///   - form: The general form of the medication.
    ///   - identifier: The identifier of the medication.
    public static func fixture(
        _ name: String = "Ibuprofen 200 mg", form: HKMedicationGeneralForm = .tablet, identifier: String = "1"
    ) -> HKMedicationConcept {
        HKMedicationConcept(
            identifier: HKHealthConceptIdentifier(domain: .medication, identifier: identifier), displayText: name,
            generalForm: form, relatedCodings: [])
    }
}

extension HKUserAnnotatedMedication {
    /// Creates a medication of the person's list.
    /// - Parameters:
    ///   - medication: The medication; by default a common one.
    ///   - nickname: The nickname that the person uses.
    ///   - isArchived: Whether the person has archived the medication.
    ///   - hasSchedule: Whether the medication is taken on a schedule.
    public static func fixture(
        _ medication: HKMedicationConcept = .fixture(), nickname: String? = nil, isArchived: Bool = false,
        hasSchedule: Bool = false
    ) -> HKUserAnnotatedMedication {
        HKUserAnnotatedMedication(
            nickname: nickname, isArchived: isArchived, hasSchedule: hasSchedule, medication: medication)
    }
}

extension HKMedicationDoseEvent {
    /// Creates a medication dose event in the form that a query returns.
    /// - Parameters:
    ///   - medication: The medication; by default a common one.
    ///   - status: The log status of the dose.
    ///   - doses: The number of doses taken.
    ///   - date: The date of the event; by default now.
    ///   - scheduled: The scheduled date; nil for an event without a schedule.
    ///   - source: The source revision; by default that of the running program.
    public static func fixture(
        _ medication: HKMedicationConcept = .fixture(), _ status: HKMedicationDoseEvent.LogStatus = .taken,
        doses: Double? = 1, at date: Date = Date(), scheduled: Date? = nil, source: HKSourceRevision? = nil
    ) -> HKMedicationDoseEvent {
        HKMedicationDoseEvent(
            scheduleType: scheduled == nil ? .asNeeded : .schedule, medicationConceptIdentifier: medication.identifier,
            scheduledDate: scheduled, logStatus: status, unit: .count(), doseQuantity: doses,
            scheduledDoseQuantity: scheduled == nil ? nil : doses, startDate: date, endDate: date,
            fields: .fixture(source))
    }
}
