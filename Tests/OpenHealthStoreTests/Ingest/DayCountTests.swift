// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStore

/// The counts of days that several files have, in one import and in several.
@Suite struct DayCountTests {
    /// Midnight of 2024-06-14 in a zone two hours east of UTC, in seconds since 1970.
    private static let midnight: Int64 = 1_718_316_000

    /// A file with counts of steps.
    private struct File {
        var start: Int64
        /// The seconds since midnight, and the steps.
        var counts: [(seconds: Int64, steps: Int64)]
        var activity: Int64 = 6

        var batch: SampleBatch {
            var batch = SampleBatch()
            batch.newTypes = [HKQuantityTypeIdentifier.stepCount.rawValue]
            batch.newProvenances = [ProvenanceData(sourceName: "Forerunner", unit: "count")]
            batch.counts = counts.map { count in
                DayCountRow(
                    type: 0, provenance: 0, activity: activity,
                    count: DayCount(
                        time: midnight + count.seconds, hundredths: count.steps * 100, quarters: 8,
                        fileStart: midnight + start))
            }
            return batch
        }
    }

    /// Three files of a day, and one that begins before midnight.
    private static let files = [
        File(start: 0, counts: [(3600, 100), (7200, 250)]),
        File(start: 9000, counts: [(9000, 260), (10_800, 400)]),
        File(start: 20_000, counts: [(20_000, 900), (30_000, 1500)]),
        File(start: 80_000, counts: [(80_000, 1500), (86_400, 1600), (90_000, 30)]),
    ]
    private static let samples = [
        "0 3600 100", "3600 7200 150", "7200 9000 10", "9000 10800 140", "10800 20000 500", "20000 30000 600",
        "80000 86400 100", "86400 90000 30",
    ]

    private func samples(_ store: ScratchStore) throws -> [String] {
        try store.database.records(SampleRequest(types: [HKQuantityTypeIdentifier.stepCount.rawValue])).map {
            let (start, end) = ($0.start.timeIntervalSince1970, $0.end.timeIntervalSince1970)
            return "\(Int64(start) - Self.midnight) \(Int64(end) - Self.midnight) \(Int($0.value ?? 0))"
        }.sorted()
    }

    @Test func filesInSeveralImportsGiveTheSamplesOfOneImportInAnyOrder() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<6 {
            let store = try ScratchStore()
            for file in Self.files.shuffled(using: &random) { try store.importBatches([file.batch]) }
            #expect(try samples(store) == Self.samples.sorted())
            for file in Self.files.shuffled(using: &random) {
                #expect(try store.importBatches([file.batch]).records.added == 0)
            }
            #expect(try samples(store) == Self.samples.sorted())
            try store.expectNoFaults()
        }
    }

    @Test func aSampleThatALaterFileDividesIsDeleted() throws {
        let store = try ScratchStore()
        try store.importBatches([Self.files[0].batch])
        try store.importBatches([Self.files[2].batch])
        #expect(try samples(store).contains("7200 20000 650"))
        let receipt = try store.importBatches([Self.files[1].batch])
        #expect(receipt.records.added == 3)
        #expect(try samples(store) == Self.samples.prefix(6).sorted())
        #expect(try store.count("SELECT count(*) FROM deletion") == 1)
    }

    @Test func kindsOfActivityHaveCountsOfTheirOwn() throws {
        let store = try ScratchStore()
        var run = File(start: 0, counts: [(3600, 100), (7200, 120)])
        try store.importBatches([run.batch])
        run.activity = 1
        try store.importBatches([run.batch])
        #expect(try samples(store) == ["0 3600 100", "0 3600 100", "3600 7200 20", "3600 7200 20"])
    }

    @Test func aDayCanHaveOneCount() {
        func differences(_ seconds: Int64, fileStart: Int64?) -> [[Int64]] {
            let count = DayCount(
                time: Self.midnight + seconds, hundredths: 50_000, quarters: 8,
                fileStart: fileStart.map { Self.midnight + $0 } ?? 0)
            return DayCount.differences([count]).map { [$0.start - Self.midnight, $0.end - Self.midnight] }
        }
        #expect(differences(86_400, fileStart: 0) == [[0, 86_400]])
        #expect(differences(86_400, fileStart: 36_000) == [[36_000, 86_400]])
        // A file that begins with a count continues another one.
        #expect(differences(86_400, fileStart: 86_400) == [] && differences(50_000, fileStart: 49_990) == [])
        #expect(differences(86_400, fileStart: nil) == [] && differences(50_000, fileStart: nil) == [[0, 50_000]])
    }

    @Test func countsAreStoredAsBytesThatAreReadUpToTheFirstFault() throws {
        let store = try ScratchStore()
        try store.importBatches([Self.files[0].batch])
        #expect(try store.count("SELECT count(*) FROM day_count WHERE former IS NULL") == 1)
        let bytes = DayCount.encoded(Self.files[0].batch.counts.map(\.count))
        #expect(DayCount.decoded(bytes) == Self.files[0].batch.counts.map(\.count))
        #expect(DayCount.decoded(bytes.dropLast()).count == 1)
        #expect(DayCount.decoded([0xFF, 0xFF, 0xFF]) == [])
    }
}
