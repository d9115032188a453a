// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// A value out of an enumeration, such as a stage of sleep or the severity of a symptom.
///
/// Invalid arguments stop the process, as on Apple's systems: a value that the type's enumeration does not have, an end
/// before the start, metadata that is missing or of a wrong class. For values that people enter, use
/// ``validated(type:value:start:end:device:metadata:)``, which throws.
open class HKCategorySample: HKSample, @unchecked Sendable {
    private let storedType: HKCategoryType
    private let storedValue: Int

    /// The category type.
    open var categoryType: HKCategoryType { storedType }
    /// The raw value of a case of the type's enumeration.
    open var value: Int { storedValue }

    /// Creates a sample from the fields of a stored one.
    public init(categoryType: HKCategoryType, value: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        storedType = categoryType
        storedValue = value
        super.init(sampleType: categoryType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample without device and metadata.
    /// - Parameters:
    ///   - type: what the value is about.
    ///   - value: the raw value of a case of the type's enumeration.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Creates a sample without device.
    /// - Parameters:
    ///   - type: what the value is about.
    ///   - value: the raw value of a case of the type's enumeration.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a sample.
    /// - Parameters:
    ///   - type: what the value is about.
    ///   - value: the raw value of a case of the type's enumeration.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a sample from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - type: what the value is about.
    ///   - value: the raw value of a case of the type's enumeration.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// Writes the sample to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(value, "value")
        coder.encode(archive, forKey: "HKCategorySample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKCategorySample")?.integer("value"),
            let type = coder.archive(forKey: "HKSample")?.type("type", as: HKCategoryType.self)
        else { return nil }
        storedType = type
        storedValue = value
        super.init(coder: coder)
    }
}
