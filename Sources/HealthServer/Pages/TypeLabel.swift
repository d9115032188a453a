// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Names of types for people.
enum TypeLabel {
    private static let acronyms = ["vo2": "VO2", "uv": "UV", "sdnn": "SDNN", "gad7": "GAD-7", "phq9": "PHQ-9"]

    /// The name of a type, such as "Heart rate"; its identifier, where it has none.
    static func text(_ identifier: String) -> String {
        guard let facts = HealthTypes.named(identifier) else { return identifier }
        let words = facts.snakeCaseName.split(separator: "_").map { acronyms[String($0)] ?? String($0) }
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
