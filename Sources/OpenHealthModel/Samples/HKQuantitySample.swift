// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// A measured value, such as a weight, or an amount over an interval, such as steps.
///
/// The initialisers give an ``HKCumulativeQuantitySample`` for types that add up and an ``HKDiscreteQuantitySample``
/// for the others. Called through an app's own subclass they give an instance of that.
///
/// Invalid arguments stop the process, as on Apple's systems: a unit that the type is not measured in, an end before the start,
/// metadata that is missing or of a wrong class. For values that people enter, use
/// ``validated(type:quantity:start:end:device:metadata:)``, which throws. A value that is not a finite number can be in a sample, but
/// saving the sample fails.
open class HKQuantitySample: HKSample, HKClassCluster, @unchecked Sendable {
    private let storedType: HKQuantityType
    private let storedQuantity: HKQuantity
    private let storedCount: Int

    /// Creates a sample from the fields of a stored one.
    public init(
        quantityType: HKQuantityType, quantity: HKQuantity, count: Int, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        storedType = quantityType
        storedQuantity = quantity
        storedCount = count
        super.init(sampleType: quantityType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample without device and metadata.
    /// - Parameters:
    ///   - quantityType: what was measured.
    ///   - quantity: the value, in a unit that the type is measured in.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date
    ) {
        self.init(
            type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Creates a sample without device.
    /// - Parameters:
    ///   - quantityType: what was measured.
    ///   - quantity: the value, in a unit that the type is measured in.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a sample.
    /// - Parameters:
    ///   - quantityType: what was measured.
    ///   - quantity: the value, in a unit that the type is measured in.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - device: what measured it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// The value: of several measurements the sum for types that add up, the average for the others.
    open var quantity: HKQuantity { storedQuantity }

    /// The number of measurements of the sample; 1 unless it is a series.
    open var count: Int { storedCount }

    /// Writes the sample to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(storedQuantity, "quantity")
        archive.set(storedCount, "count")
        coder.encode(archive, forKey: "HKQuantitySample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
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
