// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The output of a cohort's statistics query.
struct CohortStatisticsOutput {
    /// The query.
    let query: CohortQuery
    private let format: ListingFormat
    private let raw: Bool
    /// The unit of each type's values; missing for categories and for functions whose values are not in the type's unit.
    private let units: [String: ShownUnit]

    /// - Parameter unit: The unit as typed; `nil` for the unit of each type.
    /// - Throws: A ``ToolError`` if the unit is incompatible.
    init(_ query: CohortQuery, unit: String?, format: ListingFormat, raw: Bool) throws {
        (self.query, self.format, self.raw) = (query, format, raw)
        var units: [String: ShownUnit] = [:]
        for identifier in query.types {
            guard let type = HealthTypes.named(identifier) else { continue }
            guard let stored = type.canonicalUnit, !Self.isOfTime(query.function(for: type)) else {
                guard unit == nil else {
                    throw ToolError(
                        .badArgument, "this statistic of \(type.swiftName) has no unit",
                        remedy: "leave --unit out")
                }
                continue
            }
            units[identifier] = try ShownUnit(unit, type: identifier, stored: stored)
        }
        self.units = units
    }

    /// Prints the rows.
    func list(_ rows: [CohortRow]) throws {
        let listing = Listing(
            columns, format: format, raw: raw, clock: ZoneClock(.gmt), output: .standard(),
            nothing: "no participant has data in this range")
        for row in rows { try listing.add(row) }
        try listing.end()
        let hidden = rows.count(where: \.isHidden)
        if hidden > 0 {
            Terminal.note(
                """
                Hidden: \(hidden) of \(rows.count) rows, which have \(query.smallGroups.text) participants, or would reveal \
                rows that have; --minimum-group 1 hides nothing.\n
                """)
        }
        noteRounding(rows)
    }

    /// Prints that values are rounded, and why percentiles are missing.
    private func noteRounding(_ rows: [CohortRow]) {
        let figures = rows.compactMap(\.figures)
        guard figures.contains(where: { $0.step != nil || $0.totalStep != nil }) else { return }
        var text = "Rounded, so that two answers do not reveal one participant's figure; csv and json have the steps."
        if figures.contains(where: { $0.percentiles.contains(nil) }) {
            text += " Percentiles need \(query.smallGroups.minimum) participants on each side."
        }
        Terminal.note(text + " --minimum-group 1 gives exact figures.\n")
    }

    private var columns: [Column<CohortRow>] {
        var columns: [Column<CohortRow>] = [
            Column("type", for: query.types.count > 1 ? .everyone : .programs) { row in
                .text(format == .table ? TypeName.short(row.type) : row.type)
            },
            Column("name", for: .programs) { .text(TypeName.short($0.type)) },
        ]
        if query.grouping == .participant {
            columns.append(
                Column("participant") { row in
                    if case .participant(let name, _) = row.content { .text(name) } else { .none }
                })
        }
        columns += dayColumns
        if query.types.contains(where: { HealthTypes.named($0)?.kind == .category }) {
            columns += [
                Column("value", for: .people, fit: .cuttable) { .text(Self.shownValue($0)) },
                Column("value", for: .programs) { $0.value.map(Cell.count) ?? .none },
                Column("valueName", for: .programs) { .text(Self.valueName($0)) },
            ]
        }
        if query.grouping != .all { columns.append(Column("group", fit: .cuttable) { .text($0.group) }) }
        columns += query.grouping == .participant ? ownColumns : sharedColumns
        if !units.isEmpty { columns.append(Column("unit") { .text(units[$0.type]?.text) }) }
        return columns
    }

    private var dayColumns: [Column<CohortRow>] {
        var columns: [Column<CohortRow>] = [
            Column("start", for: .people) { .text($0.firstDay.map { label($0.description) }) },
            Column("firstDay", for: .programs) { .text($0.firstDay?.description) },
            Column("lastDay", for: .programs) { .text($0.lastDay?.description) },
        ]
        if query.every == nil { columns.append(Column("end", for: .people) { .text($0.lastDay?.description) }) }
        if query.every == .hour {
            columns.append(Column("hour", alignment: .right) { $0.hour.map(Cell.count) ?? .none })
        }
        return columns
    }

