// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// A type of health data: the root of all type classes.
///
/// Types come from the factory methods here and from the initialisers of the subclasses. Two types with the same
/// identifier are equal, whether or not they are the same object.
public class HKObjectType: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The description of the type.
    package let facts: HealthTypeDescription

    /// The identifier, as exports and databases hold it.
    public var identifier: String { facts.identifier }

    /// The kinds of data that this class describes; what an archive holds must be one of them.
    class var kinds: Set<HealthTypeDescription.Kind> { Set(HealthTypeDescription.Kind.allCases) }

    required init(facts: HealthTypeDescription) {
        self.facts = facts
        super.init()
    }

    /// Types can be archived securely.
    public class var supportsSecureCoding: Bool { true }

    /// Reads a type from an archive.
    /// - Returns: nil for an unknown identifier, or one of another kind of type.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.archive(forKey: "HKObjectType")?.string("identifier"),
            let facts = HealthTypes.named(identifier), Self.kinds.contains(facts.kind)
        else { return nil }
        self.facts = facts
        super.init()
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(identifier, "identifier")
        coder.encode(archive, forKey: "HKObjectType")
    }

    /// The type itself, since it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a type with the same identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// The hash of the identifier.
    public override var hash: Int { identifier.hashValue }

    /// The identifier.
    public override var description: String { identifier }

    /// Whether the person allows objects of this type one by one: prescriptions and medications.
    public func requiresPerObjectAuthorization() -> Bool {
        switch facts.kind {
        case .visionPrescription, .userAnnotatedMedication: true
        default: false
        }
    }
}
