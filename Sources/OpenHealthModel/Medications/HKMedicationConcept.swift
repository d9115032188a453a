// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A medication.
public final class HKMedicationConcept: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The identifier of the medication.
    public let identifier: HKHealthConceptIdentifier
    /// The name for display.
    public let displayText: String
    /// The form, such as a tablet.
    public let generalForm: HKMedicationGeneralForm
    /// The codes of the medication in coding systems.
    public let relatedCodings: Set<HKClinicalCoding>

    /// Creates a medication from stored fields.
    package init(
        identifier: HKHealthConceptIdentifier, displayText: String, generalForm: HKMedicationGeneralForm,
        relatedCodings: Set<HKClinicalCoding>
    ) {
        self.identifier = identifier
        self.displayText = displayText
        self.generalForm = generalForm
        self.relatedCodings = relatedCodings
    }

    var parts: [AnyHashable?] { [identifier, displayText, generalForm, relatedCodings] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        [
            "identifier": identifier, "displayText": displayText, "generalForm": generalForm.rawValue,
            "relatedCodings": relatedCodings.sorted { ($0.system, $0.code) < ($1.system, $1.code) },
        ]
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let identifier = archive.object("identifier", as: HKHealthConceptIdentifier.self),
            let displayText = archive.string("displayText"),
            let generalForm = archive.raw("generalForm", as: HKMedicationGeneralForm.self),
            let relatedCodings = archive.objects("relatedCodings", as: HKClinicalCoding.self).map(Set.init)
        else { return nil }
        self.init(
            identifier: identifier, displayText: displayText, generalForm: generalForm, relatedCodings: relatedCodings)
    }
}
