// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Figures over the samples of one quantity type in one interval.
///
/// An accessor gives nil unless its figure was asked for and there were samples; the ones that take a source, unless
/// the figures were asked for by source too. Tests may subclass the class; a subclass is created from an archive, with ``init(coder:)``.
open class HKStatistics: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let storedType: HKQuantityType
    private let storedStart: Date
    private let storedEnd: Date
    /// The figures over all sources.
    package let figures: HKStatisticsFigures
    /// The figures of each source, in the order of ``sources``; nil unless they were asked for.
    package let figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]?

    /// Creates statistics from computed figures.
    package init(
        quantityType: HKQuantityType, startDate: Date, endDate: Date, figures: HKStatisticsFigures,
        figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]? = nil
    ) {
        storedType = quantityType
        storedStart = startDate
        storedEnd = endDate
        self.figures = figures
        self.figuresBySource = figuresBySource
        super.init()
    }

    /// The type that the figures are about.
    open var quantityType: HKQuantityType { storedType }

    /// The beginning of the interval.
    open var startDate: Date { storedStart }

    /// The end of the interval.
    open var endDate: Date { storedEnd }

    /// The sources that have samples in the interval; nil unless the figures were asked for by source.
    open var sources: [HKSource]? { figuresBySource?.map(\.source) }

    /// The average, nil where it was not asked for or there were no samples.
    open func averageQuantity() -> HKQuantity? { figures.average }

    /// The average over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func averageQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.average }

    /// The smallest value, nil where it was not asked for or there were no samples.
    open func minimumQuantity() -> HKQuantity? { figures.minimum }

    /// The smallest value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func minimumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.minimum }

    /// The largest value, nil where it was not asked for or there were no samples.
    open func maximumQuantity() -> HKQuantity? { figures.maximum }

    /// The largest value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func maximumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.maximum }

    /// The sum, nil where it was not asked for or there were no samples.
    open func sumQuantity() -> HKQuantity? { figures.sum }

    /// The sum over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func sumQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.sum }

    /// The last value, nil where it was not asked for or there were no samples.
    open func mostRecentQuantity() -> HKQuantity? { figures.mostRecent }

    /// The last value over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func mostRecentQuantity(for source: HKSource) -> HKQuantity? { figures(for: source)?.mostRecent }

    /// When the last value was measured, nil where it was not asked for or there were no samples.
    open func mostRecentQuantityDateInterval() -> DateInterval? { figures.mostRecentInterval }

    /// When the last value was measured over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        figures(for: source)?.mostRecentInterval
    }

    /// The time that samples cover, nil where it was not asked for or there were no samples.
    open func duration() -> HKQuantity? { figures.duration }

    /// The time that samples cover over the samples of one source, nil where the figures were not asked for by source.
    /// - Parameter source: one of ``sources``.
    open func duration(for source: HKSource) -> HKQuantity? { figures(for: source)?.duration }

    // MARK: NSObject

    /// The figures of one source, where there are some.
    func figures(for source: HKSource) -> HKStatisticsFigures? {
        figuresBySource?.first { $0.source == source }?.figures
    }

    var parts: [AnyHashable?] {
        [
            quantityType, startDate, endDate, figures, figuresBySource.map { $0.map(\.source) },
            figuresBySource.map { $0.map(\.figures) },
        ]
    }

    /// Whether the other has the same figures for the same type and interval.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the type, the interval and the figures.
    open override var hash: Int { hashOfParts }

    /// The statistics themselves, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the statistics to an archive.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(quantityType, "type")
        archive.set(startDate, "start")
        archive.set(endDate, "end")
        archive.set(figures, "figures")
        if let figuresBySource {
            archive.set(
                figuresBySource.map { entry in
                    var part = HKArchive()
                    part.set(object: entry.source, "source")
                    part.set(entry.figures, "figures")
                    return part
                }, "sources")
        }
        coder.encode(archive, forKey: "HKStatistics")
    }

    /// Reads statistics from an archive, or gives nil where the archive does not hold any.
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
        super.init()
    }
}
