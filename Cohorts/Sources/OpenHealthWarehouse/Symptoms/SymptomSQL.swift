// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The ClickHouse SQL of a query for one symptom.
///
/// All levels except the outermost query the data of one shard. Only the sums of each participant, without the pseudonym, are
/// sent from the shard, and the initiating server adds them up. The nested levels are necessary because version 18.16 has no
/// window functions, and loses columns that are only used inside a lambda.
struct SymptomSQL {
    let names: WarehouseNames
    let type: SymptomType
    let query: SymptomQuery
    let offsets: ZoneOffsets

    /// The participants and their observed days in the range of the query; the last day is before the first if there are none.
    /// Participants without samples have 1970-01-01 as the last day.
    private var people: String {
        let first = query.from.map { Int($0.number) } ?? 0
        let last = query.to.map { Int($0.number) } ?? Int(UInt16.max)
        return """
            SELECT participant, time_zone, \
            greatest(toInt32(toRelativeDayNum(first_day)), \(first)) AS seen_from, \
            if(toRelativeDayNum(last_day) = 0, -1, least(toInt32(toRelativeDayNum(last_day)), \(last))) AS seen_to
            FROM \(names.local(.participants)) FINAL
            """
    }

    /// Returns the samples of a type that haven't been deleted, with the civil days that they overlap.
    ///
    /// A sample overlaps the days from that of its start to that of the last moment before its end: a sample that ends at
    /// midnight doesn't overlap the day that begins then.
    private func samples(of type: String, columns: [String], where condition: String = "1") -> String {
        """
        SELECT participant, seen_from, seen_to, \(columns.joined(separator: ", ")), started, \
        greatest(started, if(finish > begin, \
        toInt32(ceil((finish + \(offsets.before("finish", zone: "time_zone"))) / 86400)) - 1, started)) AS ended
        FROM (
        SELECT participant, start AS begin, end AS finish, toInt32(toRelativeDayNum(day)) AS started, value AS raw, \
        metadata_keys AS keys, metadata_values AS texts
        FROM \(names.local(.samples)) FINAL
        WHERE type = \(SQLText.quoted(type)) AND \(names.isNotDeleted) AND \(condition)
        ) AS samples_of_type
        ALL INNER JOIN (
        \(people)
        ) AS people USING participant
        """
    }

    /// Returns the days from one column to another, or none if the second is less.
    private func days(from first: String, to last: String) -> String {
        "arrayMap(step -> \(first) + toInt32(step), range(toUInt32(greatest(\(last) - \(first) + 1, 0))))"
    }

    /// The days with the symptom and the worst severity of each: 1 unspecified, 2 mild, 3 moderate, 4 severe.
    private var present: String {
        let absent = type.absent.map(String.init).joined(separator: ", ")
        let level = type.hasSeverity ? "toUInt8(if(raw IN (2, 3, 4), raw, 1))" : "toUInt8(1)"
        return """
            SELECT participant, observed_day, max(level) AS worst
            FROM (
            SELECT participant, level, arrayJoin(\(days(from: "present_from", to: "present_to"))) AS observed_day
            FROM (
            SELECT participant, \(level) AS level, greatest(started, seen_from) AS present_from, \
            least(ended, seen_to) AS present_to
            FROM (
            \(samples(of: type.identifier, columns: ["raw"], where: absent.isEmpty ? "1" : "NOT value IN (\(absent))"))
            )
            )
            )
            GROUP BY participant, observed_day
            """
    }

    /// The days on which cycles of a participant begin.
    ///
    /// They are the days of bleedings that are marked as a start or, if none of the participant's samples are marked either way,
    /// all days of bleeding. Days with another such day in the ten days before are excluded, so an app that marks every day of a
    /// bleeding starts one cycle instead of five.
    private var starts: String {
        let key = SQLText.quoted(HKMetadataKeyMenstrualCycleStart)
        let flow = samples(
            of: HKCategoryTypeIdentifier.menstrualFlow.rawValue, columns: ["raw", "keys", "texts"])
        let none = HKCategoryValueVaginalBleeding.none.rawValue
        return """
            SELECT participant, seen_from, seen_to, \
            arrayFilter((candidate, gap, number) -> number = 1 OR gap > 10, \
            candidates, arrayDifference(candidates), arrayEnumerate(candidates)) AS starts
            FROM (
            SELECT participant, seen_from, seen_to, arraySort(arrayDistinct(arrayConcat( \
            arraySlice(marked, 1, is_marked * length(marked)), \
            arraySlice(bleeding, 1, (1 - is_marked) * length(bleeding))))) AS candidates
            FROM (
            SELECT participant, any(seen_from) AS seen_from, any(seen_to) AS seen_to, max(has(keys, \(key))) AS is_marked, \
            groupArrayIf(started, has(keys, \(key)) \
            AND lower(texts[indexOf(keys, \(key))]) IN ('1', 'true', 'yes')) AS marked, \
            groupArrayArray(\(days(from: "started", to: "if(raw = \(none), started - 1, least(ended, started + 59))"))) \
            AS bleeding
            FROM (
            \(flow)
            )
            GROUP BY participant
            )
            )
            """
    }

