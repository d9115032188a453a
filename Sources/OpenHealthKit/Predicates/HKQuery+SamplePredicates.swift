// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Returns a predicate for samples within a time interval: those that overlap it, unless the options are stricter.
    ///
    /// The start of the interval is part of it, its end is not. Each option restricts the result of the default:
    ///
    /// | options | the sample matches if |
    /// | --- | --- |
    /// | `[]` | it ends at the start of the interval or later, and starts before the end of the interval |
    /// | `.strictStartDate` | it starts at the start of the interval or later, and before the end of the interval |
    /// | `.strictEndDate` | it ends at the start of the interval or later, and before the end of the interval |
    /// | both | both dates fulfil these conditions |
    ///
    /// Therefore, without options, a sample that ends exactly at the start of an interval belongs to it and, if it is longer than an
    /// instant, to the interval before. With `.strictStartDate`, each sample belongs to exactly one of several consecutive
    /// intervals, and so it does with `.strictEndDate`.
    /// - Parameters:
    ///   - startDate: The start of the interval; nil for no lower bound.
    ///   - endDate: The end of the interval, which is not part of it; nil for no upper bound.
    ///   - options: Whether the start or the end date of the sample must be within the interval.
    public class func predicateForSamples(
        withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
        PredicateNode.interval(PredicateInterval(startDate, endDate, options)).predicate
    }

    /// Returns a predicate for quantity samples whose quantity compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantity: The quantity to compare to; samples with incompatible units do not match.
    public class func predicateForQuantitySamples(
        with operatorType: NSPredicateOperator, quantity: HKQuantity
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "quantity")
        return PredicateNode.compare(.quantity, comparison, .quantity(quantity)).predicate
    }

    /// Returns a predicate for category samples whose value compares to a given value.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - value: The raw value of a case of the type's enumeration.
    public class func predicateForCategorySamples(
        with operatorType: NSPredicateOperator, value: Int
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "value of a category")
        return PredicateNode.compare(.categoryValue, comparison, .number(Double(value))).predicate
    }

    // MARK: - Activity summaries

    /// Returns a predicate for the activity summary of a day.
    /// - Parameter dateComponents: The era, year, month and day in the Gregorian calendar. Traps if one of them is missing.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        PredicateNode.compare(.day, .equalTo, day(dateComponents)).predicate
    }

    /// Returns a predicate for the activity summaries of a range of days, including the first and the last day.
    /// - Parameters:
    ///   - startDateComponents: The era, year, month and day of the first day in the Gregorian calendar. Traps if one of them is
    ///     missing.
    ///   - endDateComponents: The era, year, month and day of the last day in the Gregorian calendar. Traps if one of them is missing.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate {
        let bounds = [day(startDateComponents), day(endDateComponents)]
        return PredicateNode.compare(.day, .between, .list(bounds)).predicate
    }

    private class func day(_ components: DateComponents) -> PredicateValue {
        if let calendar = components.calendar, calendar.identifier != .gregorian && calendar.identifier != .iso8601 {
            contractViolation("The day of an activity summary is given in the Gregorian calendar.")
        }
        guard let era = components.era, let year = components.year, let month = components.month,
            let day = components.day
        else {
            contractViolation(
                "The day of an activity summary needs era, year, month and day; "
                    + "get them with Calendar.dateComponents([.era, .year, .month, .day], from:).")
        }
        return .day(DateComponents(era: era, year: year, month: month, day: day))
    }

    // MARK: - Other samples

    /// Returns a predicate for clinical records with a FHIR resource of a type.
    /// - Parameter resourceType: The type of the resource.
    public class func predicateForClinicalRecords(
        withFHIRResourceType resourceType: HKFHIRResourceType
    ) -> NSPredicate {
        PredicateNode.compare(.fhirResourceType, .equalTo, .text(resourceType.rawValue)).predicate
    }

    /// Returns a predicate for the clinical record that a source saved from a FHIR resource.
    /// - Parameters:
    ///   - source: The source of the record.
    ///   - resourceType: The type of the resource.
    ///   - identifier: The identifier of the resource.
    public class func predicateForClinicalRecords(
        from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
    ) -> NSPredicate {
        PredicateNode.and([
            .compare(.source, .equalTo, .source(source)),
            .compare(.fhirResourceType, .equalTo, .text(resourceType.rawValue)),
            .compare(.fhirIdentifier, .equalTo, .text(identifier)),
        ]).predicate
    }

    /// Returns a predicate for electrocardiograms with a classification.
    /// - Parameter classification: The classification of the electrocardiograms.
    public class func predicateForElectrocardiograms(
        classification: HKElectrocardiogram.Classification
    ) -> NSPredicate {
        let value = PredicateValue.number(Double(classification.rawValue))
        return PredicateNode.compare(.ecgClassification, .equalTo, value).predicate
    }

    /// Returns a predicate for electrocardiograms with a symptoms status.
    /// - Parameter symptomsStatus: The symptoms status of the electrocardiograms.
    public class func predicateForElectrocardiograms(
        symptomsStatus: HKElectrocardiogram.SymptomsStatus
    ) -> NSPredicate {
        let value = PredicateValue.number(Double(symptomsStatus.rawValue))
        return PredicateNode.compare(.ecgSymptomsStatus, .equalTo, value).predicate
    }

    /// Returns a predicate for verifiable clinical records whose relevant date is within an interval.
    /// - Parameter dateInterval: The interval, including its end.
    public class func predicateForVerifiableClinicalRecords(
        withRelevantDateWithin dateInterval: DateInterval
    ) -> NSPredicate {
        let bounds = [PredicateValue.date(dateInterval.start), .date(dateInterval.end)]
        return PredicateNode.compare(.relevantDate, .between, .list(bounds)).predicate
    }

    /// Returns a predicate for states of mind whose valence compares to a given value.
    /// - Parameters:
    ///   - valence: A value from -1 to 1.
    ///   - operatorType: The operator of the comparison.
    public class func predicateForStatesOfMind(
        withValence valence: Double, operatorType: NSPredicateOperator
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "valence")
        return PredicateNode.compare(.valence, comparison, .number(valence)).predicate
    }

    /// Returns a predicate for states of mind of a kind.
    /// - Parameter kind: The kind: a momentary emotion or a daily mood.
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        PredicateNode.compare(.stateOfMindKind, .equalTo, .number(Double(kind.rawValue))).predicate
    }

    /// Returns a predicate for states of mind with a label.
    /// - Parameter label: One of the labels of the states of mind.
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        PredicateNode.compare(.stateOfMindLabel, .equalTo, .number(Double(label.rawValue))).predicate
    }

    /// Returns a predicate for states of mind with an association.
    /// - Parameter association: One of the associations of the states of mind.
    public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
        PredicateNode.compare(.stateOfMindAssociation, .equalTo, .number(Double(association.rawValue))).predicate
    }
}

extension PredicateInterval {
    /// Creates an interval from the arguments of a predicate method.
    init(_ start: Date?, _ end: Date?, _ options: HKQueryOptions) {
        self.init(
            from: start?.timeIntervalSince1970 ?? -.infinity, to: end?.timeIntervalSince1970 ?? .infinity,
            isStartStrict: options.contains(.strictStartDate), isEndStrict: options.contains(.strictEndDate),
            includesEndAtStart: true)
    }
}
