// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What a repair of a store has mended.
public struct RepairReport: Sendable, Equatable {
    /// What was mended, a line each; nothing where there was nothing to mend. Never contains a health value.
    public var mended: [String]

    init() {
        mended = []
    }

    mutating func add(_ count: Int, _ text: String) {
        if count > 0 { mended.append("\(count): \(text)") }
    }
}