    /// The columns of a participant's own values, named as in `health statistics`.
    private var ownColumns: [Column<CohortRow>] {
        let functions = query.types.compactMap(HealthTypes.named).map(query.function(for:))
        return CohortQuery.Function.allCases.filter(functions.contains).map { function in
            Column(function.rawValue, alignment: .right) { row in
                guard case .participant(_, let figure) = row.content, self.function(row) == function else {
                    return .none
                }
                return cell(figure, row)
            }
        }
    }

    private var sharedColumns: [Column<CohortRow>] {
        var columns: [Column<CohortRow>] = [
            Column("participants", alignment: .right) { row in
                switch row.content {
                case .figures(let figures): .count(figures.participants)
                case .tooFew: format == .table ? .text(query.smallGroups.text) : .none
                default: format == .table ? .text("hidden") : .none
                }
            },
            Column("suppressed", for: .programs) { .bool($0.isHidden) },
        ]
        let functions = query.types.compactMap(HealthTypes.named).map(query.function(for:))
        if functions.contains(where: \.addsUp) {
            columns.append(Column("total", alignment: .right) { cell($0.figures?.total, $0) })
        }
        columns += [
            Column("mean", alignment: .right) { cell($0.figures?.mean, $0) },
            Column("sd", alignment: .right) { difference($0.figures?.deviation, $0) },
        ]
        return columns
            + query.percentiles.enumerated().map { place, percentile in
                Column("p\(NumberText.exact(percentile))", alignment: .right) {
                    cell($0.figures?.percentiles[place] ?? nil, $0)
                }
            }
            + [
                Column("step", for: .programs) { difference($0.figures?.step, $0) },
                Column("totalStep", for: .programs) { difference($0.figures?.totalStep, $0) },
            ]
    }

    /// Returns a day, as short as the length of the rows allows.
    private func label(_ day: String) -> String {
        switch query.every {
        case .year: String(day.prefix(4))
        case .month, .quarter: String(day.prefix(7))
        default: day
        }
    }

    private func function(_ row: CohortRow) -> CohortQuery.Function? {
        HealthTypes.named(row.type).map(query.function(for:))
    }

    private func cell(_ figure: Double?, _ row: CohortRow) -> Cell {
        shown(figure.map { units[row.type]?($0) ?? $0 }, row)
    }

    /// Returns a deviation or a step, which is a difference and therefore independent of the zero of a unit.
    private func difference(_ figure: Double?, _ row: CohortRow) -> Cell {
        shown(figure.map { figure in units[row.type].map { $0(figure) - $0(0) } ?? figure }, row)
    }

    private func shown(_ figure: Double?, _ row: CohortRow) -> Cell {
        guard format == .table else { return .number(figure) }
        let isDuration = function(row).map { $0 != .count && Self.isOfTime($0) } ?? false
        return .text(figure.map(isDuration ? NumberText.duration : FigureText.short))
    }

    /// Returns whether values are seconds or counts, regardless of the type's unit.
    private static func isOfTime(_ function: CohortQuery.Function) -> Bool {
        [.count, .duration, .reported].contains(function)
    }

    /// Returns the value for people: its short name, or the number.
    private static func shownValue(_ row: CohortRow) -> String? {
        valueName(row).map { CategoryCase.short($0, type: row.type) } ?? row.value.map { String($0) }
    }

    /// Returns the name of the value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    private static func valueName(_ row: CohortRow) -> String? {
        guard let value = row.value, let enumeration = HealthTypes.named(row.type)?.valueEnum else { return nil }
        return HealthEnums.caseName(ofEnum: enumeration, rawValue: value)
    }
}
