// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A hearing test: the sensitivity of hearing at several frequencies.
///
/// The initializers trap on invalid arguments: no points, an end date before the start date, or metadata of an invalid class.
/// ``validated(sensitivityPoints:start:end:device:metadata:)`` throws an error instead.
public class HKAudiogramSample: HKSample, @unchecked Sendable {
    /// The sensitivity points.
    public let sensitivityPoints: [HKAudiogramSensitivityPoint]

    /// Creates a hearing test from stored fields.
    package init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.sensitivityPoints = sensitivityPoints
        super.init(sampleType: .audiogramSampleType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a hearing test without a device.
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivity points, at least one.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], start startDate: Date, end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            sensitivityPoints: sensitivityPoints, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a hearing test.
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivity points, at least one.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - device: The device used for the test.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], start startDate: Date, end endDate: Date, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKAudiogramSample.checkedFields(
                points: sensitivityPoints, start: startDate, end: endDate, device: device, metadata: metadata)
        }
        self.init(sensitivityPoints: sensitivityPoints, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a hearing test from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - sensitivityPoints: The sensitivity points, at least one.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date.
    ///   - device: The device used for the test.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKAudiogramSample {
        let fields = try checkedFields(
            points: sensitivityPoints, start: start, end: end, device: device, metadata: metadata)
        return HKAudiogramSample(sensitivityPoints: sensitivityPoints, startDate: start, endDate: end, fields: fields)
    }

    private static func checkedFields(
        points: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        let type = HKObjectType.audiogramSampleType()
        guard !points.isEmpty else {
            throw HKObjectValidationError(
                .valueOutOfRange, type.identifier, "the hearing test has no tones", remedy: "give at least one point")
        }
        return try HKObjectValidation.fields(of: type, start: start, end: end, device: device, metadata: metadata)
    }

    /// Encodes the hearing test.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["points": sensitivityPoints], forKey: "HKAudiogramSample")
    }

    /// Creates a hearing test from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard
            let points = coder.archive(forKey: "HKAudiogramSample")?.objects(
                "points", as: HKAudiogramSensitivityPoint.self)
        else { return nil }
        sensitivityPoints = points
        super.init(coder: coder)
    }
}
