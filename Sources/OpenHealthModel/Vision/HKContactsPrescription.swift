// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// A prescription for contact lenses.
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    /// The lens of the right eye.
    public let rightEye: HKContactsLensSpecification?
    /// The lens of the left eye.
    public let leftEye: HKContactsLensSpecification?
    /// The brand of the lenses.
    public let brand: String

    /// Creates a prescription from stored fields.
    package init(
        rightEye: HKContactsLensSpecification?, leftEye: HKContactsLensSpecification?, brand: String, dateIssued: Date,
        expirationDate: Date?, fields: HKObjectFields
    ) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.brand = brand
        super.init(prescriptionType: .contacts, dateIssued: dateIssued, expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription. Traps if it expires before it was issued, or if the metadata is invalid.
    /// - Parameters:
    ///   - rightEyeSpecification: The lens of the right eye.
    ///   - leftEyeSpecification: The lens of the left eye.
    ///   - brand: The brand of the lenses.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        rightEyeSpecification: HKContactsLensSpecification?, leftEyeSpecification: HKContactsLensSpecification?,
        brand: String, dateIssued: Date, expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKVisionPrescription.checkedFields(
                dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        }
        self.init(
            rightEye: rightEyeSpecification, leftEye: leftEyeSpecification, brand: brand, dateIssued: dateIssued,
            expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - rightEyeSpecification: The lens of the right eye.
    ///   - leftEyeSpecification: The lens of the left eye.
    ///   - brand: The brand of the lenses.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        rightEyeSpecification: HKContactsLensSpecification?, leftEyeSpecification: HKContactsLensSpecification?,
        brand: String, dateIssued: Date, expirationDate: Date? = nil, device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKContactsPrescription {
        let fields = try checkedFields(
            dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        return HKContactsPrescription(
            rightEye: rightEyeSpecification, leftEye: leftEyeSpecification, brand: brand, dateIssued: dateIssued,
            expirationDate: expirationDate, fields: fields)
    }

    /// Encodes the prescription.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            ["rightEye": rightEye, "leftEye": leftEye, "brand": brand], forKey: "HKContactsPrescription")
    }

    /// Creates a prescription from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKContactsPrescription"), let brand = archive.string("brand") else {
            return nil
        }
        rightEye = archive.object("rightEye", as: HKContactsLensSpecification.self)
        leftEye = archive.object("leftEye", as: HKContactsLensSpecification.self)
        self.brand = brand
        super.init(coder: coder)
        guard prescriptionType == .contacts else { return nil }
    }
}
