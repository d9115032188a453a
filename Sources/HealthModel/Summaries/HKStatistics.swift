// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Figures over the samples of one quantity type in one interval.
///
/// An accessor gives nil unless its figure was asked for and there were samples; the ones that take a source, unless
/// the figures were asked for by source too.
public final class HKStatistics: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The type that the figures are about.
    public let quantityType: HKQuantityType
    /// The beginning of the interval.
    public let startDate: Date
    /// The end of the interval.
    public let endDate: Date
    /// The figures over all sources.
    package let figures: HKStatisticsFigures
    /// The figures of each source, in the order of ``sources``; nil unless they were asked for.
    package let figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]?

    /// Makes statistics out of figures that were computed.
    package init(
        quantityType: HKQuantityType, startDate: Date, endDate: Date, figures: HKStatisticsFigures,
        figuresBySource: [(source: HKSource, figures: HKStatisticsFigures)]? = nil
    ) {
        self.quantityType = quantityType
        self.startDate = startDate
        self.endDate = endDate
        self.figures = figures
        self.figuresBySource = figuresBySource
        super.init()
    }

    /// The sources that have samples in the interval; nil unless the figures were asked for by source.
    public var sources: [HKSource]? { figuresBySource?.map(\.source) }

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
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the type, the interval and the figures.
    public override var hash: Int { hashOfParts }

    /// The statistics themselves, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the statistics to an archive.
    public func encode(with coder: NSCoder) {
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
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKStatistics"),
            let type = archive.type("type", as: HKQuantityType.self), let start = archive.date("start"),
            let end = archive.date("end"), let figures = archive.figures("figures")
        else { return nil }
        self.quantityType = type
        self.startDate = start
        self.endDate = end
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
