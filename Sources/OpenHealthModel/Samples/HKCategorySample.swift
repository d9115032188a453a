// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A sample with a value of an enumeration, such as a sleep stage or the severity of a symptom.
///
/// The initializers trap on invalid arguments, as on Apple platforms: a value outside the type's enumeration, an end date
/// before the start date, or metadata that is missing or of an invalid class. For values that people enter, use
/// ``validated(type:value:start:end:device:metadata:)``, which throws an error instead.
open class HKCategorySample: HKSample, @unchecked Sendable {
    private let storedType: HKCategoryType
    private let storedValue: Int

    /// The category type.
    open var categoryType: HKCategoryType { storedType }
    /// The raw value of a case of the type's enumeration.
    open var value: Int { storedValue }

    /// Creates a sample from stored fields.
    public init(categoryType: HKCategoryType, value: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        storedType = categoryType
        storedValue = value
        super.init(sampleType: categoryType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample without a device and metadata.
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of a case of the type's enumeration.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Creates a sample without a device.
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of a case of the type's enumeration.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a sample.
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of a case of the type's enumeration.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKCategorySample.checkedFields(
                type: type, value: value, start: startDate, end: endDate, device: device, metadata: metadata)
        }
        self.init(categoryType: type, value: value, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of a case of the type's enumeration.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKCategorySample {
        let fields = try checkedFields(
            type: type, value: value, start: start, end: end, device: device, metadata: metadata)
        return HKCategorySample(categoryType: type, value: value, startDate: start, endDate: end, fields: fields)
    }

    private static func checkedFields(
        type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try HKObjectValidation.checkCategoryValue(value, of: type)
        return try HKObjectValidation.fields(of: type, start: start, end: end, device: device, metadata: metadata)
    }

    /// Encodes the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["value": value], forKey: "HKCategorySample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKCategorySample")?.integer("value"),
            let type = coder.archive(forKey: "HKSample")?.type("type", as: HKCategoryType.self)
        else { return nil }
        storedType = type
        storedValue = value
        super.init(coder: coder)
    }
}
