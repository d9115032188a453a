// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKMedicationConcept {
    /// Creates a medication.
    /// - Parameters:
    ///   - name: what it is called.
    ///   - form: what it looks like.
    ///   - identifier: what tells it from others.
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
    ///   - medication: what it is; a common one where it is left out.
    ///   - nickname: what the person calls it.
    ///   - isArchived: whether the person takes it no more.
    ///   - hasSchedule: whether it is to be taken at certain times.
    public static func fixture(
        _ medication: HKMedicationConcept = .fixture(), nickname: String? = nil, isArchived: Bool = false,
        hasSchedule: Bool = false
    ) -> HKUserAnnotatedMedication {
        HKUserAnnotatedMedication(
            nickname: nickname, isArchived: isArchived, hasSchedule: hasSchedule, medication: medication)
    }
}

extension HKMedicationDoseEvent {
    /// Creates an event of the medication log as a query returns it.
    /// - Parameters:
    ///   - medication: what was to be taken; a common one where it is left out.
    ///   - status: what became of it.
    ///   - doses: how many were taken.
    ///   - date: when; now where it is left out.
    ///   - scheduled: when it was to be taken; nil for one without schedule.
    ///   - source: where it comes from; the program that runs where it is left out.
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
