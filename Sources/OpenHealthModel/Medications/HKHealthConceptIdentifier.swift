// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The identifier of a concept, such as a medication, in its domain.
public final class HKHealthConceptIdentifier: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject,
    Sendable
{
    /// The domain of the concept.
    public let domain: HKHealthConceptDomain
    /// The identifier of the concept in its domain.
    package let identifier: String

    /// Creates an identifier from stored fields.
    package init(domain: HKHealthConceptDomain, identifier: String) {
        self.domain = domain
        self.identifier = identifier
    }

    var parts: [AnyHashable?] { [domain, identifier] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["domain": domain.rawValue, "identifier": identifier] }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let domain = archive.raw("domain", as: HKHealthConceptDomain.self),
            let identifier = archive.string("identifier")
        else { return nil }
        self.init(domain: domain, identifier: identifier)
    }
}
