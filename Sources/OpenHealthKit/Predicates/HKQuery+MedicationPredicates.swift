// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Returns a predicate for dose events with a status.
    /// - Parameter status: The log status of the dose.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        PredicateNode.compare(.doseStatus, .equalTo, .number(Double(status.rawValue))).predicate
    }

    /// Returns a predicate for dose events with one of the given statuses.
    /// - Parameter statuses: The log statuses of the doses.
    public class func predicateForMedicationDoseEvent(
        statuses: Set<HKMedicationDoseEvent.LogStatus>
    ) -> NSPredicate {
        let values = statuses.map(\.rawValue).sorted().map { PredicateValue.number(Double($0)) }
        return PredicateNode.compare(.doseStatus, .in, .list(values)).predicate
    }

    /// Returns a predicate for dose events that were scheduled for a date.
    /// - Parameter scheduledDate: The scheduled date.
    public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
        PredicateNode.compare(.doseScheduledDate, .equalTo, .date(scheduledDate)).predicate
    }

    /// Returns a predicate for dose events that were scheduled for one of the given dates.
    /// - Parameter scheduledDates: The scheduled dates.
    public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
        let values = scheduledDates.sorted().map(PredicateValue.date)
        return PredicateNode.compare(.doseScheduledDate, .in, .list(values)).predicate
    }

    /// Returns a predicate for dose events that were scheduled within a time interval. Doses that were not scheduled do not
    /// match.
    /// - Parameters:
    ///   - scheduledStart: The start of the interval; nil for no lower bound.
    ///   - end: The end of the interval, which is not part of it; nil for no upper bound.
    public class func predicateForMedicationDoseEvent(scheduledStart: Date?, end: Date?) -> NSPredicate {
        var parts = [PredicateNode.compare(.doseScheduledDate, .notEqualTo, .null)]
        if let scheduledStart {
            parts.append(.compare(.doseScheduledDate, .greaterThanOrEqualTo, .date(scheduledStart)))
        }
        if let end { parts.append(.compare(.doseScheduledDate, .lessThan, .date(end))) }
        return PredicateNode.and(parts).predicate
    }

    /// Returns a predicate for dose events of a medication.
    /// - Parameter medicationConceptIdentifier: The identifier of the medication.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifier: HKHealthConceptIdentifier
    ) -> NSPredicate {
        PredicateNode.compare(.medicationConcept, .equalTo, .text(medicationConceptIdentifier.identifier)).predicate
    }

    /// Returns a predicate for dose events of one of the given medications.
    /// - Parameter medicationConceptIdentifiers: The identifiers of the medications.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
    ) -> NSPredicate {
        let values = medicationConceptIdentifiers.map(\.identifier).sorted().map(PredicateValue.text)
        return PredicateNode.compare(.medicationConcept, .in, .list(values)).predicate
    }

    /// Returns a predicate for archived medications, or for those that are not archived.
    /// - Parameter isArchived: Whether the medications are archived.
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        PredicateNode.compare(.isArchived, .equalTo, .bool(isArchived)).predicate
    }

    /// Returns a predicate for medications with a schedule, or for those without one.
    /// - Parameter hasSchedule: Whether the medications have a schedule.
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        PredicateNode.compare(.hasSchedule, .equalTo, .bool(hasSchedule)).predicate
    }
}
