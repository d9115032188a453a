// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// Statistics over the samples of a quantity type in an interval.
///
/// An accessor returns `nil` unless the query requested its value and there were samples. Accessors for a source also require
/// that the query requested statistics by source. Tests can create subclasses; an instance of a subclass is created from an
/// archive, with ``init(coder:)``.
open class HKStatistics: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let storedType: HKQuantityType
    private let storedStart: Date
    private let storedEnd: Date
    /// The values over all sources.
    package let figures: HKStatisticsFigures
    /// The values of each source, in the order of ``sources``; `nil` unless they were requested.
    package let figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]?

    /// Creates statistics from computed values.
    package init(
        quantityType: HKQuantityType, startDate: Date, endDate: Date, figures: HKStatisticsFigures,
        figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]? = nil
    ) {
        storedType = quantityType
        storedStart = startDate
        storedEnd = endDate
        self.figures = figures
        self.figuresBySource = figuresBySource
    }

    /// The quantity type.
    open var quantityType: HKQuantityType { storedType }

    /// The start of the interval; of a query without intervals, the earliest start of the matching samples.
    open var startDate: Date { storedStart }

    /// The end of the interval; of a query without intervals, the latest end of the matching samples.
    open var endDate: Date { storedEnd }

    /// The sources with samples in the interval; `nil` unless statistics by source were requested.
    open var sources: [HKSource]? { figuresBySource?.map(\.source) }

    /// Returns the average; `nil` if it was not requested or there were no samples.
    open func averageQuantity() -> HKQuantity? { figures.average }

    /// Returns the average of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func averageQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.average }

    /// Returns the minimum; `nil` if it was not requested or there were no samples.
    open func minimumQuantity() -> HKQuantity? { figures.minimum }

    /// Returns the minimum of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func minimumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.minimum }

    /// Returns the maximum; `nil` if it was not requested or there were no samples.
    open func maximumQuantity() -> HKQuantity? { figures.maximum }

    /// Returns the maximum of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func maximumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.maximum }

    /// Returns the sum; `nil` if it was not requested or there were no samples.
    open func sumQuantity() -> HKQuantity? { figures.sum }

    /// Returns the sum of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func sumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.sum }

    /// Returns the most recent value; `nil` if it was not requested or there were no samples.
    open func mostRecentQuantity() -> HKQuantity? { figures.mostRecent }

    /// Returns the most recent value of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func mostRecentQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.mostRecent }

    /// Returns the date interval of the most recent value; `nil` if it was not requested or there were no samples.
    open func mostRecentQuantityDateInterval() -> DateInterval? { figures.mostRecentInterval }

    /// Returns the date interval of the most recent value of a source; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        figures(for: source)?.mostRecentInterval
    }

    /// Returns the time that samples cover; `nil` if it was not requested or there were no samples.
    open func duration() -> HKQuantity? { figures.duration }

    /// Returns the time that the samples of a source cover; `nil` if statistics by source were not requested.
    /// - Parameter source: One of ``sources``.
    open func duration(for source: HKSource) -> HKQuantity? { figures(for: source)?.duration }

    // MARK: NSObject

    /// Returns the values of a source, if there are any.
    func figures(for source: HKSource) -> HKStatisticsFigures? {
        figuresBySource?.first { $0.source == source }?.figures
    }

    var parts: [AnyHashable?] {
        [
            quantityType, startDate, endDate, figures, figuresBySource.map { $0.map(\.source) },
            figuresBySource.map { $0.map(\.figures) },
        ]
    }

    /// Returns a Boolean value that indicates whether the other statistics have the same type, interval and values.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the type, the interval and the values.
    open override var hash: Int { hashOfParts }

    /// Returns the statistics themselves, because they are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the statistics.
    open func encode(with coder: NSCoder) {
        let sources = figuresBySource?.map { ["source": $0.source, "figures": $0.figures] as HKArchive }
        coder.encodeArchive(
            ["type": quantityType, "start": startDate, "end": endDate, "figures": figures, "sources": sources],
            forKey: "HKStatistics")
    }

    /// Creates statistics from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKStatistics"),
            let type = archive.type("type", as: HKQuantityType.self), let start = archive.date("start"),
            let end = archive.date("end"), let figures = archive.figures("figures")
        else { return nil }
        storedType = type
        storedStart = start
        storedEnd = end
        self.figures = figures
        self.figuresBySource = archive.archives("sources")?.compactMap { part in
            guard let source = part.object("source", as: HKSource.self), let figures = part.figures("figures") else {
                return nil
            }
            return (source, figures)
        }
    }
}
