// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// How often participants have symptoms, by week or by day of the menstrual cycle.
    ///
    /// **What is there.** A symptom is there on a civil day, in the participant's home zone, that a sample of it touches which does
    /// not say no (`notPresent`, `noChange`, `none`); a day without a sample is a day without the symptom. Samples
    /// that were deleted do not count. One that ends at midnight does not touch the day that begins there.
    ///
    /// **Who is under observation.** A participant is, on every day from the first to the last that a sample of theirs begins on, of
    /// whatever type.
    ///
    /// **By week**, Monday to Sunday: of the participants who are under observation on at least one day of the week, how many have
    /// the symptom on at least one of these days. Participants are independent, so the interval is Wilson's.
    ///
    /// **By cycle day.** Day 1 is the day of a sample of `menstrualFlow` that is marked as the start of a cycle
    /// (`HKMetadataKeyMenstrualCycleStart`); for a participant of whom no sample has that key, a day of bleeding. Of such days
    /// that have another in the ten days before, none begins a cycle. A cycle goes on to the day before the next one, the last to
    /// the last day under observation, and no day after the 45th counts
    /// (``SymptomQuestion/lastCycleDay``). Days before the first start belong to no cycle. Starts outside the range that is asked
    /// about count, days outside do not. The frequency is that of days: days with the symptom of all days under
    /// observation. Days of one participant are alike, so the interval is Wilson's with the effective number of days
    /// (``SymptomFrequency/effectiveSize``).
    ///
    /// **What is not told.** Where fewer than ``SmallGroups/minimum`` participants are under observation, nothing is. Where as few,
    /// but not zero, have the symptom, only the number under observation. By group, further groups are left out where the
    /// whole would give away those that are (``SmallGroups/hidden(_:)``). The same holds for severities, which are disclosed
    /// together or not at all.
    ///
    /// - Returns: for each type, in the order of the question, a row for each week or day with a participant under observation, in
    ///   order, and within it each group.
    /// - Throws: a ``WarehouseError``.
    public func symptoms(_ question: SymptomQuestion) async throws -> [SymptomFrequency] {
        let zones = try await zones()
        guard let first = zones.map(\.days.lowerBound).min(), let last = zones.map(\.days.upperBound).max() else {
            return []
        }
        // The same range for all, so that zones with the same rules share their text.
        let offsets = try ZoneOffsets(zones.map(\.name), days: first...last)
        var result: [SymptomFrequency] = []
        for type in question.types.compactMap(SymptomType.init(identifier:)) {
            let sql = SymptomSQL(names: names, type: type, question: question, offsets: offsets)
            let cells = try await ask(sql.text, settings: Self.roomForClocks) { try $0.rows.map(SymptomCell.init) }
            result += SymptomCell.frequencies(cells, type: type, question: question)
        }
        return result
    }

    /// The zones of participants who have samples, and the days that they are under observation there.
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

    /// The clocks of many zones over many years make a longer question than the 256 KiB that servers take unless told otherwise.
    private static let roomForClocks = ["max_query_size": "16777216"]
}
