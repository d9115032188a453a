// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// A record from a health provider.
public class HKClinicalRecord: HKSample, NSCopying, @unchecked Sendable {
    /// The type of the record.
    public let clinicalType: HKClinicalType
    /// Its name, as people read it.
    public let displayName: String
    /// The record as the provider wrote it; nil where it is missing.
    public let fhirResource: HKFHIRResource?

    /// Creates a record from stored parts.
    package init(
        clinicalType: HKClinicalType, displayName: String, fhirResource: HKFHIRResource?, startDate: Date,
        endDate: Date, fields: HKObjectFields
    ) {
        self.clinicalType = clinicalType
        self.displayName = displayName
        self.fhirResource = fhirResource
        super.init(sampleType: clinicalType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// The object itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Writes the object to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(displayName, "displayName")
        archive.set(object: fhirResource, "fhirResource")
        coder.encode(archive, forKey: "HKClinicalRecord")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
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
