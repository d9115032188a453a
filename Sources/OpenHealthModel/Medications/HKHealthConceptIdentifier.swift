// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The identity of a concept, such as a medicine, within its domain.
public final class HKHealthConceptIdentifier: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The domain of the concept.
    public let domain: HKHealthConceptDomain
    /// The identifier of the concept within its domain.
    package let identifier: String

    /// Creates an identifier from stored parts.
    package init(domain: HKHealthConceptDomain, identifier: String) {
        self.domain = domain
        self.identifier = identifier
        super.init()
    }

    var parts: [AnyHashable?] { [domain, identifier] }

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
        archive.set(raw: domain, "domain")
        archive.set(identifier, "identifier")
        coder.encode(archive, forKey: "HKHealthConceptIdentifier")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKHealthConceptIdentifier"),
            let domain = archive.raw("domain", as: HKHealthConceptDomain.self),
            let identifier = archive.string("identifier")
        else { return nil }
        self.domain = domain
        self.identifier = identifier
        super.init()
    }
}
