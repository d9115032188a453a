// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The insulins whose injections are basal insulin.
enum LongActingInsulin {
    /// The words of their names, in lowercase: the insulins that xDrip+ takes for basal because they act for more than 1000 minutes, other names
    /// of the same ones, and their substances.
    private static let words: Set = [
        "toujeo", "lantus", "levemir", "basaglar", "abasaglar", "abasria", "tresiba", "insulatard", "semglee",
        "rezvoglar", "glargine", "glargin", "degludec", "detemir", "protaphane", "nph", "awiqli", "icodec",
    ]

    /// Returns whether a name is that of a long-acting insulin.
    static func contains(_ name: String) -> Bool {
        name.limited(to: 200).lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
    }
}
