// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// A prescription for glasses.
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
    /// The lens of the right eye.
    public let rightEye: HKGlassesLensSpecification?
    /// The lens of the left eye.
    public let leftEye: HKGlassesLensSpecification?

    /// Creates a prescription from stored fields.
    package init(
        rightEye: HKGlassesLensSpecification?, leftEye: HKGlassesLensSpecification?, dateIssued: Date,
        expirationDate: Date?, fields: HKObjectFields
    ) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        super.init(prescriptionType: .glasses, dateIssued: dateIssued, expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription. Traps if it expires before it was issued, or if the metadata is invalid.
    /// - Parameters:
    ///   - rightEyeSpecification: The lens of the right eye.
    ///   - leftEyeSpecification: The lens of the left eye.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        rightEyeSpecification: HKGlassesLensSpecification?, leftEyeSpecification: HKGlassesLensSpecification?,
        dateIssued: Date, expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKVisionPrescription.checkedFields(
                dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        }
        self.init(
            rightEye: rightEyeSpecification, leftEye: leftEyeSpecification, dateIssued: dateIssued,
            expirationDate: expirationDate, fields: fields)
    }

    /// Creates a prescription from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - rightEyeSpecification: The lens of the right eye.
    ///   - leftEyeSpecification: The lens of the left eye.
    ///   - dateIssued: The issue date.
    ///   - expirationDate: The expiration date, which is not before the issue date; `nil` if it does not expire.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        rightEyeSpecification: HKGlassesLensSpecification?, leftEyeSpecification: HKGlassesLensSpecification?,
        dateIssued: Date, expirationDate: Date? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKGlassesPrescription {
        let fields = try checkedFields(
            dateIssued: dateIssued, expirationDate: expirationDate, device: device, metadata: metadata)
        return HKGlassesPrescription(
            rightEye: rightEyeSpecification, leftEye: leftEyeSpecification, dateIssued: dateIssued,
            expirationDate: expirationDate, fields: fields)
    }

    /// Encodes the prescription.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["rightEye": rightEye, "leftEye": leftEye], forKey: "HKGlassesPrescription")
    }

    /// Creates a prescription from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKGlassesPrescription") else { return nil }
        rightEye = archive.object("rightEye", as: HKGlassesLensSpecification.self)
        leftEye = archive.object("leftEye", as: HKGlassesLensSpecification.self)
        super.init(coder: coder)
        guard prescriptionType == .glasses else { return nil }
    }
}
