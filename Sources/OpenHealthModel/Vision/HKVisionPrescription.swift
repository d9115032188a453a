// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// A prescription for glasses or contact lenses. The start date of the sample is the issue date; the end date is the
/// expiration date, or the issue date if the prescription does not expire.
///
/// The initializers trap if the expiration date is before the issue date, or if the metadata is invalid; `validated(…)` throws
/// an error instead.
public class HKVisionPrescription: HKSample, NSCopying, @unchecked Sendable {
    /// The type: glasses or contact lenses.
    public let prescriptionType: HKVisionPrescriptionType
    /// The issue date.
    public let dateIssued: Date
    /// The expiration date; `nil` if the prescription does not expire.
    public let expirationDate: Date?

    /// Creates a prescription from stored fields.
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
    ///   - type: The type: glasses or contact lenses.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a prescription from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - type: The type: glasses or contact lenses.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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

    /// Returns the prescription itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Encodes the prescription.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            ["type": prescriptionType.rawValue, "issued": dateIssued, "expires": expirationDate],
            forKey: "HKVisionPrescription")
    }

    /// Creates a prescription from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKVisionPrescription"),
            let type = archive.raw("type", as: HKVisionPrescriptionType.self), let issued = archive.date("issued")
        else { return nil }
        prescriptionType = type
        dateIssued = issued
        expirationDate = archive.date("expires")
        super.init(coder: coder)
        // Stores have a single date for both.
        guard startDate == dateIssued else { return nil }
    }
}
