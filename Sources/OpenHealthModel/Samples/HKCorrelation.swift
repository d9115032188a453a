// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// Samples that belong together: the two values of a blood pressure, or everything in a meal.
///
/// Invalid arguments stop the process, as on Apple's systems: no members, members that do not belong there, an end before
/// the start, metadata of a wrong class. For values that people enter, use
/// ``validated(type:start:end:objects:device:metadata:)``, which throws.
public class HKCorrelation: HKSample, @unchecked Sendable {
    /// The correlation type.
    public let correlationType: HKCorrelationType
    /// The samples.
    public let objects: Set<HKSample>

    /// Creates a correlation from stored parts.
    package init(
        correlationType: HKCorrelationType, objects: Set<HKSample>, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        self.correlationType = correlationType
        self.objects = objects
        super.init(sampleType: correlationType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a correlation without device and metadata.
    /// - Parameters:
    ///   - correlationType: what the samples have in common.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - objects: the samples, at least one.
    public convenience init(
        type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>
    ) {
        self.init(
            type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: nil)
    }

    /// Creates a correlation without device.
    /// - Parameters:
    ///   - correlationType: what the samples have in common.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - objects: the samples, at least one.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: metadata)
    }

    /// Creates a correlation.
    /// - Parameters:
    ///   - correlationType: what the samples have in common.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - objects: the samples, at least one.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a correlation from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - type: what the samples have in common.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start.
    ///   - objects: the samples, at least one.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// The samples of one type.
    /// - Parameter objectType: the type to look for.
    /// - Returns: the members of that type; empty where there are none.
    public func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }

    /// Writes the correlation with its members to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(samples: objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }, "objects")
        coder.encode(archive, forKey: "HKCorrelation")
    }

    /// Reads a correlation from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let members = coder.archive(forKey: "HKCorrelation")?.samples("objects"),
            let type = coder.archive(forKey: "HKSample")?.type("type", as: HKCorrelationType.self)
        else { return nil }
        self.correlationType = type
        self.objects = Set(members)
        super.init(coder: coder)
    }
}
