// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// A prescription for contact lenses.
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    /// The lens of the right eye.
    public let rightEye: HKContactsLensSpecification?
    /// The lens of the left eye.
    public let leftEye: HKContactsLensSpecification?
    /// The brand of the lenses.
    public let brand: String

    /// Creates a prescription from stored parts.
    package init(
        rightEye: HKContactsLensSpecification?, leftEye: HKContactsLensSpecification?, brand: String, dateIssued: Date,
        expirationDate: Date?, fields: HKObjectFields
    ) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.brand = brand
        super.init(prescriptionType: .contacts, dateIssued: dateIssued, expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription. An expiration before the issue, or metadata of a wrong class, stops the process.
    /// - Parameters:
    ///   - rightEyeSpecification: the lens of the right eye.
    ///   - leftEyeSpecification: the lens of the left eye.
    ///   - brand: the brand of the lenses.
    ///   - dateIssued: when it was issued.
    ///   - expirationDate: when it expires, not before it was issued; nil where it does not.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a prescription from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - rightEyeSpecification: the lens of the right eye.
    ///   - leftEyeSpecification: the lens of the left eye.
    ///   - brand: the brand of the lenses.
    ///   - dateIssued: when it was issued.
    ///   - expirationDate: when it expires, not before it was issued; nil where it does not.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// Writes the prescription to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(object: rightEye, "rightEye")
        archive.set(object: leftEye, "leftEye")
        archive.set(brand, "brand")
        coder.encode(archive, forKey: "HKContactsPrescription")
    }

    /// Reads a prescription from an archive, or gives nil where the archive does not hold one.
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
