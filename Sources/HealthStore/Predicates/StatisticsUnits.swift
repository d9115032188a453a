// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The units that the statistics of workouts are written in, by the types of the statistics.
///
/// Finding them reads all statistics of the types. A predicate can ask about the same types thousands of times.
final class StatisticsUnits {
    private var known: [[String]: [String]] = [:]

    /// The units of some types, which are fetched the first time.
    func names(_ types: [String], _ fetch: () throws -> [String]) rethrows -> [String] {
        if let names = known[types] { return names }
        let names = try fetch()
        known[types] = names
        return names
    }
}
