// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKQuantitySample {
    /// Creates a sample from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - type: what was measured.
    ///   - quantity: the value, in a unit that the type is measured in.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start.
    ///   - device: what measured it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKQuantitySample {
        try HKObjectValidation.checkQuantity(quantity, of: type)
        let fields = try HKQuantitySample.checkedFields(
            type: type, quantity: quantity, start: start, end: end, device: device, metadata: metadata)
        return stored(
            quantityType: type, quantity: quantity, count: 1, startDate: start, endDate: end, fields: fields)
    }

    /// A sample from stored parts, of the class that fits the type.
    package static func stored(
        quantityType: HKQuantityType, quantity: HKQuantity, count: Int = 1, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) -> HKQuantitySample {
        if quantityType.aggregationStyle == .cumulative {
            HKCumulativeQuantitySample(
                quantityType: quantityType, quantity: quantity, count: count, startDate: startDate, endDate: endDate,
                fields: fields)
        } else {
            HKDiscreteQuantitySample(
                quantityType: quantityType, quantity: quantity, count: count, startDate: startDate, endDate: endDate,
                fields: fields)
        }
    }

    /// The rules for a new sample; on a subclass also that the type is one of its own.
    ///
    /// As on Apple's systems, a value need not be a number, and a sample of a class that adds up may have a type that does not. The
    /// store refuses both.
    class func checkedFields(
        type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?,
        metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        guard !(type.aggregationStyle == .cumulative && self is HKDiscreteQuantitySample.Type) else {
            throw HKObjectValidationError(
                .wrongClass, type.identifier, "\(self) does not hold samples of this type",
                remedy: "make the sample with HKQuantitySample, which chooses the class")
        }
        try HKObjectValidation.checkUnit(of: quantity, type: type)
        return try HKObjectValidation.fields(of: type, start: start, end: end, device: device, metadata: metadata)
    }
}
