// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A table and goals, as lines of text.
enum Table {
    static func line(_ name: String, _ cells: String...) -> String { line(name, cells) }

    static func line(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 34, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    static func goal(_ name: String, _ value: Double, atMost limit: Double) -> String {
        "goal: \(name) \(fixed(value, 2)), at most \(shortest(limit)): \(verdict(value <= limit))"
    }

    static func verdict(_ isReached: Bool) -> String { isReached ? "reached" : "MISSED" }

    static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    static func megabytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1e6, 1) }

    private static func shortest(_ limit: Double) -> String { fixed(limit, limit == limit.rounded() ? 0 : 1) }
}