    /// The observed days that belong to a cycle, with their number in the cycle.
    private var cycleDays: String {
        """
        SELECT participant, cycle_start, arrayJoin(\(days(from: "cycle_from", to: "cycle_to"))) AS observed_day, \
        observed_day - cycle_start + 1 AS place
        FROM (
        SELECT participant, cycle.1 AS cycle_start, greatest(cycle.1, seen_from) AS cycle_from, \
        least(least(cycle.2 - 1, cycle.1 + \(SymptomQuery.lastCycleDay - 1)), seen_to) AS cycle_to
        FROM (
        SELECT participant, seen_from, seen_to, arrayJoin(arrayMap((begin, next) -> (begin, next), \
        starts, arraySlice(arrayPushBack(starts, 100000), 2))) AS cycle
        FROM (
        \(starts)
        )
        )
        )
        """
    }

    /// The units of each participant by week or day: their number, and the number with the symptom, by severity.
    private var units: String {
        switch query.division {
        case .cycleDay:
            return """
                SELECT participant, place, count() AS units, sum(worst > 0) AS present, sum(worst = 1) AS level_1, \
                sum(worst = 2) AS level_2, sum(worst = 3) AS level_3, sum(worst = 4) AS level_4
                FROM (
                \(cycleDays)
                ) AS observed
                ANY LEFT JOIN (
                \(present)
                ) AS noted USING participant, observed_day
                GROUP BY participant, place
                """
        case .week:
            // 1970-01-05 was a Monday.
            let monday = { (day: String) in "\(day) - (\(day) + 3) % 7" }
            return """
                SELECT participant, place, toUInt64(1) AS units, worst > 0 AS present, worst = 1 AS level_1, \
                worst = 2 AS level_2, worst = 3 AS level_3, worst = 4 AS level_4
                FROM (
                SELECT participant, \
                arrayJoin(arrayMap(step -> first_week + toInt32(7 * step), \
                range(toUInt32(intDiv(last_week - first_week, 7) + 1)))) AS place
                FROM (
                SELECT participant, \(monday("seen_from")) AS first_week, \(monday("seen_to")) AS last_week
                FROM (
                \(people)
                )
                WHERE seen_from <= seen_to
                )
                ) AS observed
                ANY LEFT JOIN (
                SELECT participant, \(monday("observed_day")) AS place, max(worst) AS worst
                FROM (
                \(present)
                )
                GROUP BY participant, place
                ) AS noted USING participant, place
                """
        }
    }

    /// The whole statement, with a row for ``SymptomCell`` for each group and week or day.
    var text: String {
        let sums =
            [
                "count()", "sum(cell.2)", "sum(cell.3)", "sum(cell.3 * cell.3)", "sum(cell.3 * cell.2)",
                "sum(cell.2 * cell.2)", "sum(cell.3 > 0)",
            ] + (4...7).map { "sum(cell.\($0))" } + (4...7).map { "sum(cell.\($0) > 0)" }
        return """
            SELECT group_name, cell.1 AS place, \(sums.joined(separator: ", "))
            FROM (
            SELECT \(query.byGroup ? "cohort_group" : "''") AS group_name, arrayJoin(cells) AS cell
            FROM \(names.all(.participants)) FINAL
            ALL INNER JOIN (
            SELECT participant, groupArray((place, units, present, level_1, level_2, level_3, level_4)) AS cells
            FROM (
            \(units)
            )
            GROUP BY participant
            ) AS counted USING participant
            )
            GROUP BY group_name, place
            """
    }
}
