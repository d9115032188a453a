// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names of options of statistics on the wire, which are those in Swift.
package enum StatisticsOptionNames {
    /// Every option and its name.
    package static let all: [(name: String, option: HKStatisticsOptions)] = [
        ("separateBySource", .separateBySource), ("discreteAverage", .discreteAverage), ("discreteMin", .discreteMin),
        ("discreteMax", .discreteMax), ("cumulativeSum", .cumulativeSum), ("mostRecent", .mostRecent),
        ("duration", .duration),
    ]

    /// Returns the names of options.
    package static func names(_ options: HKStatisticsOptions) -> [String] {
        all.filter { options.contains($0.option) }.map(\.name)
    }

    /// Returns the options with the given names.
    package static func options(_ names: [JSONReader]) throws(Problem) -> HKStatisticsOptions {
        var options: HKStatisticsOptions = []
        for name in names {
            let text = try name.string()
            guard let entry = all.first(where: { $0.name == text }) else {
                throw name.problem("Unknown option. Valid options: \(all.map(\.name).joined(separator: ", ")).")
            }
            options.insert(entry.option)
        }
        return options
    }

    /// Returns the options for all values of a type, without the separation by source.
    package static func allFigures(of type: HKQuantityType) -> HKStatisticsOptions {
        type.aggregationStyle == .cumulative
            ? [.cumulativeSum, .mostRecent, .duration]
            : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration]
    }
}
