// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because this module subclasses it; all it stores is immutable and Sendable itself.
/// A prescription for glasses or contact lenses. Its start is the day of issue, its end the day on which it expires, or the
/// day of issue where it does not.
///
/// An expiration before the issue, or metadata of a wrong class, stops the process; `validated(…)` throws instead.
public class HKVisionPrescription: HKSample, NSCopying, @unchecked Sendable {
    /// Whether it is for glasses or for contact lenses.
    public let prescriptionType: HKVisionPrescriptionType
    /// When it was issued.
    public let dateIssued: Date
    /// When it expires; nil where it does not.
    public let expirationDate: Date?

    /// Creates a prescription from stored parts.
    package init(
        prescriptionType: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date?, fields: HKObjectFields
    ) {
        self.prescriptionType = prescriptionType
        self.dateIssued = dateIssued
        self.expirationDate = expirationDate
        super.init(
            sampleType: .visionPrescriptionType(), startDate: dateIssued, endDate: expirationDate ?? dateIssued,
            fields: fields)
    }

    /// Creates a prescription without lenses.
    /// - Parameters:
    ///   - type: whether it is for glasses or for contact lenses.
    ///   - dateIssued: when it was issued.
    ///   - expirationDate: when it expires, not before it was issued; nil where it does not.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        type: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKVisionPrescription.checkedFields(
                dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        }
        self.init(prescriptionType: type, dateIssued: dateIssued, expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - type: whether it is for glasses or for contact lenses.
    ///   - dateIssued: when it was issued.
    ///   - expirationDate: when it expires, not before it was issued; nil where it does not.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        type: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date? = nil, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKVisionPrescription {
        let fields = try checkedFields(
            dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        return HKVisionPrescription(
            prescriptionType: type, dateIssued: dateIssued, expirationDate: expirationDate, fields: fields)
    }

    static func checkedFields(
        dateIssued: Date, expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try HKObjectValidation.fields(
            of: .visionPrescriptionType(), start: dateIssued, end: expirationDate ?? dateIssued, device: device,
            metadata: metadata)
    }

    /// The prescription itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Writes the prescription to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(raw: prescriptionType, "type")
        archive.set(dateIssued, "issued")
        archive.set(expirationDate, "expires")
        coder.encode(archive, forKey: "HKVisionPrescription")
    }

    /// Reads a prescription from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKVisionPrescription"),
            let type = archive.raw("type", as: HKVisionPrescriptionType.self), let issued = archive.date("issued")
        else { return nil }
        prescriptionType = type
        dateIssued = issued
        expirationDate = archive.date("expires")
        super.init(coder: coder)
        // Stores have one date for both.
        guard startDate == dateIssued else { return nil }
    }
}
