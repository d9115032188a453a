// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

@Suite struct PushTests {
    /// Returns the type of quantities or categories.
    private static func sampleType(_ type: HealthTypeDescription) -> HKSampleType {
        type.kind == .quantity
            ? HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
            : HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier))
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a push sends every sample, and a second one nothing`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore()
        defer { store.remove() }
        let name = try Pseudonym("w001")
        let receipt = try await warehouse.push(store.database, as: name)
        let changes = try store.database.changes(after: 0)
        #expect(receipt.samples == changes.added.count)
        #expect(receipt.anchor == changes.anchor)
        #expect(receipt.days > 0)
        try await warehouse.expectSame(as: store, name)
        let rows = try await warehouse.rows()
        let again = try await warehouse.push(store.database, as: name)
        #expect(again.blocks == 0)
        #expect(again.samples == 0)
        #expect(again.days == 0)
        #expect(again.anchor == receipt.anchor)
        #expect(try await warehouse.rows() == rows)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `new, deleted and restored samples are sent`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore()
        defer { store.remove() }
        let name = try Pseudonym("w001")
        _ = try await warehouse.push(store.database, as: name)
        let saved = try store.addSamples(days: 0..<10)
        let added = try await warehouse.push(store.database, as: name)
        #expect(added.samples == saved.count)
        #expect(added.deletions == 0)
        try await warehouse.expectSame(as: store, name, "added")

        // One type is removed completely, and samples unknown to the shard are saved and deleted.
        let headaches = try store.database.changes(after: 0, types: ["HKCategoryTypeIdentifierHeadache"]).added
        let unheard = try store.addSamples(days: 20..<22)
        let others = Array(saved.prefix(2))
        try store.database.delete(
            headaches.map(\.uuid) + unheard.filter { uuid in !headaches.contains { $0.uuid == uuid } })
        let left = try store.database.changes(after: 0, types: ["HKCategoryTypeIdentifierHeadache"]).added
        try store.database.delete(left.map(\.uuid) + others)
        let deleted = try await warehouse.push(store.database, as: name)
        #expect(deleted.deletions == headaches.count + others.count)
        #expect(deleted.samples == 0)
        try await warehouse.expectSame(as: store, name, "deleted")

        // An import adds deleted samples again, with the same identity.
        let demo = DemoParticipant(1, days: 20)
        let all = try store.database.changes(after: 0).added.filter { $0.bundleIdentifier == nil }
        let identities = try await identities(in: warehouse)
        try store.database.delete(all.map(\.uuid))
        _ = try await warehouse.push(store.database, as: name)
        try demo.add(to: store.database)
        let back = try await warehouse.push(store.database, as: name)
        #expect(back.samples >= all.count)
        try await warehouse.expectSame(as: store, name, "back")
        #expect(try await self.identities(in: warehouse).isSuperset(of: identities))
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `samples of every type with a value arrive, with their replacements`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        let name = try Pseudonym("every-type")
        let types = HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }
        #expect(types.count > 150)
        let start = Date(timeIntervalSince1970: 1_740_000_000)
        for version in 1...3 {
            let samples = types.map(Self.sampleType).map { type in
                type.sample(
                    start: start + Double(version), end: nil,
                    metadata: [HKMetadataKeySyncIdentifier: type.identifier, HKMetadataKeySyncVersion: version])
            }
            #expect(samples.count == types.count)
            try store.database.save(samples, source: PushStore.source)
            let receipt = try await warehouse.push(store.database, as: name)
            #expect(receipt.samples == types.count)
            #expect(receipt.deletions == (version == 1 ? 0 : types.count))
            try await warehouse.expectSame(as: store, name, "version \(version)")
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `samples of a lifetime arrive, and those without a day are counted`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        let name = try Pseudonym("life")
        // One sample per year from 1970 to 2104, in one block of the store's changes; the servers limit blocks to a hundred
        // years.
        let life = (0..<135).map { 1.3e7 + Double($0) * 31_556_952 }
        try store.addSamples(at: life)
        let receipt = try await warehouse.push(store.database, as: name)
        #expect(receipt.samples == 3 * life.count)
        #expect(receipt.samplesOnNoDay == 0)
        try await warehouse.expectSame(as: store, name)
        try store.addSamples(at: [-3e8, 4.5e9])
        for _ in 0..<2 {
            #expect(try await warehouse.push(store.database, as: name).samplesOnNoDay == 6)
            try await warehouse.expectSame(as: store, name)
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a receipt shows whether participant attributes were written`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        let name = try Pseudonym("w")
        let steps: [(group: String?, isWritten: Bool)] = [
            (nil, true), (nil, false), ("north", true), ("north", false), (nil, false), ("south", true),
        ]
        for step in steps {
            let receipt = try await warehouse.push(
                store.database, as: name, options: PushOptions(group: step.group))
            #expect(receipt.described == step.isWritten)
            #expect(receipt.blocks == 0)
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `days and groups are those of the home zone until another is given`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        try store.addSamples(days: 0..<5)
        let name = try Pseudonym("w")
        let zones = ["Pacific/Auckland", "America/Los_Angeles"].compactMap { TimeZone(identifier: $0) }
        for (zone, group) in zip(zones, ["north", "south"]) {
            let options = PushOptions(group: group, timeZone: zone)
            #expect(try await warehouse.push(store.database, as: name, options: options).samples == 15)
            // Without options, the previous ones are kept.
            #expect(try await warehouse.push(store.database, as: name).blocks == 0)
            let row = try await warehouse.ask(
                "SELECT time_zone, cohort_group FROM \(warehouse.names.all(.participants)) FINAL"
            ).rows
            #expect(row == [[zone.identifier, group]])
            let days = try await warehouse.ask(
                "SELECT toString(day), start FROM \(warehouse.names.all(.samples)) FINAL ORDER BY start, type"
            ).rows
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            for day in days {
                let start = try #require(Double(day[1]))
                let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: start))
                #expect(day[0] == String(format: "%04d-%02d-%02d", parts.year!, parts.month!, parts.day!))
            }
            try await warehouse.expectSame(as: store, name)
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `the home zone follows the setting of the store unless one is given`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        try store.addSamples(days: 0..<5)
        let name = try Pseudonym("w")
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        // The setting before each push, the given zone, the zone of the cohort after it, and the number of samples.
        let steps: [(setting: String?, given: TimeZone?, zone: String, samples: Int)] = [
            ("Europe/Berlin", nil, "Europe/Berlin", 15), ("Pacific/Auckland", nil, "Pacific/Auckland", 15),
            (nil, nil, "Pacific/Auckland", 0), (nil, tokyo, "Asia/Tokyo", 15),
            ("America/Los_Angeles", nil, "Asia/Tokyo", 0),
        ]
        for step in steps {
            if let setting = step.setting { try store.database.setSetting("time_zone", value: setting) }
            let receipt = try await warehouse.push(
                store.database, as: name, options: PushOptions(timeZone: step.given))
            #expect(receipt.samples == step.samples, "\(step)")
            #expect(try await warehouse.participants().map(\.timeZone) == [step.zone], "\(step)")
            try await warehouse.expectSame(as: store, name, "\(step)")
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a given zone that equals that of the store is kept when the store changes`(
        _ engine: WarehouseEngine
    ) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(nil)
        defer { store.remove() }
        try store.addSamples(days: 0..<5)
        let name = try Pseudonym("w")
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        try store.database.setSetting("time_zone", value: berlin.identifier)
        // A day counts once, although it has three types.
        #expect(try await warehouse.push(store.database, as: name).days == 5)
        #expect(try await warehouse.push(store.database, as: name, options: PushOptions(timeZone: berlin)).blocks == 0)
        try store.database.setSetting("time_zone", value: "Asia/Tokyo")
        #expect(try await warehouse.push(store.database, as: name).blocks == 0)
        #expect(try await warehouse.participants().map(\.timeZone) == [berlin.identifier])
    }

    @Test func `stores are pushed concurrently`() async throws {
        let warehouse = try await ClickHouseCluster.shared.warehouse()
        let stores = try (1...8).map { try PushStore($0, days: 10) }
        defer {
            for store in stores { store.remove() }
        }
        try await withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    _ = try await warehouse.push(store.database, as: Pseudonym("side-\(number)"))
                }
            }
            try await group.waitForAll()
        }
        for (number, store) in stores.enumerated() {
            try await warehouse.expectSame(as: store, try Pseudonym("side-\(number)"))
        }
        // Each shard has the participants that rendezvous hashing assigns to it.
        for (number, _) in stores.enumerated() {
            let name = try Pseudonym("side-\(number)")
            let shard = warehouse.layout.placement(of: name)
            let result = try await warehouse.ask(
                "SELECT count() FROM \(warehouse.names.local(.samples)) WHERE participant = '\(name)'", shard: shard)
            #expect(result.rows[0][0] != "0")
        }
    }

    /// The values that represent the UUIDs of existing samples.
    private func identities(in warehouse: Warehouse) async throws -> Set<String> {
        let result = try await warehouse.ask(
            """
            SELECT hex(uuid) FROM \(warehouse.names.all(.samples)) FINAL
            WHERE \(warehouse.names.isNotDeleted) AND type = 'HKQuantityTypeIdentifierStepCount'
            """)
        return Set(result.rows.map { $0[0] })
    }
}
