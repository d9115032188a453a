// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the check of the tables of efforts, and of its repair.
@Suite struct EffortCheckTests {
    static let faults: [CheckTests.Fault] = [
        .init(
            "INSERT INTO effort_member VALUES (999, (SELECT min(effort) FROM effort_member), 0, 1, 0, 0, NULL, NULL)",
            "effort_member refers to the missing workout at place 999"),
        .init("UPDATE effort_member SET end = end + 1 WHERE counted = 0", "has another source or another date"),
        .init("UPDATE effort_member SET source = 99 WHERE counted = 0", "has another source or another date"),
        .init("UPDATE effort_member SET effort = 5000", "the effort of the workout at place 5000 does not contain"),
        .init("UPDATE effort_member SET effort = workout", "has no other workouts"),
        .init("DELETE FROM effort_member WHERE workout <> effort", "has no other workouts"),
        .init("UPDATE effort_member SET counted = 1", "does not have one workout whose samples count"),
        .init("UPDATE effort_member SET counted = 0", "does not have one workout whose samples count"),
        .init("INSERT INTO effort_choice VALUES (x'00', NULL, 1)", "has a UUID that is not 16 bytes"),
        .init("INSERT INTO effort_choice VALUES (zeroblob(16), 7, 0)", "the decision 7 joins a workout with no other"),
        .init("INSERT INTO effort_choice VALUES (zeroblob(16), NULL, 0)", "neither joins it nor takes it out"),
        .init("INSERT INTO effort_choice VALUES (zeroblob(16), NULL, 5)", "neither joins it nor takes it out"),
        .init(
            "INSERT INTO effort_choice SELECT uuid, NULL, 1 FROM sample_uuid WHERE id = (SELECT max(id) FROM workout)",
            "is in an effort, although the person took it out"),
        .init(
            """
            INSERT INTO effort_choice SELECT uuid, 3, 0 FROM sample_uuid WHERE id IN (SELECT id FROM workout);
            DELETE FROM effort_member;
            """, "is not in one effort with those that the person joined with it"),
    ]

    @Test func effortsOfASoundStoreHaveNoFaults() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        #expect(try store.database.check().findings == [])
        try store.database.efforts.split(copy)
        #expect(try store.database.check().findings == [])
        try store.database.efforts.join([watch, copy])
        #expect(try store.database.check().findings == [])
        #expect(try store.database.repair().repaired == [])
    }

    @Test(arguments: faults) func eachFaultIsFoundAndRepaired(_ fault: CheckTests.Fault) throws {
        let (store, _, _) = try MadeEfforts.runAndCopy()
        let before = try MadeEfforts.distance(store)
        let queue = try DatabaseQueue(path: store.database.url.path)
        try queue.write { db in try db.execute(sql: fault.sql) }
        try queue.close()
        let findings = try store.database.check().findings
        #expect(findings.contains { $0.contains(fault.finding) && $0.contains("--repair") }, "\(findings)")
        let report = try store.database.repair()
        #expect(report.repaired.contains { $0.contains("all efforts were determined again") }, "\(report)")
        #expect(try store.database.check().findings == [])
        #expect(try store.database.repair().repaired == [])
        // A decision that names a workout remains.
        let isSplit = fault.sql.contains("NULL, 1 FROM")
        #expect(try MadeEfforts.sources(store).count == (isSplit ? 2 : 1))
        // The copy measured the same moments as the watch.
        #expect(try MadeEfforts.distance(store) == before)
    }
}
