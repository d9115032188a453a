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

    @Test func aCountContinuesTheOneBeforeItInADayWithTwoOffsets() {
        let counts = [(1800, 3000, 8), (90_000, 8000, 4)].map { (seconds: Int64, steps: Int64, quarters: Int64) in
            DayCount(
                time: Self.midnight + seconds, hundredths: steps * 100, quarters: quarters, fileStart: Self.midnight)
        }
        #expect(Set(counts.map(\.day)).count == 1)
        #expect(DayCount.differences(counts).map(\.value) == [3000, 5000])
    }

    @Test(arguments: [0, 5]) func theLastCountOfADayAndTheFirstOfTheNextAreAtMidnight(first: Int64) throws {
        let evening = File(start: 0, counts: [(72_000, 8000), (86_400, 9000)])
        let morning = File(start: 86_400, counts: [(86_400, first), (115_200, 700)])
        let expected = ["0 72000 8000", "72000 86400 1000", "86400 115200 700"]
        for files in [[evening, morning], [morning, evening]] {
            let (together, separate) = (try ScratchStore(), try ScratchStore())
            var batch = files[0].batch
            batch.counts += files[1].batch.counts
            try together.importBatches([batch])
            #expect(try samples(together) == expected)
            for file in files { try separate.importBatches([file.batch]) }
            #expect(try samples(separate) == expected)
            for file in files { #expect(try separate.importBatches([file.batch]).records.added == 0) }
            try separate.expectNoFaults()
        }
        // One file has both, and the order of its counts does not matter.
        let whole = File(start: 0, counts: [(115_200, 700), (86_400, first), (72_000, 8000), (86_400, 9000)])
        let store = try ScratchStore()
        try store.importBatches([whole.batch])
        #expect(try samples(store) == expected)
        // The first count of a day without the day before is no count of that day.
        let alone = try ScratchStore()
        try alone.importBatches([morning.batch])
        #expect(try samples(alone) == ["86400 115200 700"])
    }

    @Test func countsOfOneTimeGiveNoSampleWithoutALength() {
        func differences(_ counts: [(seconds: Int64, steps: Int64, start: Int64)]) -> [[Int64]] {
            let counts = counts.map {
                DayCount(
                    time: Self.midnight + $0.seconds, hundredths: $0.steps * 100, quarters: 8,
                    fileStart: Self.midnight + $0.start)
            }
            let found = DayCount.differences(counts)
            #expect(found == DayCount.differences(counts.reversed()))
            return found.map { [$0.start - Self.midnight, $0.end - Self.midnight, $0.hundredths / 100] }
        }
        // A file ends, and the next one begins with the same count or a greater one.
        let next: [(seconds: Int64, steps: Int64, start: Int64)] = [(43_200, 2003, 43_200), (46_800, 2500, 43_200)]
        #expect(differences([(43_200, 2000, 100)] + next) == [[100, 43_200, 2003], [43_200, 46_800, 497]])
        #expect(
            differences([(28_800, 1000, 0), (43_200, 2003, 0)] + next)
                == [[0, 28_800, 1000], [28_800, 43_200, 1003], [43_200, 46_800, 497]])
        // A device that was switched off begins anew.
        #expect(
            differences([(43_200, 2000, 0), (43_200, 0, 0), (46_800, 300, 0)]) == [
                [0, 43_200, 2000], [43_200, 46_800, 300],
            ])
        // A file begins with a count within a minute after midnight.
        #expect(differences([(30, 5, 30)]) == [[0, 30, 5]])
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
