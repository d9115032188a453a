// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests that the work for statistics by source is proportional to the number of sources.
@Suite(.timeLimit(.usual)) struct ManySourcesTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let week = 7 * 86_400.0

    /// Returns a store with one sample for each source, and an earlier sample of the first one.
    /// - Parameter step: The distance between the samples, in seconds.
    private static func store(_ count: Int, step: Double, from begin: Double = 1_600_000_000) throws -> ScratchStore {
        let store = try ScratchStore()
        var batch = SampleBatch()
        batch.newTypes = [steps]
        batch.newProvenances = (0..<count).map { ProvenanceData(sourceName: "Source \($0)", unit: "count") }
        batch.rows = (-1..<count).map { number in
            let start = number < 0 ? begin - 5000 : begin + Double(number) * step
            return SampleRow(
                type: 0, provenance: Int32(max(number, 0)), start: start, end: start + 10, value: Double(number + 2))
        }
        try store.importBatches([batch])
        return store
    }

    @Test func `sources without samples in a block have no rows for it`() throws {
        let count = 60
        let store = try Self.store(count, step: 5 * Self.week)
        let request = StatisticsRequest(type: Self.steps, separateBySource: true)
        let first = try store.database.statistics(request)
        #expect(first.first?.sources?.count == count)
        store.database.waitForRollups()
        let rows = try store.count("SELECT count(*) FROM rollup")
        // A row with samples, and a few rows of up to 128 empty blocks before and after it, for each source and for all together.
        #expect(rows > count && rows <= count * 6 + 2 * count)
        #expect(try store.database.statistics(request) == first)
        #expect(try store.database.check().findings == [])
    }

    @Test func `the samples at the edge of a range are read once for all sources`() throws {
        func work(_ count: Int) throws -> Int {
            // The range ends within the cell that contains all samples but one.
            let begin = (1_600_000_000 / RollupCells.seconds).rounded(.up) * RollupCells.seconds
            let store = try Self.store(count, step: 0.1, from: begin)
            let request = StatisticsRequest(
                type: Self.steps, to: Date(timeIntervalSince1970: begin + 100), separateBySource: true)
            let expected = try store.database.statistics(request)
            #expect(expected.first?.sources?.count == count)
            store.database.waitForRollups()
            return try store.database.write { db in
                try WorkCount.of(db) {
                    let type = try #require(try RecordReader.typeNumber(db, of: Self.steps))
                    let plan = try #require(try RollupPlan(db, request, type: type))
                    _ = try RollupReader(request: request, plan: plan, db: db).rows(made: [])
                }
            }
        }
        let (few, many) = (try work(100), try work(400))
        #expect(many <= 5 * few, "\(few), \(many)")
    }
}
