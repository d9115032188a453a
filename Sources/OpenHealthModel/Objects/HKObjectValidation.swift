// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rules that an object must keep when an app makes it; the only place where they are written down.
///
/// A store that hands out what it holds does not come through here: old data may break a newer rule and is still data.
package enum HKObjectValidation {
    // MARK: - Time

    /// A sample does not end before it starts, is as long as its type allows, and has an end unless its type is of states that go on.
    package static func checkInterval(
        of type: HKSampleType, start: Date, end: Date
    ) throws(HKObjectValidationError) {
        try checkOrder(start: start, end: end, subject: type.identifier)
        if end == .distantFuture {
            // A state that goes on has no duration that could be too long.
            guard !type.hasStatesThatGoOn else { return }
            throw HKObjectValidationError(
                .undeterminedEnd, type.identifier, "the end is Date.distantFuture",
                remedy: "give the date at which it ended, or the start for an instant")
        }
        let duration = end.timeIntervalSince(start)
        if type.isMaximumDurationRestricted, duration > type.maximumAllowedDuration {
            throw HKObjectValidationError(
                .durationOutOfRange, type.identifier,
                "the sample exceeds the maximum allowed duration of \(type.maximumAllowedDuration) s",
                remedy: "split it into shorter ones")
        }
        if type.isMinimumDurationRestricted, duration < type.minimumAllowedDuration {
            throw HKObjectValidationError(
                .durationOutOfRange, type.identifier,
                "the sample is shorter than the minimum allowed duration of \(type.minimumAllowedDuration) s",
                remedy: "give a start and an end that lie further apart")
        }
    }

    /// The end does not lie before the start, and both are dates at all.
    package static func checkOrder(start: Date, end: Date, subject: String) throws(HKObjectValidationError) {
        let (first, last) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
        guard first.isFinite, last.isFinite else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the start or the end is not a date",
                remedy: "give dates that are a finite number of seconds from the reference date")
        }
        guard first <= last else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the end lies before the start",
                remedy: "exchange the dates, or use the start for both")
        }
    }

    // MARK: - Values

    /// A quantity is measured in a unit of its type and is a number.
    package static func checkQuantity(
        _ quantity: HKQuantity, of type: HKQuantityType
    ) throws(HKObjectValidationError) {
        try checkUnit(of: quantity, type: type)
        try checkFinite(quantity.originalValue, subject: type.identifier)
    }

    /// A quantity is measured in a unit of its type.
    package static func checkUnit(
        of quantity: HKQuantity, type: HKQuantityType
    ) throws(HKObjectValidationError) {
        guard type.is(compatibleWith: quantity.originalUnit) else {
            let expected = HealthTypes.named(type.identifier)?.canonicalUnit ?? "another dimension"
            throw HKObjectValidationError(
                .incompatibleUnit, type.identifier,
                "requires a unit compatible with \(expected), not \(quantity.originalUnit.unitString)",
                remedy: "give the quantity in such a unit")
        }
    }

    /// A quantity can be given in a unit and is a number.
    package static func checkQuantity(
        _ quantity: HKQuantity?, in unit: HKUnit, subject: String
    ) throws(HKObjectValidationError) {
        guard let quantity else { return }
        guard quantity.is(compatibleWith: unit) else {
            throw HKObjectValidationError(
                .incompatibleUnit, subject,
                "requires a unit compatible with \(unit.unitString), not \(quantity.originalUnit.unitString)",
                remedy: "give the quantity in such a unit")
        }
        try checkFinite(quantity.originalValue, subject: subject)
    }

    /// A value is neither infinite nor NaN, which no measurement is and no statistic survives.
    package static func checkFinite(_ value: Double, subject: String) throws(HKObjectValidationError) {
        guard value.isFinite else {
            throw HKObjectValidationError(
                .valueNotFinite, subject, "the value is not a finite number", remedy: "omit such values")
        }
    }

    /// A category value is one of the raw values of the type's enumeration.
    package static func checkCategoryValue(
        _ value: Int, of type: HKCategoryType
    ) throws(HKObjectValidationError) {
        guard let enumeration = HealthTypes.named(type.identifier)?.valueEnum else { return }
        guard HealthEnums.allowedValues(ofEnum: enumeration).contains(value) else {
            throw HKObjectValidationError(
                .valueOutOfRange, type.identifier, "the value is not compatible with \(enumeration)",
                remedy: "give the raw value of a case of \(enumeration)")
        }
    }
}
