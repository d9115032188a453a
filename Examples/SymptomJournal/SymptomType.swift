// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine

/// The symptoms of the journal, by the names to type.
enum SymptomType {
    private static let identifiers: [String: HKCategoryTypeIdentifier] = [
        "cramps": .abdominalCramps, "bloating": .bloating, "fatigue": .fatigue, "acne": .acne, "headache": .headache,
    ]

    static var names: [String] { identifiers.keys.sorted() }
    static var all: Set<HKCategoryType> { Set(identifiers.values.map { HKCategoryType($0) }) }

    static func type(named name: String) -> HKCategoryType? {
        identifiers[name].map { HKCategoryType($0) }
    }

    static func name(of type: HKCategoryType) -> String? {
        identifiers.first { $0.value.rawValue == type.identifier }?.key
    }
}
