// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// A sample with a quantity: a measured value, such as a weight, or an amount over an interval, such as steps.
///
/// The initializers return an ``HKCumulativeQuantitySample`` for cumulative types and an ``HKDiscreteQuantitySample``
/// for discrete types. Initializers of an app's own subclass return an instance of the subclass.
///
/// The initializers trap on invalid arguments, as on Apple platforms: a unit that is incompatible with the type, an end date
/// before the start date, or metadata that is missing or of an invalid class. For values that people enter, use
/// ``validated(type:quantity:start:end:device:metadata:)``, which throws an error instead. A sample can contain a value that is
/// not a finite number, but saving the sample fails.
open class HKQuantitySample: HKSample, HKClassCluster, @unchecked Sendable {
    private let storedType: HKQuantityType
    private let storedQuantity: HKQuantity
    private let storedCount: Int

    /// Creates a sample from stored fields.
    public init(
        quantityType: HKQuantityType, quantity: HKQuantity, count: Int, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        storedType = quantityType
        storedQuantity = quantity
        storedCount = count
        super.init(sampleType: quantityType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample without a device and metadata.
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The value, in a unit compatible with the type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date
    ) {
        self.init(
            type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Creates a sample without a device.
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The value, in a unit compatible with the type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a sample.
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The value, in a unit compatible with the type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - device: The device that measured it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
        device: HKDevice?, metadata: [String: Any]?
    ) {
        let kind = Self.self
        let fields = orStop { () throws(HKObjectValidationError) in
            try kind.checkedFields(
                type: quantityType, quantity: quantity, start: startDate, end: endDate, device: device,
                metadata: metadata)
        }
        if kind == HKQuantitySample.self {
            self.init(member: {
                let sample = HKQuantitySample.stored(
                    quantityType: quantityType, quantity: quantity, count: 1, startDate: startDate, endDate: endDate,
                    fields: fields)
                return unsafeDowncast(sample, to: kind)
            })
        } else {
            self.init(
                quantityType: quantityType, quantity: quantity, count: 1, startDate: startDate, endDate: endDate,
                fields: fields)
        }
    }

    /// The quantity type.
    open var quantityType: HKQuantityType { storedType }

    /// The value; for a series, the sum for cumulative types and the average for discrete types.
    open var quantity: HKQuantity { storedQuantity }

    /// The number of measurements; 1 unless the sample is a series.
    open var count: Int { storedCount }

    /// Encodes the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["quantity": storedQuantity, "count": storedCount], forKey: "HKQuantitySample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKQuantitySample"),
            let type = coder.archive(forKey: "HKSample")?.type("type", as: HKQuantityType.self),
            let quantity = archive.quantity("quantity"), type.is(compatibleWith: quantity.originalUnit),
            let count = archive.integer("count"), count > 0
        else { return nil }
        storedType = type
        storedQuantity = quantity
        storedCount = count
        super.init(coder: coder)
    }
}

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
    /// As on Apple platforms, the value can be infinite or NaN, and a cumulative sample can have a discrete type. The
    /// store rejects both.
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

/// A class whose initializer can return an instance of a subclass.
///
/// A class cannot assign `self` in its initializer, but it can call an initializer of a protocol extension, which can.
package protocol HKClassCluster {}

extension HKClassCluster {
    init(member make: () -> Self) {
        self = make()
    }
}
