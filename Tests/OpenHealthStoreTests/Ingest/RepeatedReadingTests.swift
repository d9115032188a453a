// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStore

/// Readings that several files of a device contain, in one import and in several.
@Suite struct RepeatedReadingTests {
    /// 2024-06-14T00:00:00Z in seconds since 1970.
    private static let midnight = 1_718_323_200.0
    private static let watch = ProvenanceData(sourceName: "Garmin", device: DeviceData(manufacturer: "Garmin"))
    private static let account = ProvenanceData(sourceName: "Garmin Connect")
    private static let figures = ProvenanceData(sourceName: "Garmin Connect", productType: "Garmin 3113")
    private static let sleepScore = "OpenHealthKitQuantityTypeIdentifierGarminSleepScore"
    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    /// A file with readings of a type: the seconds from midnight, and the value.
    private struct File {
        var type = HKQuantityTypeIdentifier.heartRate.rawValue
        var source = watch
        var readings: [(start: Double, end: Double, value: Double)]

        init(_ readings: (Double, Double)...) { self.readings = readings.map { ($0.0, $0.0, $0.1) } }

        init(_ type: String, _ source: ProvenanceData, _ readings: (Double, Double, Double)...) {
            (self.type, self.source) = (type, source)
            self.readings = readings.map { ($0.0, $0.1, $0.2) }
        }

        init(_ type: HKQuantityTypeIdentifier, _ source: ProvenanceData, _ readings: (Double, Double, Double)...) {
            (self.type, self.source) = (type.rawValue, source)
            self.readings = readings.map { ($0.0, $0.1, $0.2) }
        }
    }

    /// Returns batches of an import of files, one for each.
    private static func batches(_ files: [File]) -> [SampleBatch] {
        var types: [String] = []
        var sources: [ProvenanceData] = []
        return files.map { file in
            var batch = SampleBatch()
            batch.hasRepeats = true
            if !types.contains(file.type) { (types, batch.newTypes) = (types + [file.type], [file.type]) }
            var source = file.source
            if file.type != sleep { source.unit = HealthTypes.named(file.type)?.canonicalUnit ?? "count" }
            if !sources.contains(source) { (sources, batch.newProvenances) = (sources + [source], [source]) }
            batch.rows = file.readings.map { reading in
                SampleRow(
                    type: Int32(types.firstIndex(of: file.type) ?? 0),
                    provenance: Int32(sources.firstIndex(of: source) ?? 0), start: midnight + reading.start,
                    end: midnight + reading.end, value: reading.value)
            }
            return batch
        }
    }

    @Test func `a score that is not possible does not replace one that is`() throws {
        try expect(
            [
                File(Self.sleepScore, Self.figures, (0, 28_800, 130)),
                File(Self.sleepScore, Self.account, (600, 28_800, 84)),
            ], ["600 28800 84.0"])
    }

    /// Expects the samples of files, as lines, in one import and in several, in each order.
    private func expect(
        _ files: [File], _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        func lineOf(_ record: SampleRecord) -> String {
            let seconds = [record.start, record.end].map { Int($0.timeIntervalSince1970 - Self.midnight) }
            return "\(seconds[0]) \(seconds[1]) \(record.value ?? .nan)"
        }
        for order in [files, files.reversed()] {
            let (together, separate) = (try ScratchStore(), try ScratchStore())
            let receipt = try together.importBatches(Self.batches(order))
            #expect(receipt.records.added == lines.count, sourceLocation: sourceLocation)
            for file in order { try separate.importBatches(Self.batches([file])) }
            for store in [together, separate] {
                let stored = try store.database.records(SampleRequest()).map(lineOf)
                #expect(stored.sorted() == lines.sorted(), sourceLocation: sourceLocation)
                for again in [files, files.reversed()] {
                    #expect(
                        try store.importBatches(Self.batches(again)).records.added == 0,
                        sourceLocation: sourceLocation)
                    for file in again {
                        #expect(
                            try store.importBatches(Self.batches([file])).records.added == 0,
                            sourceLocation: sourceLocation)
                    }
                }
                try store.expectNoFaults(sourceLocation: sourceLocation)
                #expect(try store.database.check().isHealthy, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func aReadingInTwoFilesIsOneSample() throws {
        try expect(
            [File((60, 60), (120, 61)), File((120, 61), (180, 62)), File((60, 60), (180, 62))],
            ["60 60 60.0", "120 120 61.0", "180 180 62.0"])
    }

