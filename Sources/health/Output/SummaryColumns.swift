// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The columns of the summary.
enum SummaryColumns {
    /// All columns.
    static func all(clock: ZoneClock, isUnfinished: Bool) -> [Column<SummaryRow>] {
        [
            Column("type", for: .people) { .text(name($0)) },
            Column("unit", for: .people) { .text($0.unit ?? "h:mm") },
            Column("type", for: .programs) { .text($0.type) },
            Column("name", for: .programs) { .text(name($0)) },
            Column("figure", for: .programs) { .text($0.figure.rawValue) },
            Column(isUnfinished ? "today so far" : "today", for: .people, alignment: .right) {
                .text(shown($0.today, $0))
            },
            Column("this week", for: .people, alignment: .right) { .text(shown($0.week, $0)) },
            Column("30 days, a day", for: .people, alignment: .right) { .text(shown($0.thirtyDays, $0)) },
            Column("latest", for: .people, alignment: .right) { .text(shown($0.latest, $0)) },
            Column("last data", for: .people) { .text($0.latestDate.map { String(clock.text($0).prefix(16)) }) },
            Column("today", for: .programs) { .number($0.today) },
            Column("week", for: .programs) { .number($0.week) },
            Column("thirtyDays", for: .programs) { .number($0.thirtyDays) },
            Column("days", for: .programs) { $0.days.map(Cell.count) ?? .none },
            Column("latest", for: .programs) { .number($0.latest) },
            Column("latestDate", for: .programs) { .text($0.latestDate.map { OffsetText.iso($0, in: clock.zone) }) },
            Column("unit", for: .programs) { .text($0.unit ?? "s") },
            Column("partial", for: .programs) { .json(.bool($0.isUnfinished)) },
        ]
    }

    private static func name(_ row: SummaryRow) -> String {
        TypeName.short(row.type)
    }

    private static func shown(_ value: Double?, _ row: SummaryRow) -> String? {
        guard let value else { return nil }
        guard row.figure == .duration else { return glance(PercentText.shown(value, unit: row.unit)) }
        let minutes = Int((value / 60).rounded())
        return "\(minutes / 60):" + NumberText.twoDigits(minutes % 60)
    }

    /// Returns a number with three digits, or its whole integer part.
    static func glance(_ value: Double) -> String {
        let size = abs(value)
        guard size > 0, size.isFinite else { return NumberText.short(value) }
        let decimals = max(0, min(6, 2 - Int(log10(size).rounded(.down))))
        let scale = pow(10, Double(decimals))
        return NumberText.short((value * scale).rounded() / scale)
    }
}
