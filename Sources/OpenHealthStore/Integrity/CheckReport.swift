// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of a check of a store.
public struct CheckReport: Sendable, Equatable {
    /// The faults, one line each; empty if the store is sound. The lines never contain health values.
    public var findings: [String]
    /// The performed checks, one line each.
    public var checked: [String]

    /// Whether there are no faults.
    public var isHealthy: Bool { findings.isEmpty }

    /// The maximum number of listed faults of one kind; the rest are only counted.
    package static let limit = 20

    init() {
        findings = []
        checked = []
    }
}
