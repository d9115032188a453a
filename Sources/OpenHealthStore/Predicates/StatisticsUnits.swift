// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A cache of the units of workout statistics, by the types of the statistics.
///
/// Finding the units reads all statistics of the types, and a predicate can refer to the same types thousands of times.
final class StatisticsUnits {
    private var known: [[String]: [String]] = [:]

    /// Returns the units of some types, which are fetched on first use.
    func names(_ types: [String], _ fetch: () throws -> [String]) rethrows -> [String] {
        if let names = known[types] { return names }
        let names = try fetch()
        known[types] = names
        return names
    }
}
