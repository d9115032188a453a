// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whom a signed record is about.
public final class HKVerifiableClinicalRecordSubject: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The full name.
    public let fullName: String
    /// The day of birth; nil where it is not written.
    public let dateOfBirthComponents: DateComponents?

    /// Creates a subject from stored parts.
    package init(fullName: String, dateOfBirthComponents: DateComponents?) {
        self.fullName = fullName
        self.dateOfBirthComponents = dateOfBirthComponents
        super.init()
    }

    var parts: [AnyHashable?] { [fullName, dateOfBirthComponents] }

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
        archive.set(fullName, "fullName")
        archive.set(day: dateOfBirthComponents, "dateOfBirthComponents")
        coder.encode(archive, forKey: "HKVerifiableClinicalRecordSubject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKVerifiableClinicalRecordSubject"),
            let fullName = archive.string("fullName")
        else { return nil }
        self.fullName = fullName
        self.dateOfBirthComponents = archive.day("dateOfBirthComponents")
        super.init()
    }
}
