// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A medicine that the person takes, with what they have noted of it.
public final class HKUserAnnotatedMedication: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The name that the person gave it.
    public let nickname: String?
    /// Whether the person has put it away.
    public let isArchived: Bool
    /// Whether it is taken at set times.
    public let hasSchedule: Bool
    /// The medicine.
    public let medication: HKMedicationConcept

    /// Creates a medicine from stored parts.
    package init(nickname: String?, isArchived: Bool, hasSchedule: Bool, medication: HKMedicationConcept) {
        self.nickname = nickname
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
        self.medication = medication
        super.init()
    }

    var parts: [AnyHashable?] { [nickname, isArchived, hasSchedule, medication] }

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
        archive.set(nickname, "nickname")
        archive.set(isArchived, "isArchived")
        archive.set(hasSchedule, "hasSchedule")
        archive.set(object: medication, "medication")
        coder.encode(archive, forKey: "HKUserAnnotatedMedication")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKUserAnnotatedMedication"),
            let isArchived = archive.bool("isArchived"),
            let hasSchedule = archive.bool("hasSchedule"),
            let medication = archive.object("medication", as: HKMedicationConcept.self)
        else { return nil }
        self.nickname = archive.string("nickname")
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
        self.medication = medication
        super.init()
    }
}
