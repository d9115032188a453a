// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The validation rules for objects that apps create.
///
/// Stores do not validate objects that they return, because existing data that violates a newer rule remains valid.
package enum HKObjectValidation {
    // MARK: - Time

    /// Checks that a sample does not end before it starts, does not exceed the maximum duration of its type, and has an end date
    /// unless its type is a state that can be ongoing.
    package static func checkInterval(
        of type: HKSampleType, start: Date, end: Date
    ) throws(HKObjectValidationError) {
        try checkOrder(start: start, end: end, subject: type.identifier)
        if end == .distantFuture {
            // An ongoing state has no duration to limit.
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
                remedy: "give a start and an end that are further apart")
        }
    }

    /// Checks that the end is not before the start and that both are finite.
    package static func checkOrder(start: Date, end: Date, subject: String) throws(HKObjectValidationError) {
        let (first, last) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
        guard first.isFinite, last.isFinite else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the start or the end is not a date",
                remedy: "give dates that are a finite number of seconds from the reference date")
        }
        guard first <= last else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the end is before the start",
                remedy: "swap the dates, or use the start for both")
        }
    }

    // MARK: - Values

    /// Checks that the unit of a quantity is compatible with the type and that the value is finite.
    package static func checkQuantity(
        _ quantity: HKQuantity, of type: HKQuantityType
    ) throws(HKObjectValidationError) {
        try checkUnit(of: quantity, type: type)
        try checkFinite(quantity.originalValue, subject: type.identifier)
    }

    /// Checks that the unit of a quantity is compatible with the type.
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

    /// Checks that a quantity can be converted to a unit and that the value is finite.
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

    /// Checks that a value is neither infinite nor NaN, which statistics cannot handle.
    package static func checkFinite(_ value: Double, subject: String) throws(HKObjectValidationError) {
        guard value.isFinite else {
            throw HKObjectValidationError(
                .valueNotFinite, subject, "the value is not a finite number", remedy: "omit such values")
        }
    }

    /// Checks that a category value is a raw value of the type's enumeration.
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
