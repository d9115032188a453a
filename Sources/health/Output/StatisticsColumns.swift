// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The columns of statistics.
struct StatisticsColumns {
    /// The time zone of the dates.
    let zone: TimeZone
    /// The output format.
    let format: ListingFormat
    /// The functions that a table shows.
    let functions: Set<StatisticsFunction>
    /// Whether there are several types.
    let showsType: Bool
    /// Whether there are quantities.
    let hasQuantities: Bool
    /// Whether there are categories.
    let hasCategories: Bool
    /// Whether sources have their own rows or fields.
    let bySource: Bool
    /// Whether a table shows the end of the rows.
    let showsEnd: Bool

    /// All columns.
    var all: [Column<StatisticsLine>] {
        var columns = [
            Column<StatisticsLine>("type", for: showsType ? .everyone : .programs) { line in
                .text(format == .table ? TypeName.short(line.type) : line.type)
            },
            Column("name", for: .programs) { .text(TypeName.short($0.type)) },
            Column("start", for: .people) { .text($0.notedLabel) },
            Column("start", for: .programs) { .text(OffsetText.iso($0.start, in: zone)) },
            Column("end", for: .programs) { .text(OffsetText.iso($0.end, in: zone)) },
        ]
        if showsEnd { columns.append(Column("end", for: .people) { $0.label == nil ? .none : .instant($0.end) }) }
        if hasCategories { columns += valueColumns }
        if bySource, format != .json, format != .ndjson {
            columns.append(Column("source", fit: .cuttable) { .text($0.source?.name) })
        }
        if hasQuantities { columns += quantityColumns }
        columns += sharedColumns
        if hasQuantities {
            // Durations and counts are not in the type's unit.
            let hasValues = !functions.isSubset(of: [.duration, .count])
            columns.append(Column("unit", for: hasValues ? .everyone : .programs) { .text($0.unit) })
            if format != .csv { columns.append(Column("sources", for: .programs) { sources(of: $0) }) }
        }
        columns.append(Column("partial", for: .programs) { .json(.bool($0.coverage != .whole)) })
        return columns
    }

    /// The columns of a category's value: the number and the name, as in a listing of samples.
    private var valueColumns: [Column<StatisticsLine>] {
        [
            Column("value", for: .people, fit: .cuttable) { .text($0.value) },
            Column("value", for: .programs) { $0.rawValue.map(Cell.count) ?? .none },
            Column("valueName", for: .programs) { .text($0.valueName) },
        ]
    }

    private var quantityColumns: [Column<StatisticsLine>] {
        [
            Column("sum", for: audience(.sum), alignment: .right) { value($0.figures[.sum], $0.unit) },
            Column("average", for: audience(.average), alignment: .right) { value($0.figures[.average], $0.unit) },
            Column("minimum", for: audience(.minimum), alignment: .right) { value($0.figures[.minimum], $0.unit) },
            Column("maximum", for: audience(.maximum), alignment: .right) { value($0.figures[.maximum], $0.unit) },
            Column("mostRecent", for: audience(.mostRecent), alignment: .right) {
                value($0.figures[.mostRecent], $0.unit)
            },
            Column("mostRecentStart", for: .programs) { date($0.figures.mostRecentStart) },
            Column("mostRecentEnd", for: .programs) { date($0.figures.mostRecentEnd) },
        ]
    }

    private var sharedColumns: [Column<StatisticsLine>] {
        var columns = [
            Column<StatisticsLine>("duration", for: audience(.duration), alignment: .right) {
                duration($0.figures.duration)
            }
        ]
        if hasCategories {
            columns.append(
                Column("reported", for: audience(.duration), alignment: .right) { duration($0.figures.reported) })
        }
        return columns
            + [Column("count", for: audience(.count), alignment: .right) { $0.figures.count.map(Cell.count) ?? .none }]
    }

    private func audience(_ function: StatisticsFunction) -> Column<StatisticsLine>.Audience {
        functions.contains(function) ? .everyone : .programs
    }

    private func value(_ number: Double?, _ unit: String?) -> Cell {
        format == .table
            ? .text(number.map { FigureText.short(PercentText.shown($0, unit: unit)) }) : .number(number)
    }

    private func date(_ date: Date?) -> Cell {
        .text(date.map { OffsetText.iso($0, in: zone) })
    }

    private func duration(_ seconds: Double?) -> Cell {
        format == .table ? .text(seconds.map(NumberText.duration)) : .number(seconds)
    }

    private func sources(of line: StatisticsLine) -> Cell {
        guard let sources = line.sources else { return .none }
        return .json(
            .array(sources.map { .object(fields(of: $0.source.name, $0.source.bundleIdentifier, $0.figures)) }))
    }

    private func fields(
        of name: String, _ bundleIdentifier: String?, _ figures: ShownFigures
    ) -> [(key: String, value: JSONValue)] {
        [
            ("name", .string(name)), ("bundleIdentifier", .optional(bundleIdentifier)),
            ("sum", .optional(figures[.sum])), ("average", .optional(figures[.average])),
            ("minimum", .optional(figures[.minimum])), ("maximum", .optional(figures[.maximum])),
            ("mostRecent", .optional(figures[.mostRecent])),
            ("mostRecentStart", date(figures.mostRecentStart).json),
            ("mostRecentEnd", date(figures.mostRecentEnd).json), ("duration", .optional(figures.duration)),
            ("count", figures.count.map(JSONValue.integer) ?? .null),
        ]
    }
}

/// A row of statistics: the values of a bucket over all sources, of a single source, or of a category's value.
struct StatisticsLine {
    /// The identifier of the type.
    var type: String
    /// The start of the bucket.
    var start: Date
    /// The end of the bucket.
    var end: Date
    /// The coverage of the bucket.
    var coverage = BucketCoverage.whole
    /// The label for people; `nil` below another row of the same bucket.
    var label: String?
    /// The short name of a category's value.
    var value: String?
    /// The raw value of a category.
    var rawValue: Int?
    /// The source of the values; `nil` for all sources.
    var source: StatisticsSource?
    /// The statistics values.
    var figures: ShownFigures
    /// The unit of the values; `nil` for categories.
    var unit: String?
    /// The values of each source, if requested.
    var sources: [(source: StatisticsSource, figures: ShownFigures)]?

    /// The label for people, with a note if the bucket is incomplete.
    var notedLabel: String? { label.map { $0 + coverage.note } }
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    var valueName: String? {
        guard let rawValue, let enumeration = HealthTypes.named(type)?.valueEnum else { return nil }
        return HealthEnums.caseName(ofEnum: enumeration, rawValue: rawValue)
    }

    /// The row, followed by a row for each source.
    var withSourceLines: [StatisticsLine] {
        var merged = self
        merged.sources = nil
        return [merged]
            + (sources ?? []).map { source, figures in
                var line = merged
                line.label = nil
                line.source = source
                line.figures = figures
                return line
            }
    }
}

extension BucketCoverage {
    /// The note after the label of a row, for people.
    var note: String {
        switch self {
        case .whole: ""
        case .unfinished: " (so far)"
        case .cut: " (part)"
        }
    }
}
