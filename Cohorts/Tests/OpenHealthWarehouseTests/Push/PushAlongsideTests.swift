// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

/// Tests of concurrent pushes with the same pseudonym.
@Suite struct PushAlongsideTests {
    /// The step at which a push is blocked while another one runs.
    enum Place: CaseIterable {
        case hasLooked, hasSentSome, sendsDays, settles, finishes

        func isReached(_ progress: PushProgress) -> Bool {
            switch self {
            case .hasLooked: progress.step == .samples
            case .hasSentSome: progress.samples > 0
            case .sendsDays: progress.step == .days
            case .settles: progress.step == .settling
            case .finishes: progress.step == .finishing
            }
        }
    }

    /// Small blocks, so that there are several.
    private static var options: PushOptions {
        var options = PushOptions()
        options.blockLength = 256
        return options
    }

    private func expect(_ code: WarehouseError.Code, _ result: Result<PushReceipt, any Error>, _ comment: Comment) {
        let error = #expect(throws: WarehouseError.self, comment) { try result.get() }
        #expect(error?.code == code, comment)
    }

    private func push(_ store: PushStore, as name: Pseudonym, to warehouse: Warehouse) async -> Result<
        PushReceipt, any Error
    > {
        do { return .success(try await warehouse.push(store.database, as: name)) } catch { return .failure(error) }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a push yields to that of another store at any step`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        // Both stores are of the same person, so that most of the sent data is equal.
        let (first, second) = (try PushStore(1, days: 3), try PushStore(1, days: 3))
        try second.addSamples(days: 0..<3)
        defer {
            first.remove()
            second.remove()
        }
        for place in Place.allCases {
            let name = try Pseudonym("two-\(place)")
            let held = await HeldPush(
                warehouse, first, as: name, options: Self.options, until: { place.isReached($0) })
            let whole = await push(second, as: name, to: warehouse)
            #expect(throws: Never.self, "\(place)") { try whole.get() }
            expect(.busy, await held.end(), "\(place)")
            try await warehouse.expectSame(as: second, name, "\(place)")
            #expect(
                try await warehouse.rawRows(.samples, of: name) == second.database.changes(after: 0).added.count,
                "\(place)")
            expect(.otherStore, await push(first, as: name, to: warehouse), "\(place)")
            let again = try await warehouse.push(second.database, as: name)
            #expect(again.blocks == 0, "\(place)")
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `of two copies of a store one yields`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(1, days: 3)
        defer { store.remove() }
        for place in Place.allCases {
            let name = try Pseudonym("copies-\(place)")
            _ = try await warehouse.push(store.database, as: name)
            let copy = try PushStore(copy: store)
            defer { copy.remove() }
            try store.addSamples(days: 0..<3)
            try copy.addSamples(days: 2..<5, value: 2)
            let held = await HeldPush(
                warehouse, store, as: name, options: Self.options, until: { place.isReached($0) })
            _ = try await warehouse.push(copy.database, as: name)
            expect(.busy, await held.end(), "\(place)")
            // Data that was equal in both stores can have been removed with the data of the cancelled push.
            _ = try await warehouse.push(copy.database, as: name)
            try await warehouse.expectSame(as: copy, name, "\(place)")
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `of two stores that start concurrently one gets the pseudonym`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let stores = [try PushStore(1, days: 3), try PushStore(2, days: 3)]
        defer { for store in stores { store.remove() } }
        for round in 0..<4 {
            let name = try Pseudonym("both-\(round)")
            let comment: Comment = "round \(round)"
            var pushes: [HeldPush] = []
            for store in stores {
                pushes.append(
                    await HeldPush(warehouse, store, as: name, options: Self.options) { Place.hasLooked.isReached($0) })
            }
            let results = await withTaskGroup { group in
                for (number, push) in pushes.enumerated() { group.addTask { (number, await push.end()) } }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let winners = results.filter { (try? $0.value.get()) != nil }.keys
            #expect(winners.count <= 1, comment)
            for (number, result) in results where !winners.contains(number) { expect(.busy, result, comment) }
            let winner = winners.first ?? 0
            if !winners.isEmpty { try await warehouse.expectSame(as: stores[winner], name, comment) }
            _ = try await warehouse.push(stores[winner].database, as: name)
            try await warehouse.expectSame(as: stores[winner], name, comment)
            expect(.otherStore, await push(stores[1 - winner], as: name, to: warehouse), comment)
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `two runs of one store do not disturb each other`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(1, days: 3)
        defer { store.remove() }
        let name = try Pseudonym("runs")
        for round in 0..<2 {
            let (first, second) = (
                await HeldPush(warehouse, store, as: name, options: Self.options) { Place.hasLooked.isReached($0) },
                await HeldPush(warehouse, store, as: name, options: Self.options) { Place.hasLooked.isReached($0) }
            )
            async let end = second.end()
            let results = [await first.end(), await end]
            for result in results { #expect(throws: Never.self, "round \(round)") { try result.get() } }
            try await warehouse.expectSame(as: store, name, "round \(round)")
            let again = try await warehouse.push(store.database, as: name)
            #expect(again.blocks == 0, "round \(round)")
            #expect(!again.restarted, "round \(round)")
            try store.addSamples(days: 0..<100)
        }
    }
}
