// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A record in the form of FHIR.
public final class HKFHIRResource: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The version of FHIR that it is written in.
    public let fhirVersion: HKFHIRVersion
    /// The type of the resource.
    public let resourceType: HKFHIRResourceType
    /// The identifier that the provider gave it.
    public let identifier: String
    /// The resource, as JSON.
    public let data: Data
    /// Where it came from; nil where that is not known.
    public let sourceURL: URL?

    /// Creates a resource from stored parts.
    package init(
        fhirVersion: HKFHIRVersion, resourceType: HKFHIRResourceType, identifier: String, data: Data, sourceURL: URL?
    ) {
        self.fhirVersion = fhirVersion
        self.resourceType = resourceType
        self.identifier = identifier
        self.data = data
        self.sourceURL = sourceURL
        super.init()
    }

    var parts: [AnyHashable?] { [fhirVersion, resourceType, identifier, data, sourceURL] }

    /// Whether the other says the same.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of what it says.
    public override var hash: Int { hashOfParts }

    /// The object itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the object to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(object: fhirVersion, "fhirVersion")
        archive.set(raw: resourceType, "resourceType")
        archive.set(identifier, "identifier")
        archive.set(data, "data")
        archive.set(sourceURL?.absoluteString, "sourceURL")
        coder.encode(archive, forKey: "HKFHIRResource")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKFHIRResource"),
            let fhirVersion = archive.object("fhirVersion", as: HKFHIRVersion.self),
            let resourceType = archive.raw("resourceType", as: HKFHIRResourceType.self),
            let identifier = archive.string("identifier"),
            let data = archive.data("data")
        else { return nil }
        self.fhirVersion = fhirVersion
        self.resourceType = resourceType
        self.identifier = identifier
        self.data = data
        self.sourceURL = archive.string("sourceURL").flatMap(URL.init(string:))
        super.init()
    }
}
