// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A medication of the person, with the person's annotations.
public final class HKUserAnnotatedMedication: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject,
    Sendable
{
    /// The name that the person chose.
    public let nickname: String?
    /// Whether the person has archived the medication.
    public let isArchived: Bool
    /// Whether the medication has a schedule.
    public let hasSchedule: Bool
    /// The medication.
    public let medication: HKMedicationConcept

    /// Creates a medication from stored fields.
    package init(nickname: String?, isArchived: Bool, hasSchedule: Bool, medication: HKMedicationConcept) {
        self.nickname = nickname
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
        self.medication = medication
    }

    var parts: [AnyHashable?] { [nickname, isArchived, hasSchedule, medication] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        ["nickname": nickname, "isArchived": isArchived, "hasSchedule": hasSchedule, "medication": medication]
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let isArchived = archive.bool("isArchived"),
            let hasSchedule = archive.bool("hasSchedule"),
            let medication = archive.object("medication", as: HKMedicationConcept.self)
        else { return nil }
        self.init(
            nickname: archive.string("nickname"), isArchived: isArchived, hasSchedule: hasSchedule,
            medication: medication)
    }
}
