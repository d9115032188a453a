// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What a check of a store has found.
public struct CheckReport: Sendable, Equatable {
    /// What is wrong, a line each; nothing where the store is sound. Never contains a health value.
    public var findings: [String]
    /// What was looked at, a line each.
    public var checked: [String]

    /// Whether nothing is wrong.
    public var isHealthy: Bool { findings.isEmpty }

    /// How many faults of one kind are listed; the rest are only counted.
    package static let limit = 20

    init() {
        findings = []
        checked = []
    }
}