    @Test func ofTwoReadingsOfOneTimeTheGreaterOneCounts() throws {
        try expect(
            [File((60, 60), (120, 61)), File((60, 64), (120, 60)), File((60, 62))], ["60 60 64.0", "120 120 61.0"])
    }

    /// Pushes a heart rate of the watch with an identifier, as a phone does.
    private static func push(_ value: Double, _ uuid: UUID, to store: ScratchStore) throws {
        var builder = PushBuilder(missing: [.device, .metadata], now: Date(timeIntervalSince1970: midnight + 600))
        builder.addQuantity(
            HKQuantityTypeIdentifier.heartRate.rawValue, value: value, unit: "count/min",
            PushBuilder.Reading(
                start: midnight + 60, end: midnight + 60, source: ProvenanceData(sourceName: "Garmin"), uuid: uuid,
                place: "/samples", index: 0))
        try store.database.ingest(builder.batch, app: "phone", now: Date(timeIntervalSince1970: midnight + 600))
    }

    @Test func aGreaterReadingKeepsTheCopyOfAConnection() throws {
        let (store, uuid) = (try ScratchStore(), UUID())
        try store.importBatches(Self.batches([File((60, 60))]))
        try Self.push(60, uuid, to: store)
        try store.importBatches(Self.batches([File((60, 64))]))
        try Self.push(60, uuid, to: store)
        #expect(try store.database.records(SampleRequest()).map(\.value) == [64])
        try store.expectNoFaults()
        #expect(try store.database.check().isHealthy)
    }

