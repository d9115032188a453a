// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A record from a healthcare provider.
public class HKClinicalRecord: HKSample, NSCopying, @unchecked Sendable {
    /// The type of the record.
    public let clinicalType: HKClinicalType
    /// The name for display.
    public let displayName: String
    /// The record as a FHIR resource; `nil` if it is missing.
    public let fhirResource: HKFHIRResource?

    /// Creates a record from stored fields.
    package init(
        clinicalType: HKClinicalType, displayName: String, fhirResource: HKFHIRResource?, startDate: Date,
        endDate: Date, fields: HKObjectFields
    ) {
        self.clinicalType = clinicalType
        self.displayName = displayName
        self.fhirResource = fhirResource
        super.init(sampleType: clinicalType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Returns the object itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Encodes the object.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["displayName": displayName, "fhirResource": fhirResource], forKey: "HKClinicalRecord")
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKClinicalRecord"),
            let clinicalType = coder.archive(forKey: "HKSample")?.type("type", as: HKClinicalType.self),
            let displayName = archive.string("displayName")
        else { return nil }
        self.clinicalType = clinicalType
        self.displayName = displayName
        self.fhirResource = archive.object("fhirResource", as: HKFHIRResource.self)
        super.init(coder: coder)
    }
}
