// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Ways to damage a property list.
enum Damage {
    static func all(of values: [String: Any]) -> [[String: Any]] {
        values.keys.sorted().flatMap { key -> [[String: Any]] in
            variants(of: values[key]!).map { variant in
                var copy = values
                copy[key] = variant
                return copy
            }
        }
    }

    private static var strange: [Any] { ["?", -1, 1e308, true, Data([0]), ["a"], [1], [String: Any](), ["x": 1]] }

    /// Returns replacements of a value, where `nil` removes it.
    private static func variants(of value: Any) -> [Any?] {
        var result: [Any?] = [nil] + strange
        if let dictionary = value as? [String: Any] {
            result += all(of: dictionary)
        } else if let array = value as? [[String: Any]] {
            result.append([[String: Any]]())
            for (index, element) in array.enumerated() {
                for damaged in all(of: element) {
                    var copy = array
                    copy[index] = damaged
                    result.append(copy)
                }
            }
        }
        return result
    }
}
