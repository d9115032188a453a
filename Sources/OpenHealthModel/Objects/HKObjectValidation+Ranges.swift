// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// The valid dates, in seconds since 2001: the years 1 to 9999.
    package static let dates: ClosedRange<Double> = {
        let between = Date.timeIntervalBetween1970AndReferenceDate
        return StoreLimits.dates.lowerBound - between...StoreLimits.dates.upperBound - between
    }()

    /// The valid durations in seconds: up to one hundred years.
    package static let durations = StoreLimits.durations

    /// Checks that a date is in the years 1 to 9999.
    /// - Parameters:
    ///   - date: The date, or `nil` if there is no date, which is valid.
    ///   - field: The name of the date in the error.
    package static func checkDate(
        _ date: Date?, _ field: String, subject: String
    ) throws(HKObjectValidationError) {
        // A NaN date compares as inside any range of dates, so this compares numbers.
        guard let date, !dates.contains(date.timeIntervalSinceReferenceDate) else { return }
        throw HKObjectValidationError(
            .invalidInterval, subject, "the \(field) is outside the years 1 to 9999",
            remedy: "give a date in these years")
    }

    /// Checks that two dates are in the years 1 to 9999, and that the end is not before the start.
    package static func checkDates(
        start: Date, end: Date, of part: String, subject: String
    ) throws(HKObjectValidationError) {
        try checkDate(start, "start of \(part)", subject: subject)
        try checkDate(end, "end of \(part)", subject: subject)
        try checkOrder(start: start, end: end, subject: subject)
    }

    /// Checks that a number is in a range.
    /// - Parameters:
    ///   - value: The number, or `nil` if there is no number, which is valid.
    ///   - field: The name of the number in the error.
    ///   - unit: The unit of the range, for the error.
    package static func checkNumber(
        _ value: Double?, _ field: String, in range: ClosedRange<Double>, _ unit: String = "", subject: String
    ) throws(HKObjectValidationError) {
        guard let value, !(value.isFinite && range.contains(value)) else { return }
        throw outOfRange(field, "\(bound(range.lowerBound))...\(bound(range.upperBound))", unit, subject: subject)
    }

    /// Checks that an integer is in a range.
    package static func checkNumber(
        _ value: Int, _ field: String, in range: ClosedRange<Int>, subject: String
    ) throws(HKObjectValidationError) {
        guard !range.contains(value) else { return }
        throw outOfRange(field, "\(range.lowerBound)...\(range.upperBound)", "", subject: subject)
    }

    /// Checks that a quantity has a compatible unit and is in a range.
    /// - Parameters:
    ///   - quantity: The quantity, or `nil` if there is no quantity, which is valid.
    ///   - field: The name of the quantity in the error.
    ///   - unit: The unit of the range.
    package static func checkQuantity(
        _ quantity: HKQuantity?, _ field: String, in range: ClosedRange<Double>, _ unit: HKUnit, subject: String
    ) throws(HKObjectValidationError) {
        guard let quantity else { return }
        guard let value = try? quantity.value(in: unit) else {
            throw HKObjectValidationError(
                .incompatibleUnit, subject,
                "the \(field) requires a unit compatible with \(unit.unitString), "
                    + "not \(quantity.originalUnit.unitString)",
                remedy: "give the quantity in such a unit")
        }
        try checkNumber(value, field, in: range, unit.unitString, subject: subject)
    }

    /// Checks that a quantity has a unit compatible with its type, and is finite in the type's canonical unit.
    package static func checkFigure(
        _ quantity: HKQuantity?, _ field: String, of type: HKQuantityType, subject: String
    ) throws(HKObjectValidationError) {
        let largest = Double.greatestFiniteMagnitude
        guard let quantity, !quantity.isFinite(in: type.canonicalUnit) else { return }
        try checkQuantity(quantity, field, in: -largest...largest, type.canonicalUnit, subject: subject)
        // The quantity is finite in the canonical unit, but not in its own.
        throw HKObjectValidationError(
            .valueNotFinite, subject, "the \(field) is not a finite number", remedy: "omit such values")
    }

    /// Checks the rules for samples that apps save in addition to ``checkContent(_:)``: the sample is in the years 1 to 9999,
    /// and its value is small enough that the sum of any number of samples is finite.
    package static func checkLimits(_ sample: HKSample) throws(HKObjectValidationError) {
        let subject = sample.sampleType.identifier
        try checkDates(start: sample.startDate, end: sample.endDate, of: "the sample", subject: subject)
        try checkTexts(sample)
        guard let sample = sample as? HKQuantitySample else { return }
        try checkFinite(sample.quantity.originalValue, subject: subject)
        // Statistics convert levels in decibels to energies, which grow exponentially.
        let isLevel = sample.quantityType.aggregationStyle == .discreteEquivalentContinuousLevel
        let largest = isLevel ? 1000 : StoreLimits.values.upperBound
        try checkQuantity(
            sample.quantity, "value", in: -largest...largest, sample.quantityType.canonicalUnit, subject: subject)
    }

    private static func outOfRange(
        _ field: String, _ range: String, _ unit: String, subject: String
    ) -> HKObjectValidationError {
        HKObjectValidationError(
            .valueOutOfRange, subject, "the \(field) is outside \(range)" + (unit.isEmpty ? "" : " \(unit)"),
            remedy: "give a value in that range")
    }

    private static func bound(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension HKQuantity {
    /// Returns whether the value is finite in its own unit and in another one; false if the units are incompatible.
    fileprivate func isFinite(in unit: HKUnit) -> Bool {
        guard originalValue.isFinite, let value = try? value(in: unit) else { return false }
        return value.isFinite
    }
}
