// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
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
            Column("sum", for: audience(.sum), alignment: .right) { value($0[.sum], $0.unit) },
            Column("average", for: audience(.average), alignment: .right) { value($0[.average], $0.unit) },
            Column("minimum", for: audience(.minimum), alignment: .right) { value($0[.minimum], $0.unit) },
            Column("maximum", for: audience(.maximum), alignment: .right) { value($0[.maximum], $0.unit) },
            Column("mostRecent", for: audience(.mostRecent), alignment: .right) {
                value($0[.mostRecent], $0.unit)
            },
            Column("mostRecentStart", for: .programs) { date($0.mostRecentStart) },
            Column("mostRecentEnd", for: .programs) { date($0.mostRecentEnd) },
        ]
    }

    private var sharedColumns: [Column<StatisticsLine>] {
        var columns = [
            Column<StatisticsLine>("duration", for: audience(.duration), alignment: .right) {
                duration($0.duration)
            }
        ]
        if hasCategories {
            columns.append(
                Column("reported", for: audience(.duration), alignment: .right) { duration($0.reported) })
        }
        return columns
            + [Column("count", for: audience(.count), alignment: .right) { $0.count.map(Cell.count) ?? .none }]
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
            .array(sources.map { .object(fields(of: $0)) }))
    }

    private func fields(of line: StatisticsLine) -> [(key: String, value: JSONValue)] {
        [
            ("name", .optional(line.source?.name)), ("bundleIdentifier", .optional(line.source?.bundleIdentifier)),
            ("sum", .optional(line[.sum])), ("average", .optional(line[.average])),
            ("minimum", .optional(line[.minimum])), ("maximum", .optional(line[.maximum])),
            ("mostRecent", .optional(line[.mostRecent])),
            ("mostRecentStart", date(line.mostRecentStart).json),
            ("mostRecentEnd", date(line.mostRecentEnd).json), ("duration", .optional(line.duration)),
            ("count", line.count.map(JSONValue.integer) ?? .null),
        ]
    }
}
