// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A category that says of a moment whether something is there: what its values mean.
///
/// Without a value of its own, a sample says yes by being there; `unspecified` is a yes of unknown severity.
struct SymptomType: Hashable {
    /// The type.
    let description: HealthTypeDescription
    /// The raw values that say no.
    let absent: [Int]
    /// Whether other values say how severe it is.
    let hasSeverity: Bool

    /// Finds a type.
    /// - Parameter identifier: such as `HKCategoryTypeIdentifierHeadache`.
    /// - Returns: nil for what is neither a symptom nor any other category of things that are there or not.
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

    /// All of them.
    static let all: [SymptomType] = HealthTypes.all.compactMap { SymptomType(identifier: $0.identifier) }
}
