// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKStatistics {
    /// The average, nil where it was not asked for or there were no samples.
    public func averageQuantity() -> HKQuantity? { figures.average }

    /// The average over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func averageQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.average }

    /// The smallest value, nil where it was not asked for or there were no samples.
    public func minimumQuantity() -> HKQuantity? { figures.minimum }

    /// The smallest value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func minimumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.minimum }

    /// The largest value, nil where it was not asked for or there were no samples.
    public func maximumQuantity() -> HKQuantity? { figures.maximum }

    /// The largest value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func maximumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.maximum }

    /// The sum, nil where it was not asked for or there were no samples.
    public func sumQuantity() -> HKQuantity? { figures.sum }

    /// The sum over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func sumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.sum }

    /// The last value, nil where it was not asked for or there were no samples.
    public func mostRecentQuantity() -> HKQuantity? { figures.mostRecent }

    /// The last value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func mostRecentQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.mostRecent }

    /// When the last value was measured, nil where it was not asked for or there were no samples.
    public func mostRecentQuantityDateInterval() -> DateInterval? { figures.mostRecentInterval }

    /// When the last value was measured over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        figures(for: source)?.mostRecentInterval
    }

    /// The time that samples cover, nil where it was not asked for or there were no samples.
    public func duration() -> HKQuantity? { figures.duration }

    /// The time that samples cover over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    public func duration(for source: HKSource) -> HKQuantity? { figures(for: source)?.duration }
}
