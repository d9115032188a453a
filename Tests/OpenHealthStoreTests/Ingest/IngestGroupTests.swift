// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Imports in one transaction.
@Suite struct IngestGroupTests {
    private static func steps(_ count: Int) -> BatchList { BatchList(IngestFailureTests.batches(count)) }

    private func ingest(
        _ source: sending any SampleBatchSource, _ name: String, into group: IngestGroup
    ) throws -> ImportReceipt {
        try group.ingest(source, options: .init(file: name), progress: nil)
    }

    @Test func aSourceWithAnErrorLeavesNothingAndTheOthersOfTheGroupAreStored() throws {
        let store = try ScratchStore()
        let records = try store.database.ingestTogether { group in
            let first = try ingest(Self.steps(1), "first", into: group)
            #expect(throws: FailingSource.Failure.self) {
                let batches = IngestFailureTests.batches(1, from: 5_000_000)
                _ = try ingest(FailingSource(after: batches), "failed", into: group)
            }
            // The group is one transaction.
            #expect(
                try store.readAsOtherProgram { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") } == 0)
            return [first, try ingest(Self.steps(2), "last", into: group)].map(\.records)
        }
        #expect(records.map(\.read) == [2000, 4000])
        #expect(records.map(\.added) == [2000, 2000])
        #expect(records.map(\.alreadyPresent) == [0, 2000])
        #expect(try store.database.imports().map(\.file) == ["first", "last"])
        #expect(try store.count("SELECT count(*) FROM sample") == 4000)
        try store.expectNoFaults()
    }

    @Test func anErrorOfTheGroupLeavesTheStoreUnchanged() throws {
        let store = try ScratchStore()
        #expect(throws: FailingSource.Failure.self) {
            try store.database.ingestTogether { group in
                _ = try ingest(Self.steps(1), "first", into: group)
                _ = try ingest(FailingSource(after: IngestFailureTests.batches(2)), "failed", into: group)
            }
        }
        #expect(try store.database.imports().isEmpty)
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        try store.expectNoFaults()
    }

    @Test func receiptsCountTheCopiesAmongTheSourcesSoFar() throws {
        let store = try ScratchStore()
        let documents = [[("Watch", 0.0)], [("Strava", 5), ("Strava", 86_400)], [("Polar", 10), ("Polar", 86_410)]]
        let copies = try store.database.ingestTogether { group in
            try documents.map { workouts in
                let bytes = Array(MadeEfforts.document(workouts).utf8)
                return try ingest(AppleHealthExportReader(data: bytes, name: "export.xml"), "export.xml", into: group)
                    .copies
            }
        }
        #expect(copies == [0, 1, 2])
        #expect(
            try MadeEfforts.sources(store).map { $0.sorted() } == [["Polar", "Strava", "Watch"], ["Polar", "Strava"]])
        #expect(try store.database.check().findings == [])
    }
}
