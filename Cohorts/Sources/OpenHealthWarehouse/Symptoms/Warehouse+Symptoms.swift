// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// Returns the frequencies of participants' symptoms, by week or by day of the menstrual cycle.
    ///
    /// **Presence.** A symptom is present on a civil day, in the participant's home time zone, if a sample overlaps the day that
    /// doesn't indicate an absence (`notPresent`, `noChange`, `none`). On days without a sample, the symptom is absent. Deleted
    /// samples don't count. A sample that ends at midnight doesn't overlap the day that begins then.
    ///
    /// **Observation.** A participant is observed on every day from the start date of their first sample to that of their last
    /// sample, of any type.
    ///
    /// **By week**, from Monday to Sunday: the share of participants with the symptom on at least one observed day among those
    /// with at least one observed day in the week. Participants are independent, so the interval is Wilson's.
    ///
    /// **By cycle day.** Day 1 is the day of a sample of `menstrualFlow` that is marked as the start of a cycle
    /// (`HKMetadataKeyMenstrualCycleStart`), or for participants without this key, a day of bleeding. Such a day doesn't start a
    /// cycle if there is another in the ten days before. A cycle ends on the day before the next one, the last cycle on the last
    /// observed day, and days after the 45th don't count (``SymptomQuery/lastCycleDay``). Days before the first start belong
    /// to no cycle. Starts outside the range of the query count, but days outside don't. The frequency is the share of days with
    /// the symptom among all observed days. The days of one participant are alike, so the interval is Wilson's with the effective
    /// number of days (``SymptomFrequency/effectiveSize``).
    ///
    /// **Disclosure.** If fewer than ``SmallGroups/minimum`` participants are observed, nothing is disclosed. If fewer, but not
    /// zero, have the symptom, only the number of observed participants is disclosed. By group, additional groups are hidden if
    /// the total would disclose the hidden ones (``SmallGroups/hidden(_:)``). The same applies to severities, which are disclosed
    /// together or not at all.
    ///
    /// - Returns: For each type, in the order of the query, the rows of each week or day with an observed participant, in order,
    ///   and within it of each group.
    /// - Throws: A ``WarehouseError``.
    public func symptoms(_ query: SymptomQuery) async throws -> [SymptomFrequency] {
        let zones = try await zones()
        guard let first = zones.map(\.days.lowerBound).min(), let last = zones.map(\.days.upperBound).max() else {
            return []
        }
        // The range is the same for all time zones, so that those with the same offsets share their SQL.
        let offsets = try ZoneOffsets(zones.map(\.name), days: first...last)
        var result: [SymptomFrequency] = []
        for type in query.types.compactMap(SymptomType.init(identifier:)) {
            let sql = SymptomSQL(names: names, type: type, query: query, offsets: offsets)
            let cells = try await ask(sql.text, settings: Self.roomForClocks) { try $0.rows.map(SymptomCell.init) }
            result += SymptomCell.frequencies(cells, type: type, query: query)
        }
        return result
    }

    /// Returns the time zones of participants with samples, and their observed days.
    private func zones() async throws -> [(name: String, days: ClosedRange<Int>)] {
        try await ask(
            """
            SELECT time_zone, min(toRelativeDayNum(first_day)), max(toRelativeDayNum(last_day))
            FROM \(names.all(.participants)) FINAL WHERE toRelativeDayNum(last_day) > 0 GROUP BY time_zone
            """
        ) { table in
            try table.rows.map { row in
                let (first, last): (Int, Int) = (try ResultTable.number(row[1]), try ResultTable.number(row[2]))
                return (row[0], first...max(first, last))
            }
        }
    }

    /// The offsets of many time zones over many years result in a longer query than the default limit of servers of 256 KiB.
    private static let roomForClocks = ["max_query_size": "16777216"]
}
