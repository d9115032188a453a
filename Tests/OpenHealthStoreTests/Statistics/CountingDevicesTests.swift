// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Devices of one source that count steps for themselves.
@Suite struct CountingDevicesTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    /// 2024-03-09 00:00 UTC.
    private static let day = 1_709_942_400.0

    private struct Device {
        var model: String?
        var serial: String?
        var software: String?

        var provenance: ProvenanceData {
            ProvenanceData(
                sourceName: "Garmin", sourceVersion: software,
                device: DeviceData(
                    manufacturer: "Garmin", model: model, software: software, localIdentifier: serial), unit: "count")
        }
    }

    private static func batch(
        _ device: Device, _ samples: [(from: Double, to: Double, steps: Double)]
    ) -> SampleBatch {
        var batch = SampleBatch()
        batch.newTypes = [steps]
        batch.newProvenances = [device.provenance]
        batch.rows = samples.map {
            SampleRow(
                type: 0, provenance: 0, start: day + $0.from * 3600, end: day + $0.to * 3600, value: $0.steps)
        }
        return batch
    }

    /// Returns the sum over all sources, that of the only source, and the total of the explanation.
    private static func sums(_ store: ScratchStore) throws -> [Double?] {
        let row = try #require(
            try store.database.statistics(StatisticsRequest(type: steps, separateBySource: true)).first)
        #expect(row.sources?.count == 1)
        let (from, to) = (Date(timeIntervalSince1970: day), Date(timeIntervalSince1970: day + 86_400))
        let explanation = try store.database.explanation(type: steps, from: from, to: to)
        #expect(explanation.stretches.allSatisfy { $0.source.name == "Garmin" })
        return [row.figures.sum, row.sources?.first?.figures.sum, explanation.total]
    }

    private static let first: [(from: Double, to: Double, steps: Double)] = [(0, 8, 1000), (8, 20, 7000)]
    private static let second: [(from: Double, to: Double, steps: Double)] = [(0, 8, 1100), (8, 20, 7000)]

    @Test func eachMomentCountsOnceInAnyOrderOfImports() throws {
        let pairs = [
            (Device(model: "3113", serial: "1"), Device(model: "3999", serial: "1")),
            (Device(model: "3113", serial: "7"), Device(model: "3113", serial: "12")),
            // Other samples of the source come after none of its devices.
            (Device(model: "3113", serial: "7"), Device(model: "3113", serial: nil)),
        ]
        for (worse, better) in pairs {
            let batches = [Self.batch(worse, Self.first), Self.batch(better, Self.second)]
            for batches in [batches, batches.reversed()] {
                let store = try ScratchStore()
                for batch in batches {
                    try store.importBatches([batch])
                    // The cells of the first import are read again after the second.
                    _ = try Self.sums(store)
                    store.database.waitForRollups()
                }
                #expect(try Self.sums(store) == [8100, 8100, 8100])
                store.database.waitForRollups()
                #expect(try Self.sums(store) == [8100, 8100, 8100])
                #expect(try store.database.check().findings == [])
            }
        }
    }

    @Test func aDeviceFillsTheGapsOfAnother() throws {
        let store = try ScratchStore()
        try store.importBatches([Self.batch(Device(model: "3999", serial: "1"), [(0, 8, 1000)])])
        try store.importBatches([Self.batch(Device(model: "3113", serial: "2"), [(4, 12, 800), (12, 13, 50)])])
        #expect(try Self.sums(store) == [1450, 1450, 1450])
    }

    @Test func samplesOfOneDeviceAddUp() throws {
        // Kinds of activity are counts of one device, also under two versions of its software.
        let (old, new) = (
            Device(model: "3113", serial: "1", software: "10.00"), Device(model: "3113", serial: "1", software: "11.00")
        )
        let store = try ScratchStore()
        try store.importBatches([Self.batch(old, [(0, 8, 1000), (1, 5, 300)])])
        try store.importBatches([Self.batch(new, [(7, 9, 20)])])
        #expect(try Self.sums(store) == [1320, 1320, 1320])
    }

    @Test func sumsOfWholeCountsAreWhole() throws {
        let store = try ScratchStore()
        // Neither the ends nor the lengths are whole quarters of an hour.
        try store.importBatches([
            Self.batch(Device(model: "3113", serial: "1"), [(0.11, 13.37, 2500), (13.37, 20.41, 5500)])
        ])
        for _ in 0..<2 {
            let row = try #require(try store.database.statistics(StatisticsRequest(type: Self.steps)).first)
            #expect(row.figures.sum == 8000)
            store.database.waitForRollups()
        }
    }

    // MARK: Health Connect

    private struct Walk {
        var from: String
        var to: String
        var steps: Int
        var model: String?
        var origin = "com.sec.android.app.shealth"

        var json: String {
            let device = model.map { ", \"device\": {\"manufacturer\": \"samsung\", \"model\": \"\($0)\"}" } ?? ""
            return """
                {"count": \(steps), "start_time": "2024-03-09T\(from):00Z", "end_time": "2024-03-09T\(to):00Z",
                 "metadata": {"data_origin": "\(origin)", "recording_method": 2\(device)}}
                """
        }
    }

    /// Returns the sum of walks in one push, which is that of a push for each.
    private static func total(_ walks: [Walk]) throws -> Double? {
        let together = try total(walks, pushes: [walks])
        #expect(try total(walks, pushes: walks.map { [$0] }) == together)
        return together
    }

    private static func total(_ walks: [Walk], pushes: [[Walk]]) throws -> Double? {
        let store = try ScratchStore()
        for walks in pushes + pushes {
            try store.pushHealthConnect("{\"steps\": [\(walks.map(\.json).joined(separator: ","))]}")
        }
        #expect(try store.count("SELECT count(*) FROM sample") == walks.count)
        let sum = try store.database.statistics(StatisticsRequest(type: steps)).first?.figures.sum
        store.database.waitForRollups()
        #expect(try store.database.statistics(StatisticsRequest(type: steps)).first?.figures.sum == sum)
        let (from, to) = (Date(timeIntervalSince1970: day), Date(timeIntervalSince1970: day + 86_400))
        #expect(try store.database.explanation(type: steps, from: from, to: to).total == sum)
        return sum
    }

    private static let phone = "SM-N980F"
    private static let watch = "SM-R390"

    @Test func aPhoneAndAWatchOfAnAppOfHealthConnectCountOnce() throws {
        let phone = Walk(from: "10:00", to: "11:00", steps: 900, model: Self.phone)
        let watch = Walk(from: "10:00", to: "11:00", steps: 1000, model: Self.watch)
        #expect(try Self.total([phone, watch]) == 1000)
        #expect(try Self.total([watch, phone]) == 1000)
        // A half of the hour is that of the watch, and the other half that of the phone.
        let part = Walk(from: "10:15", to: "10:45", steps: 500, model: Self.watch)
        #expect(try Self.total([phone, part]) == 950)
        // Times apart add up.
        let later = Walk(from: "11:00", to: "12:00", steps: 70, model: Self.phone)
        #expect(try Self.total([phone, watch, later]) == 1070)
    }

    @Test func equalRecordsOfTwoDevicesOfAnAppAreTwo() throws {
        let phone = Walk(from: "10:00", to: "10:10", steps: 100, model: Self.phone)
        let watch = Walk(from: "10:00", to: "10:10", steps: 100, model: Self.watch)
        let later = Walk(from: "10:05", to: "10:15", steps: 40, model: Self.watch)
        for walks in [[phone, watch, later], [watch, phone, later], [later, phone, watch]] {
            #expect(try Self.total(walks) == 140)
        }
    }

    @Test func recordsOfOneDeviceOfHealthConnectAddUp() throws {
        let one = Walk(from: "10:00", to: "11:00", steps: 900, model: Self.watch)
        let other = Walk(from: "10:30", to: "10:40", steps: 100, model: Self.watch)
        #expect(try Self.total([one, other]) == 1000)
    }

    @Test func appsOfHealthConnectAreSourcesOfTheirOwn() throws {
        let store = try ScratchStore()
        let walks = [
            Walk(from: "10:00", to: "11:00", steps: 900, model: Self.phone),
            Walk(from: "10:00", to: "11:00", steps: 1000, model: Self.watch, origin: "com.example.steps"),
        ]
        try store.pushHealthConnect("{\"steps\": [\(walks.map(\.json).joined(separator: ","))]}")
        let request = StatisticsRequest(type: Self.steps, separateBySource: true)
        #expect(try store.database.statistics(request).first?.sources?.count == 2)
    }

    @Test func cellsOfEarlierVersionsAreRemoved() throws {
        let store = try ScratchStore()
        try store.pushHealthConnect(
            "{\"steps\": [\(Walk(from: "10:00", to: "11:00", steps: 900, model: Self.phone).json)]}")
        let (from, to) = (Date(timeIntervalSince1970: Self.day), Date(timeIntervalSince1970: Self.day + 86_400))
        _ = try store.database.statistics(StatisticsRequest(type: Self.steps, from: from, to: to))
        store.database.waitForRollups()
        #expect(try store.count("SELECT count(*) FROM rollup") > 0)
        try store.database.write { db in
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [SchemaV32.identifier])
        }
        let opened = try HealthDatabase(url: store.database.url)
        #expect(try opened.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rollup") } == 0)
        #expect(try opened.check().isHealthy)
    }
}
