// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Doses of a status.
    /// - Parameter status: whether the dose was taken.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        PredicateNode.compare(.doseStatus, .equalTo, .number(Double(status.rawValue))).predicate
    }

    /// Doses of one of some statuses.
    /// - Parameter statuses: whether the dose was taken.
    public class func predicateForMedicationDoseEvent(
        statuses: Set<HKMedicationDoseEvent.LogStatus>
    ) -> NSPredicate {
        let values = statuses.map(\.rawValue).sorted().map { PredicateValue.number(Double($0)) }
        return PredicateNode.compare(.doseStatus, .in, .list(values)).predicate
    }

    /// Doses that were planned for a moment.
    /// - Parameter scheduledDate: the moment.
    public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
        PredicateNode.compare(.doseScheduledDate, .equalTo, .date(scheduledDate)).predicate
    }

    /// Doses that were planned for one of some moments.
    /// - Parameter scheduledDates: the moments.
    public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
        let values = scheduledDates.sorted().map(PredicateValue.date)
        return PredicateNode.compare(.doseScheduledDate, .in, .list(values)).predicate
    }

    /// Doses that were planned for an interval of time; those that were not planned do not fit.
    /// - Parameters:
    ///   - scheduledStart: the beginning; nil for none.
    ///   - end: the end, which does not belong to the interval; nil for none.
    public class func predicateForMedicationDoseEvent(scheduledStart: Date?, end: Date?) -> NSPredicate {
        var parts = [PredicateNode.compare(.doseScheduledDate, .notEqualTo, .null)]
        if let scheduledStart {
            parts.append(.compare(.doseScheduledDate, .greaterThanOrEqualTo, .date(scheduledStart)))
        }
        if let end { parts.append(.compare(.doseScheduledDate, .lessThan, .date(end))) }
        return PredicateNode.and(parts).predicate
    }

    /// Doses of a medication.
    /// - Parameter medicationConceptIdentifier: the identity of the medication.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifier: HKHealthConceptIdentifier
    ) -> NSPredicate {
        PredicateNode.compare(.medicationConcept, .equalTo, .text(medicationConceptIdentifier.identifier)).predicate
    }

    /// Doses of one of some medications.
    /// - Parameter medicationConceptIdentifiers: the identities of the medications.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
    ) -> NSPredicate {
        let values = medicationConceptIdentifiers.map(\.identifier).sorted().map(PredicateValue.text)
        return PredicateNode.compare(.medicationConcept, .in, .list(values)).predicate
    }

    /// Medications that the person has put away, or those still in use.
    /// - Parameter isArchived: which of the two.
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        PredicateNode.compare(.isArchived, .equalTo, .bool(isArchived)).predicate
    }

    /// Medications that are taken on a schedule, or those that are not.
    /// - Parameter hasSchedule: which of the two.
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        PredicateNode.compare(.hasSchedule, .equalTo, .bool(hasSchedule)).predicate
    }
}
