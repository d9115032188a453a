// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests that a record reads the columns that its query selects.
@Suite struct SelectedColumnsTests {
    private struct Member: FetchableRecord, Equatable {
        enum Columns: String, SelectedColumns {
            case first, second, added
            case lastUse = "last_use"

            var expression: String { self == .second ? "m.other" : "m.\(rawValue)" }
        }

        var first: Int
        var second: String?
        var added: Date
        var lastUse: Date?

        init(row: Row) throws {
            first = try row.value(of: Columns.first)
            second = try row.value(of: Columns.second)
            added = try row.date(of: Columns.added)
            lastUse = try row.dateIfPresent(of: Columns.lastUse)
        }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE member (added REAL, other TEXT, last_use REAL, first INTEGER);
                    INSERT INTO member VALUES (10, 'a', 20.5, 1), (11, NULL, NULL, 2);
                    """)
            return try body(db)
        }
    }

    @Test func `records read the columns that they select`() throws {
        #expect(
            Member.Columns.selection
                == "m.first AS first, m.other AS second, m.added AS added, m.last_use AS last_use")
        #expect(Member.Columns.selection(\.rawValue) == "first, second, added, last_use")
        let members = try read { db in
            try Member.fetchAll(db, sql: "SELECT \(Member.Columns.selection) FROM member AS m ORDER BY first")
        }
        #expect(members.map(\.first) == [1, 2])
        #expect(members.map(\.second) == ["a", nil])
        #expect(members.map(\.added.timeIntervalSince1970) == [10, 11])
        #expect(members.map { $0.lastUse?.timeIntervalSince1970 } == [20.5, nil])
    }

    @Test func `the order of columns does not matter`() throws {
        let (first, second) = try read { db in
            try (
                Member.fetchAll(db, sql: "SELECT \(Member.Columns.selection) FROM member AS m"),
                Member.fetchAll(db, sql: "SELECT *, other AS second FROM member")
            )
        }
        #expect(first == second)
    }

    @Test func `a column that is not selected is an error, also for an optional value`() throws {
        for sql in ["SELECT first, other AS second, added FROM member", "SELECT first, added, last_use FROM member"] {
            let error = #expect(throws: StoreError.self) { try read { db in try Member.fetchAll(db, sql: sql) } }
            #expect(error?.message.contains("does not select the column") == true)
        }
        #expect(throws: StoreError.self) {
            try read { db in try Row.fetchOne(db, sql: "SELECT 1 AS a")?.value(Int?.self, of: "b") }
        }
        #expect(throws: StoreError.self) {
            try read { db in try Row.fetchOne(db, sql: "SELECT 1 AS a")?.anyValue(of: "b") }
        }
        #expect(throws: StoreError.self) {
            try read { db in try Row.fetchOne(db, sql: "SELECT NULL AS a")?.value(Double?.self, of: "b") }
        }
        #expect(throws: StoreError.self) {
            try read { db in try Row.fetchOne(db, sql: "SELECT 1 AS a")?.value(Int.self, of: "b") }
        }
        try read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT NULL AS a, 'x' AS b"))
            #expect(try row.value(Int?.self, of: "a") == nil)
            #expect(throws: RowDecodingError.self) { try row.value(Int.self, of: "a") }
            #expect(try row.anyValue(of: "a").isNull)
            #expect(try row.value(String?.self, of: "b") == "x")
        }
    }

    @Test func `a value of another type is an error`() throws {
        #expect(throws: (any Error).self) {
            try read { db in try Row.fetchOne(db, sql: "SELECT NULL AS a")?.value(Int.self, of: "a") }
        }
    }

    @Test func `positions are those of the cases`() throws {
        func check<Columns: PositionedColumns>(_ columns: Columns.Type, _ selection: String) {
            #expect(columns.allCases.enumerated().allSatisfy { $0.offset == Int($0.element.rawValue) })
            #expect(columns.selection == selection)
        }
        check(ReadingColumn.self, "start, end, value")
        check(HeartbeatColumn.self, "time, preceded_by_gap")
        check(SamplePlaceColumn.self, "type, start, id")
        check(
            RoutePointColumn.self,
            "time, latitude, longitude, altitude, speed, course, horizontal_accuracy, vertical_accuracy, "
                + "course_accuracy, speed_accuracy")
        #expect(ReadingColumn.selection(through: .end) == "start, end")
        #expect(ReadingColumn.selection(through: .value) { "s.\($0)" } == "s.start, s.end, s.value")
        #expect(RawSample.columns == "type, start, id, coalesce(end, start), value, provenance, metadata, lag, ordinal")
        #expect(RawSample.columnsWithSaved.hasPrefix("s.type, s.start, s.id, coalesce(s.end, s.start), s.value, "))
    }

    @Test func `points of routes are the same by GRDB and by SQLite`() throws {
        let columns = "11.0, 2.0, 3.0, 4.0, NULL, 6.0, 7.0, NULL, 9.0, NULL"
        let (byRow, byHandle) = try DatabaseQueue().read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT \(columns)"))
            let statement = try db.makeStatement(sql: "SELECT \(columns)")
            var points: [RoutePoint] = []
            let cursor = try Row.fetchCursor(statement)
            while try cursor.next() != nil { points.append(RoutePoint(statement.sqliteStatement)) }
            return (try RoutePoint(row: row), try #require(points.first))
        }
        for point in [byRow, byHandle] {
            #expect([point.time, point.latitude, point.longitude, point.altitude] == [11, 2, 3, 4])
            #expect(point.speed.isNaN && point.verticalAccuracy.isNaN)
            #expect([point.course, point.horizontalAccuracy, point.courseAccuracy] == [6, 7, 9])
            #expect(point.speedAccuracy == nil)
        }
    }

    @Test func `members of efforts are read as they were stored`() throws {
        let store = try ScratchStore()
        for added in [nil, 5.0...7.5] {
            for isCounted in [true, false] {
                let candidate = EffortCandidate(
                    id: 3, source: 4, start: 1.5, end: 2.5, activity: .running, isOfApp: false, device: nil)
                let member = EffortMember(candidate, effort: 8, isCounted: isCounted, added: added)
                // A member replaces the earlier one of the same workout.
                try store.database.write { db in try member.insert(db) }
                let stored = try store.database.read { db in
                    try EffortMember.fetchAll(
                        db, sql: "SELECT \(EffortMember.Columns.selection) FROM effort_member WHERE workout = 3")
                }
                #expect(stored == [member])
            }
        }
    }
}
