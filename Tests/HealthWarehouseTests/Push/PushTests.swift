// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore
import HealthTestSupport
import HealthWarehouse
import Testing
import WarehouseTestSupport

@Suite struct PushTests {
    @Test(arguments: WarehouseEngine.allCases)
    func `a push brings every sample, and a second one nothing`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore()
        defer { store.remove() }
        let name = try Pseudonym("w001")
        let receipt = try await warehouse.push(store.database, as: name)
        let changes = try store.database.changes(after: 0)
        #expect(receipt.samples == changes.added.count)
        #expect(receipt.anchor == changes.anchor)
        #expect(receipt.days > 0)
        let samples = try await warehouse.samples(of: name)
        #expect(samples.map { Int64($0[3]) } == changes.added.map(\.id))
        #expect(samples.map { $0[0] } == changes.added.map(\.type))
        #expect(samples.map { Double($0[1]) } == changes.added.map(\.start.timeIntervalSince1970))
        #expect(samples.map { Double($0[2]) } == changes.added.map(\.end.timeIntervalSince1970))
        #expect(samples.map { Double($0[5]).flatMap { $0.isNaN ? nil : $0 } } == changes.added.map(\.value))
        let rows = try await warehouse.rows()
        let again = try await warehouse.push(store.database, as: name)
        #expect(again.blocks == 0)
        #expect(again.samples == 0)
        #expect(again.days == 0)
        #expect(try await warehouse.rows() == rows)
    }
}
