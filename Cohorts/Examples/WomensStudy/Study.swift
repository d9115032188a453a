// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthStore
import OpenHealthWarehouse

/// Made-up women, each with a store of her own, as each would have on her own machine.
struct Study {
    let women: [DemoParticipant]
    private let folder: URL

    init(_ arguments: Arguments) {
        women = (1...arguments.women).map { DemoParticipant($0, days: arguments.days) }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "womens-study-\(UUID().uuidString)", isDirectory: true)
    }

    var firstDay: String { women[0].days.first?.date ?? "" }
    var lastDay: String { women[0].days.last?.date ?? "" }

    /// Returns the pseudonym of a woman in the study, such as w001.
    func pseudonym(of woman: DemoParticipant) -> Pseudonym {
        let digits = String(woman.number)
        // Letters and digits are always a valid pseudonym.
        return try! Pseudonym("w" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits)
    }

    private func store(of woman: DemoParticipant) throws -> HealthDatabase {
        try HealthDatabase(url: folder.appendingPathComponent("\(woman.number).db"))
    }

    /// Creates all stores.
    /// - Returns: The number of samples in them.
    func makeStores() throws -> Int {
        try women.reduce(0) { sum, woman in sum + (try woman.add(to: store(of: woman)).records.added) }
    }

    func removeStores() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Pushes all stores, some at a time.
    /// - Returns: The number of samples that were sent.
    func push(to warehouse: Warehouse, atOnce: Int) async throws -> Int {
        try await withThrowingTaskGroup(of: PushReceipt.self) { group in
            var waiting = women[...]
            var pushed = 0
            for _ in 0..<atOnce {
                if let woman = waiting.popFirst() { group.addTask { try await push(woman, to: warehouse) } }
            }
            while let receipt = try await group.next() {
                pushed += receipt.samples
                if let woman = waiting.popFirst() { group.addTask { try await push(woman, to: warehouse) } }
            }
            return pushed
        }
    }

    private func push(_ woman: DemoParticipant, to warehouse: Warehouse) async throws -> PushReceipt {
        try await warehouse.push(store(of: woman), as: pseudonym(of: woman))
    }
}