    @Test(arguments: [[64], [64, 66]])
    func `a greater reading has the workouts, correlations and attachments of the earlier one`(values: [Double]) throws
    {
        let store = try ScratchStore()
        try store.importBatches(Self.batches([File((60, 60))]))
        try store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO workout_sample (workout, id, type, start) SELECT 1000, id, type, start FROM sample;
                    INSERT INTO correlation_member (correlation, id, type, start) SELECT 1000, id, type, start FROM sample;
                    INSERT INTO attachment (uuid, sample, name, content_type, size, created)
                        SELECT x'01', id, 'a.txt', 'public.plain-text', 0, 0 FROM sample;
                    """)
        }
        try store.importBatches(Self.batches(values.map { File((60, $0)) }))
        #expect(try store.database.records(SampleRequest()).map(\.value) == [values.last])
        for table in ["workout_sample", "correlation_member"] {
            let linked = """
                SELECT count(*) FROM \(table) AS l JOIN sample AS s ON s.type = l.type AND s.start = l.start AND s.id = l.id
                """
            #expect(try store.count(linked) == 1)
            #expect(try store.count("SELECT count(*) FROM \(table)") == 1)
        }
        #expect(try store.count("SELECT count(*) FROM attachment AS a JOIN sample AS s ON s.id = a.sample") == 1)
    }

    @Test func aReadingOfAConnectionAndOfTwoFilesIsOneSample() throws {
        let store = try ScratchStore()
        try Self.push(60, UUID(), to: store)
        try store.importBatches(Self.batches([File((60, 60)), File((60, 60), (120, 61))]))
        #expect(try store.database.records(SampleRequest()).map(\.value) == [60, 61])
        try store.expectNoFaults()
        #expect(try store.database.check().isHealthy)
    }

    @Test func otherDevicesAndTypesHaveReadingsOfTheirOwn() throws {
        try expect(
            [
                File((60, 60)), File(.heartRate, Self.account, (60, 60, 60)),
                File(.respiratoryRate, Self.watch, (60, 60, 60)),
            ], ["60 60 60.0", "60 60 60.0", "60 60 60.0"])
        // Two sports have maximum oxygen uptakes of their own.
        try expect(
            [File(.vo2Max, Self.watch, (60, 60, 47)), File(.vo2Max, Self.watch, (60, 60, 51), (60, 60, 47))],
            ["60 60 47.0", "60 60 51.0"])
    }

    @Test func amountsAreCountedEach() throws {
        // Two glasses of water at one time are two.
        let store = try ScratchStore()
        let glasses = Self.batches([File(.dietaryWater, Self.account, (60, 60, 200), (60, 60, 200))])
        #expect(try store.importBatches(glasses).records.added == 2)
        #expect(try store.importBatches(glasses).records.added == 0)
    }

    @Test func ofTwoStagesWithOneStartTheLongerOneCounts() throws {
        try expect(
            [
                File(Self.sleep, Self.watch, (0, 600, 3), (600, 1200, 4)),
                File(Self.sleep, Self.watch, (0, 600, 3), (600, 1800, 4), (1800, 2400, 5)),
            ], ["0 600 3.0", "600 1800 4.0", "1800 2400 5.0"])
    }

    @Test func theTimeInBedOfAnAccountCountsWithoutStagesOfItsWatch() throws {
        let account = File(Self.sleep, Self.account, (-1800, 25_200, 0), (84_600, 111_600, 0))
        try expect(
            [account, File(Self.sleep, Self.watch, (0, 600, 3), (600, 1200, 4))],
            ["0 600 3.0", "600 1200 4.0", "84600 111600 0.0"])
        // A stage at the edge of the night is in it, and one of a nap is not.
        try expect(
            [account, File(Self.sleep, Self.watch, (25_200, 26_000, 2), (50_000, 52_000, 3))],
            ["25200 26000 2.0", "50000 52000 3.0", "84600 111600 0.0"])
        // Other devices say nothing about the account, and it says nothing about other sources.
        let phone = ProvenanceData(sourceName: "Phone")
        let other = ProvenanceData(sourceName: "Watch", device: DeviceData(manufacturer: "Apple Inc."))
        try expect(
            [account, File(Self.sleep, other, (0, 600, 3))], ["-1800 25200 0.0", "0 600 3.0", "84600 111600 0.0"])
        try expect(
            [File(Self.sleep, phone, (-1800, 25_200, 0)), File(Self.sleep, Self.watch, (0, 600, 3))],
            ["-1800 25200 0.0", "0 600 3.0"])
    }

    @Test func aNightHasTheScoreOfTheWatch() throws {
        let watch = File(Self.sleepScore, Self.figures, (-1800, 25_200, 81))
        let account = File(Self.sleepScore, Self.account, (-1500, 26_000, 82))
        try expect([watch, account], ["-1800 25200 81.0"])
        let next = File(Self.sleepScore, Self.account, (84_600, 111_600, 70))
        try expect([watch, account, next], ["-1800 25200 81.0", "84600 111600 70.0"])
    }

    @Test func aDayHasTheRestingHeartRateOfTheAccount() throws {
        let watch = File(.restingHeartRate, Self.figures, (36_000, 36_000, 52), (122_400, 122_400, 53))
        let account = File(.restingHeartRate, Self.account, (36_000, 36_000, 47))
        try expect([watch, account], ["36000 36000 47.0", "122400 122400 53.0"])
        // The document does not state the zone.
        let noon = File(.restingHeartRate, Self.account, (43_200, 43_200, 47))
        try expect([watch, noon], ["43200 43200 47.0", "122400 122400 53.0"])
    }

    @Test func inputsOfOtherFormatsKeepTheirDuplicates() throws {
        let store = try ScratchStore()
        var batches = Self.batches([File((60, 60), (60, 60))])
        batches[0].hasRepeats = false
        #expect(try store.importBatches(batches).records.added == 2)
        #expect(try store.importBatches(batches).records.added == 0)
    }

    @Test func aReplacedSampleIsADeletionForOthers() throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches([File((60, 60))]))
        try store.importBatches(Self.batches([File((60, 61))]))
        #expect(try store.count("SELECT count(*) FROM deletion") == 1)
        // A sample that the same import replaces has not been seen by any reader.
        let other = try ScratchStore()
        try other.importBatches(Self.batches([File((60, 60)), File((60, 61))]))
        #expect(try other.count("SELECT count(*) FROM deletion") == 0)
        #expect(try other.count("SELECT count(*) FROM sample") == 1)
    }

    @Test func scoresOfMoreThanAHundredAreNotPossible() throws {
        let store = try ScratchStore()
        let scores = ["GarminSleepScore", "GarminStressLevel", "GarminTrainingReadiness"]
        for (index, name) in scores.enumerated() {
            let type = "OpenHealthKitQuantityTypeIdentifier" + name
            let later = Double(index + 1) * 90_000
            let file = File(type, Self.account, (0, 60, 100), (later, later + 60, 101))
            let receipt = try store.importBatches(Self.batches([file]))
            #expect(receipt.records.added == 2)
            #expect(receipt.diagnostics.map(\.element) == [type])
            #expect(receipt.diagnostics.first?.reason.hasPrefix("a value is not possible, at ") == true)
        }
    }
}
