// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The columns of `health cohort symptoms`.
struct SymptomColumns {
    let query: SymptomQuery
    let format: ListingFormat

    /// The string in place of a suppressed value.
    static let suppressed = "suppressed"

    /// All columns.
    var all: [Column<SymptomFrequency>] {
        let isWeek = query.division == .week
        var columns = [
            Column<SymptomFrequency>("type") {
                .text(format == .table ? TypeName.short($0.type) : $0.type)
            },
            Column("name", for: .programs) { .text(TypeName.short($0.type)) },
        ]
        if query.byGroup { columns.append(Column("group", fit: .cuttable) { .text($0.group) }) }
        columns += [
            Column(isWeek ? "week" : "cycleDay", for: .programs) { Self.place($0) },
            Column(isWeek ? "week" : "day", for: .people, alignment: isWeek ? .left : .right) { Self.place($0) },
            Column("suppressed", for: .programs) { .bool($0.suppression != nil) },
            Column("suppressedBy", for: .programs) { Self.reason($0.suppression) },
            Column("participants", for: .programs) { Self.count($0.participants) },
            Column("participants", for: .people, alignment: .right) {
                $0.participants.map(Cell.count) ?? .text(Self.suppressed)
            },
            Column("cases", for: .programs) { Self.count($0.cases) },
            Column("cases", for: .people, alignment: .right) {
                $0.suppression == .fewCases ? .text(Self.suppressed) : Self.count($0.cases)
            },
        ]
        // For weeks, these numbers are equal to the participants and the cases.
        columns += [
            Column("observed", for: isWeek ? .programs : .everyone, alignment: .right) { Self.count($0.observed) },
            Column("present", for: isWeek ? .programs : .everyone, alignment: .right) { Self.count($0.present) },
            Column("frequency", for: .programs) { .number($0.frequency) },
            Column("low", for: .programs) { .number($0.interval?.lowerBound) },
            Column("high", for: .programs) { .number($0.interval?.upperBound) },
            Column("frequency", for: .people, alignment: .right) { .text($0.frequency.map(Self.percent)) },
            Column("interval", for: .people, alignment: .right) { row in
                .text(row.interval.map { "\(Self.percent($0.lowerBound)) - \(Self.percent($0.upperBound))" })
            },
            Column("effectiveSize", for: .programs) { .number($0.effectiveSize) },
            Column("unspecified", for: .programs) { Self.count($0.severities?.unspecified) },
            Column("mild", alignment: .right, fit: .droppable) { Self.count($0.severities?.mild) },
            Column("moderate", alignment: .right, fit: .droppable) { Self.count($0.severities?.moderate) },
            Column("severe", alignment: .right, fit: .droppable) { Self.count($0.severities?.severe) },
        ]
        return columns
    }

    private static func place(_ row: SymptomFrequency) -> Cell {
        switch row.place {
        case .week(let monday): .text(monday.description)
        case .cycleDay(let day): .count(day)
        }
    }

    /// Returns the reason for a suppression.
    private static func reason(_ suppression: SymptomFrequency.Suppression?) -> Cell {
        switch suppression {
        case nil: .none
        case .fewParticipants: .text("participants")
        case .fewCases: .text("cases")
        }
    }

    private static func count(_ count: Int?) -> Cell { count.map(Cell.count) ?? .none }

    /// Returns a fraction as `12.3 %`.
    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
