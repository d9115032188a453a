// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A sample that groups other samples: the two values of a blood pressure, or the nutrients of a meal.
///
/// The initializers trap on invalid arguments, as on Apple platforms: no objects, objects that the type does not allow, an end
/// date before the start date, or metadata of an invalid class. For values that people enter, use
/// ``validated(type:start:end:objects:device:metadata:)``, which throws an error instead.
public class HKCorrelation: HKSample, @unchecked Sendable {
    /// The correlation type.
    public let correlationType: HKCorrelationType
    /// The samples.
    public let objects: Set<HKSample>

    /// Creates a correlation from stored fields.
    package init(
        correlationType: HKCorrelationType, objects: Set<HKSample>, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        self.correlationType = correlationType
        self.objects = objects
        super.init(sampleType: correlationType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a correlation without a device and metadata.
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - objects: The samples, at least one.
    public convenience init(
        type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>
    ) {
        self.init(
            type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: nil)
    }

    /// Creates a correlation without a device.
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - objects: The samples, at least one.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: metadata)
    }

    /// Creates a correlation.
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - objects: The samples, at least one.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
        device: HKDevice?, metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKCorrelation.checkedFields(
                type: correlationType, start: startDate, end: endDate, objects: objects, device: device,
                metadata: metadata)
        }
        self.init(
            correlationType: correlationType, objects: objects, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a correlation from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - type: The correlation type.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date.
    ///   - objects: The samples, at least one.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKCorrelation {
        let fields = try checkedFields(
            type: type, start: start, end: end, objects: objects, device: device, metadata: metadata)
        return HKCorrelation(
            correlationType: type, objects: objects, startDate: start, endDate: end, fields: fields)
    }

    private static func checkedFields(
        type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, device: HKDevice?,
        metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try HKObjectValidation.checkMembers(objects, of: type)
        return try HKObjectValidation.fields(of: type, start: start, end: end, device: device, metadata: metadata)
    }

    /// Returns the samples of a type.
    /// - Parameter objectType: The type of the samples.
    /// - Returns: The objects of the type; empty if there are none.
    public func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }

    /// Encodes the correlation with its objects.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let members = objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }
        coder.encodeArchive(["objects": HKArchive.list(of: members)], forKey: "HKCorrelation")
    }

    /// Creates a correlation from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let members = coder.archive(forKey: "HKCorrelation")?.samples("objects"),
            let type = coder.archive(forKey: "HKSample")?.type("type", as: HKCorrelationType.self)
        else { return nil }
        self.correlationType = type
        self.objects = Set(members)
        super.init(coder: coder)
    }
}
