// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A category type that indicates the presence of something, with the meaning of its values.
///
/// Samples without a value indicate a presence; `unspecified` is a presence of unknown severity.
struct SymptomType: Hashable {
    /// The type.
    let description: HealthTypeDescription
    /// The raw values that indicate an absence.
    let absent: [Int]
    /// Whether other values indicate a severity.
    let hasSeverity: Bool

    /// Creates a symptom type, or returns nil if the type isn't a category that indicates a presence.
    /// - Parameter identifier: The identifier, such as `HKCategoryTypeIdentifierHeadache`.
    init?(identifier: String) {
        guard let description = HealthTypes.named(identifier), description.kind == .category else { return nil }
        switch description.valueEnum {
        case "HKCategoryValueSeverity": absent = [HKCategoryValueSeverity.notPresent.rawValue]
        case "HKCategoryValuePresence": absent = [HKCategoryValuePresence.notPresent.rawValue]
        case "HKCategoryValueAppetiteChanges": absent = [HKCategoryValueAppetiteChanges.noChange.rawValue]
        case "HKCategoryValueVaginalBleeding": absent = [HKCategoryValueVaginalBleeding.none.rawValue]
        case "HKCategoryValue": absent = []
        default: return nil
        }
        self.description = description
        hasSeverity = description.valueEnum == "HKCategoryValueSeverity"
    }

    /// The identifier.
    var identifier: String { description.identifier }

    /// All symptom types.
    static let all: [SymptomType] = HealthTypes.all.compactMap { SymptomType(identifier: $0.identifier) }
}
