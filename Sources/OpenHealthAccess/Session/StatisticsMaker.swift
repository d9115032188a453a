// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// A maker of HealthKit objects from statistics, with the requested options and in the type's canonical unit.
package struct StatisticsMaker {
    private let type: HKQuantityType
    private let options: HKStatisticsOptions
    private let unit: HKUnit

    package init(type: HKQuantityType, options: HKStatisticsOptions) {
        self.type = type
        self.options = options
        unit = type.canonicalUnit
    }

    /// Returns the statistics of a bucket with samples.
    package func statistics(_ row: StatisticsRow) -> HKStatistics {
        let sources = options.contains(.separateBySource) ? row.sources ?? [] : nil
        return HKStatistics(
            quantityType: type, startDate: row.start, endDate: row.end, figures: figures(row.figures),
            figuresBySource: sources?.map { (source: HKSource($0.source), figures: figures($0.figures)) })
    }

    /// Returns the statistics of a bucket without samples, which are empty.
    package func empty(from start: Date, to end: Date) -> HKStatistics {
        HKStatistics(
            quantityType: type, startDate: start, endDate: end, figures: HKStatisticsFigures(),
            figuresBySource: options.contains(.separateBySource) ? [] : nil)
    }

    private func figures(_ figures: StatisticsFigures) -> HKStatisticsFigures {
        func quantity(_ option: HKStatisticsOptions, _ value: Double?) -> HKQuantity? {
            options.contains(option) ? value.map { HKQuantity(unit: unit, doubleValue: $0) } : nil
        }
        let latest = figures.mostRecent
        return HKStatisticsFigures(
            average: quantity(.discreteAverage, figures.average), minimum: quantity(.discreteMin, figures.minimum),
            maximum: quantity(.discreteMax, figures.maximum), sum: quantity(.cumulativeSum, figures.sum),
            mostRecent: quantity(.mostRecent, latest.value),
            mostRecentInterval: options.contains(.mostRecent)
                ? DateInterval(
                    start: Date(timeIntervalSince1970: latest.start),
                    end: Date(timeIntervalSince1970: max(latest.start, latest.end)))
                : nil,
            duration: options.contains(.duration) ? HKQuantity(unit: .second(), doubleValue: figures.duration) : nil)
    }
}

extension HKSource {
    /// Creates a source of Apple's API. Imported sources have no bundle identifier, so the name replaces it.
    convenience init(_ source: StatisticsSource) {
        self.init(
            name: source.name, bundleIdentifier: source.bundleIdentifier ?? SourceIdentity.normalised(source.name))
    }
}
