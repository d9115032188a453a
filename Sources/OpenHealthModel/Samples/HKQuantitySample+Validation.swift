// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKQuantitySample {
    /// Creates a sample from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - type: The quantity type.
    ///   - quantity: The value, in a unit compatible with the type.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date.
    ///   - device: The device that measured it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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

    /// Creates a sample from stored fields, of the class for the type.
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

    /// Checks the rules for a new sample; for a subclass, also checks that the class accepts the type.
    ///
    /// As on Apple platforms, the value can be infinite or NaN, and a cumulative sample can have a discrete type. The store
    /// rejects
    /// both.
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
