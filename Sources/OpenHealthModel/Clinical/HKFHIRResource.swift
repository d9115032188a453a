// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A record in FHIR format.
public final class HKFHIRResource: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The FHIR version of the resource.
    public let fhirVersion: HKFHIRVersion
    /// The type of the resource.
    public let resourceType: HKFHIRResourceType
    /// The identifier that the provider assigned.
    public let identifier: String
    /// The resource as JSON.
    public let data: Data
    /// The URL of the source; `nil` if unknown.
    public let sourceURL: URL?

    /// Creates a resource from stored fields.
    package init(
        fhirVersion: HKFHIRVersion, resourceType: HKFHIRResourceType, identifier: String, data: Data, sourceURL: URL?
    ) {
        self.fhirVersion = fhirVersion
        self.resourceType = resourceType
        self.identifier = identifier
        self.data = data
        self.sourceURL = sourceURL
    }

    var parts: [AnyHashable?] { [fhirVersion, resourceType, identifier, data, sourceURL] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        [
            "fhirVersion": fhirVersion, "resourceType": resourceType.rawValue, "identifier": identifier, "data": data,
            "sourceURL": sourceURL?.absoluteString,
        ]
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let fhirVersion = archive.object("fhirVersion", as: HKFHIRVersion.self),
            let resourceType = archive.raw("resourceType", as: HKFHIRResourceType.self),
            let identifier = archive.string("identifier"),
            let data = archive.data("data")
        else { return nil }
        self.init(
            fhirVersion: fhirVersion, resourceType: resourceType, identifier: identifier, data: data,
            sourceURL: archive.string("sourceURL").flatMap(URL.init(string:)))
    }
}
