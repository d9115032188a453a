// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// A hearing test: how well tones of several frequencies were heard.
///
/// Invalid arguments stop the process: no points, an end before the start, metadata of a wrong class.
/// ``validated(sensitivityPoints:start:end:device:metadata:)`` throws instead.
public class HKAudiogramSample: HKSample, @unchecked Sendable {
    /// The tones.
    public let sensitivityPoints: [HKAudiogramSensitivityPoint]

    /// Creates a hearing test from stored parts.
    package init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.sensitivityPoints = sensitivityPoints
        super.init(sampleType: .audiogramSampleType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a hearing test without device.
    /// - Parameters:
    ///   - sensitivityPoints: the tones, at least one.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], start startDate: Date, end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            sensitivityPoints: sensitivityPoints, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Creates a hearing test.
    /// - Parameters:
    ///   - sensitivityPoints: the tones, at least one.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - device: what tested.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a hearing test from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - sensitivityPoints: the tones, at least one.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start.
    ///   - device: what tested.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// Writes the hearing test to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(objects: sensitivityPoints, "points")
        coder.encode(archive, forKey: "HKAudiogramSample")
    }

    /// Reads a hearing test from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard
            let points = coder.archive(forKey: "HKAudiogramSample")?.objects(
                "points", as: HKAudiogramSensitivityPoint.self)
        else { return nil }
        sensitivityPoints = points
        super.init(coder: coder)
    }
}
