// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of repairing a store.
public struct RepairReport: Sendable, Equatable {
    /// The repairs, one line each; empty if nothing was repaired. The lines never contain health values.
    public var repaired: [String]

    init() {
        repaired = []
    }

    package mutating func add(_ count: Int, _ text: String) {
        if count > 0 { repaired.append("\(count): \(text)") }
    }
}
