// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The subject of a signed record.
public final class HKVerifiableClinicalRecordSubject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject,
    HKValueObject, Sendable
{
    /// The full name.
    public let fullName: String
    /// The date of birth; `nil` if the record does not contain it.
    public let dateOfBirthComponents: DateComponents?

    /// Creates a subject from stored fields.
    package init(fullName: String, dateOfBirthComponents: DateComponents?) {
        self.fullName = fullName
        self.dateOfBirthComponents = dateOfBirthComponents
    }

    var parts: [AnyHashable?] { [fullName, dateOfBirthComponents] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["fullName": fullName, "dateOfBirthComponents": dateOfBirthComponents] }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let fullName = archive.string("fullName")
        else { return nil }
        self.init(fullName: fullName, dateOfBirthComponents: archive.day("dateOfBirthComponents"))
    }
}
