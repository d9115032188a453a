// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Samples in an interval of time: those that share a moment with it, unless the options ask for more.
    /// - Parameters:
    ///   - startDate: the beginning; nil for none.
    ///   - endDate: the end, which does not belong to the interval; nil for none.
    ///   - options: whether the start or the end of the sample has to lie in the interval.
    public class func predicateForSamples(
        withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
        PredicateNode.interval(PredicateInterval(startDate, endDate, options)).predicate
    }

    /// Quantity samples whose value compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the value of the sample compares.
    ///   - quantity: what it is compared with; samples that are measured in other units do not fit.
    public class func predicateForQuantitySamples(
        with operatorType: NSPredicateOperator, quantity: HKQuantity
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "quantity")
        return PredicateNode.compare(.quantity, comparison, .quantity(quantity)).predicate
    }

    /// Category samples whose value compares so with a value.
    /// - Parameters:
    ///   - operatorType: how the value of the sample compares.
    ///   - value: the raw value of a case of the type's enumeration.
    public class func predicateForCategorySamples(
        with operatorType: NSPredicateOperator, value: Int
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "value of a category")
        return PredicateNode.compare(.categoryValue, comparison, .number(Double(value))).predicate
    }

    // MARK: - Activity summaries

    /// The activity summary of a day.
    /// - Parameter dateComponents: era, year, month and day in the Gregorian calendar; the process stops where one of
    ///   them is missing.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        PredicateNode.compare(.day, .equalTo, day(dateComponents)).predicate
    }

    /// The activity summaries of some days in a row.
    /// - Parameters:
    ///   - startDateComponents: the first day: era, year, month and day in the Gregorian calendar; the process stops
    ///     where one of them is missing.
    ///   - endDateComponents: the last day, likewise.
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

    /// Clinical records whose FHIR resource is of a type.
    /// - Parameter resourceType: the type of the resource.
    public class func predicateForClinicalRecords(
        withFHIRResourceType resourceType: HKFHIRResourceType
    ) -> NSPredicate {
        PredicateNode.compare(.fhirResourceType, .equalTo, .text(resourceType.rawValue)).predicate
    }

    /// The clinical record that a source saved from a FHIR resource.
    /// - Parameters:
    ///   - source: what saved it.
    ///   - resourceType: the type of the resource.
    ///   - identifier: the identifier of the resource.
    public class func predicateForClinicalRecords(
        from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
    ) -> NSPredicate {
        PredicateNode.and([
            .compare(.source, .equalTo, .source(source)),
            .compare(.fhirResourceType, .equalTo, .text(resourceType.rawValue)),
            .compare(.fhirIdentifier, .equalTo, .text(identifier)),
        ]).predicate
    }

    /// Electrocardiograms of a classification.
    /// - Parameter classification: what the algorithm made of them.
    public class func predicateForElectrocardiograms(
        classification: HKElectrocardiogram.Classification
    ) -> NSPredicate {
        let value = PredicateValue.number(Double(classification.rawValue))
        return PredicateNode.compare(.ecgClassification, .equalTo, value).predicate
    }

    /// Electrocardiograms by what the person noted of symptoms.
    /// - Parameter symptomsStatus: whether there were symptoms.
    public class func predicateForElectrocardiograms(
        symptomsStatus: HKElectrocardiogram.SymptomsStatus
    ) -> NSPredicate {
        let value = PredicateValue.number(Double(symptomsStatus.rawValue))
        return PredicateNode.compare(.ecgSymptomsStatus, .equalTo, value).predicate
    }

    /// Verifiable records whose relevant date lies in an interval, the end of which belongs to it.
    /// - Parameter dateInterval: the interval.
    public class func predicateForVerifiableClinicalRecords(
        withRelevantDateWithin dateInterval: DateInterval
    ) -> NSPredicate {
        let bounds = [PredicateValue.date(dateInterval.start), .date(dateInterval.end)]
        return PredicateNode.compare(.relevantDate, .between, .list(bounds)).predicate
    }

    /// States of mind whose valence compares so with a value.
    /// - Parameters:
    ///   - valence: a value from -1 to 1.
    ///   - operatorType: how the valence of the sample compares.
    public class func predicateForStatesOfMind(
        withValence valence: Double, operatorType: NSPredicateOperator
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "valence")
        return PredicateNode.compare(.valence, comparison, .number(valence)).predicate
    }

    /// States of mind of a kind.
    /// - Parameter kind: an emotion, or a mood.
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        PredicateNode.compare(.stateOfMindKind, .equalTo, .number(Double(kind.rawValue))).predicate
    }

    /// States of mind with a label.
    /// - Parameter label: one of the words for it.
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        PredicateNode.compare(.stateOfMindLabel, .equalTo, .number(Double(label.rawValue))).predicate
    }

    /// States of mind that have to do with something.
    /// - Parameter association: one of the things that they have to do with.
    public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
        PredicateNode.compare(.stateOfMindAssociation, .equalTo, .number(Double(association.rawValue))).predicate
    }
}

extension PredicateInterval {
    /// The interval that the arguments of a predicate mean.
    init(_ start: Date?, _ end: Date?, _ options: HKQueryOptions) {
        self.init(
            from: start?.timeIntervalSince1970 ?? -.infinity, to: end?.timeIntervalSince1970 ?? .infinity,
            isStartStrict: options.contains(.strictStartDate), isEndStrict: options.contains(.strictEndDate))
    }
}
