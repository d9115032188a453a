// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Checks the tables of efforts, and determines the efforts again if they have faults.
enum EffortCheck {
    private static let members: [StoreRules.Rule] = [
        StoreRules.Rule(
            "effort_member refers to the missing workout at place ?",
            "SELECT workout FROM effort_member WHERE workout NOT IN (SELECT id FROM workout)"),
        StoreRules.Rule(
            "the workout at place ? of an effort has another source or another date than its sample",
            """
            SELECT m.workout FROM effort_member AS m JOIN workout AS w ON w.id = m.workout
            JOIN sample AS s ON s.start = w.start AND s.id = w.id
             AND s.type = (SELECT id FROM sample_type WHERE identifier = 'HKWorkoutTypeIdentifier')
            JOIN provenance AS p ON p.id = s.provenance
            WHERE m.source <> p.source OR m.start <> s.start OR m.end <> max(s.start, coalesce(s.end, s.start))
            """),
        StoreRules.Rule(
            "the effort of the workout at place ? does not contain that workout",
            """
            SELECT DISTINCT effort FROM effort_member AS m WHERE NOT EXISTS
            (SELECT 1 FROM effort_member AS s WHERE s.workout = m.effort AND s.effort = m.effort)
            """),
        StoreRules.Rule(
            "the effort of the workout at place ? has no other workouts",
            "SELECT effort FROM effort_member GROUP BY effort HAVING count(*) = 1"),
        StoreRules.Rule(
            "the effort of the workout at place ? does not have one workout whose samples count",
            """
            SELECT effort FROM effort_member GROUP BY effort
            HAVING sum(counted = 1) < 1 OR sum(counted NOT IN (0, 1)) > 0
            """),
    ]

    private static let choices: [StoreRules.Rule] = [
        StoreRules.Rule(
            "a decision about a workout has a UUID that is not 16 bytes",
            "SELECT 1 FROM effort_choice WHERE length(uuid) <> 16"),
        StoreRules.Rule(
            "the decision ? joins a workout with no other",
            "SELECT effort FROM effort_choice WHERE effort IS NOT NULL GROUP BY effort HAVING count(*) = 1"),
        StoreRules.Rule(
            "a decision about a workout neither joins it nor takes it out",
            "SELECT 1 FROM effort_choice WHERE effort IS NULL AND separate = 0 OR separate NOT IN (0, 1)"),
    ]

    /// Returns the faults as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        try StoreRules.run(db, members + choices) + contradictions(db) + severalCounted(db)
    }

    /// Returns the efforts with several workouts that count, although none of them is of several sports or covers consecutive parts, and no
    /// app saved one of them.
    private static func severalCounted(_ db: Database) throws -> [String] {
        guard let table = try EffortTable(db) else { return [] }
        var faults = FaultList(rest: "efforts do not have one workout whose samples count")
        let efforts = try Int64.fetchAll(
            db, sql: "SELECT effort FROM effort_member GROUP BY effort HAVING sum(counted = 1) > 1")
        for effort in efforts {
            let workouts = try table.members(ofEffort: effort).compactMap { try table.workout($0.workout) }
            if workouts.contains(where: \.isOfApp) || !EffortCandidate.wholes(of: workouts).isEmpty { continue }
            faults.add("the effort of the workout at place \(effort) does not have one workout whose samples count")
        }
        return faults.lines
    }

    /// Returns the efforts that differ from the decisions of the person.
    private static func contradictions(_ db: Database) throws -> [String] {
        guard let table = try EffortTable(db) else { return [] }
        let choices = try EffortChoices(db)
        var faults = FaultList(rest: "workouts are not in the effort that the person chose")
        for list in choices.joined where list.count > 1 {
            let efforts = try list.map { try table.member($0)?.effort }
            guard let effort = efforts[0], efforts.allSatisfy({ $0 == effort }) else {
                faults.add(
                    "the workout at place \(list[0]) is not in one effort with those that the person joined with it")
                continue
            }
        }
        for workout in choices.separate where choices.joined(with: workout).count < 2 {
            if try table.member(workout) != nil {
                faults.add("the workout at place \(workout) is in an effort, although the person took it out")
            }
        }
        return faults.lines
    }

    /// Removes decisions that decide nothing, and determines all efforts again, if there are faults.
    /// - Returns: The number of faults.
    static func repair(_ db: Database) throws -> Int {
        let faults = try findings(db)
        if faults.isEmpty { return 0 }
        try db.execute(
            sql: """
                DELETE FROM effort_choice WHERE length(uuid) <> 16;
                UPDATE effort_choice SET separate = 1 WHERE separate NOT IN (0, 1);
                """)
        try EffortChoices.removeSingle(db)
        try db.execute(sql: "DELETE FROM effort_member")
        // Kept sums left out the samples of the former copies.
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type") {
            guard try EffortCopies.isSummed(row.value(String.self, of: "identifier")) else { continue }
            try db.execute(
                sql: "DELETE FROM rollup WHERE type = ?", arguments: [try row.value(Int64.self, of: "id")])
        }
        // The efforts are determined at the end of the transaction.
        try EffortTable.noteChange(db, from: -1e18, to: 1e18)
        return faults.count
    }
}
