// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type of health data; the base class of all type classes.
///
/// Create types with the factory methods of this class or the initializers of the subclasses. Two types with the same
/// identifier are equal, whether or not they are the same object.
public class HKObjectType: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The description of the type.
    package let facts: HealthTypeDescription

    /// The identifier, as exports and databases contain it.
    public var identifier: String { facts.identifier }

    /// The kinds of data that this class describes; a type in an archive must be of one of them.
    class var kinds: Set<HealthTypeDescription.Kind> { Set(HealthTypeDescription.Kind.allCases) }

    required init(facts: HealthTypeDescription) {
        self.facts = facts
    }

    /// Always `true`, because types can be archived securely.
    public class var supportsSecureCoding: Bool { true }

    /// Creates a type from an archive.
    /// - Returns: `nil` if the identifier is unknown or of another kind of type.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.archive(forKey: "HKObjectType")?.string("identifier"),
            let facts = HealthTypes.named(identifier), Self.kinds.contains(facts.kind)
        else { return nil }
        self.facts = facts
    }

    /// Encodes the identifier.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(["identifier": identifier], forKey: "HKObjectType")
    }

    /// Returns the type itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a Boolean value that indicates whether the other object is a type with the same identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// The hash of the identifier.
    public override var hash: Int { identifier.hashValue }

    /// The identifier.
    public override var description: String { identifier }

    /// Returns a Boolean value that indicates whether the person authorizes objects of this type individually, as for
    /// prescriptions and medications.
    public func requiresPerObjectAuthorization() -> Bool {
        switch facts.kind {
        case .visionPrescription, .userAnnotatedMedication: true
        default: false
        }
    }
}
