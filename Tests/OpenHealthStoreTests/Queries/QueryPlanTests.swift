// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the query plans of queries that must stay fast: a query in key order neither scans nor sorts.
@Suite struct QueryPlanTests {
    private func plan(_ sql: String) throws -> [String] {
        let store = try ScratchStore()
        return try store.database.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            let count = (1...9).last { sql.contains("?\($0)") } ?? sql.count { $0 == "?" }
            return try Row.fetchAll(statement, arguments: StatementArguments(Array(repeating: 1, count: count))).map {
                $0["detail"]
            }
        }
    }

    @Test func rangesUseTheKeyInBothDirections() throws {
        for newestFirst in [false, true] {
            let lines = try plan(SampleScan.sql(SampleScan.Request(type: 1, newestFirst: newestFirst)))
            #expect(lines.contains("SEARCH s USING PRIMARY KEY (type=? AND start>? AND start<?)"))
            #expect(!lines.contains { $0.contains("SCAN") || $0.contains("TEMP") })
        }
    }

    @Test func runsAndSinglesUseTheKey() throws {
        #expect(try plan(SampleRows.run) == ["SEARCH sample USING PRIMARY KEY (type=? AND start>? AND start<?)"])
        #expect(try plan(SampleRows.single) == ["SEARCH sample USING PRIMARY KEY (type=? AND start=? AND id=?)"])
    }

    @Test func changesUseTheirKeys() throws {
        let runs = try plan(ChangeReader.runsAfter)
        #expect(runs.contains("SEARCH change_run USING INTEGER PRIMARY KEY (rowid>?)"))
        #expect(!runs.contains { $0.contains("SCAN") || $0.contains("TEMP") })
        #expect(try plan(ChangeReader.deletionsAfter) == ["SEARCH deletion USING INTEGER PRIMARY KEY (rowid>?)"])
    }

    @Test func storedUUIDsUseTheirIndex() throws {
        let lookup = try plan("SELECT type, start, id FROM sample_uuid WHERE uuid = ?1")
        #expect(lookup == ["SEARCH sample_uuid USING INDEX sample_uuid_uuid (uuid=?)"])
    }

    @Test func deletedUUIDsUseTheirIndex() throws {
        #expect(
            try plan(ChangeReader.deletionSources) == ["SEARCH deletion USING INDEX deletion_uuid (uuid=?)"])
    }

    /// The cost of reading changes depends on the later changes, not on the size of the store.
    @Test func changesReadFewRows() throws {
        let store = try ScratchStore()
        try store.database.save((0..<5000).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        let anchor = try store.database.latestChange()
        try store.database.save([MadeSamples.steps(2, from: 100_000)], source: MadeSamples.app)
        let steps = try store.database.read { db in
            let changes = try ChangeReader(RecordReader(db), after: anchor, types: nil)
            var count = 0
            while try changes.next() != nil { count += 1 }
            return count
        }
        #expect(steps == 1)
        #expect(try store.count("SELECT count(*) FROM change_run WHERE last > \(anchor)") == 1)
        #expect(try store.count("SELECT max(last - first) FROM change_run") < 512)
    }
}
