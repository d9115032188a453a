// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import Testing

@Suite struct CohortMemoryTests {
    private func database() throws -> (URL, HealthDatabase) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cohort-\(UUID().uuidString)")
        return (folder, try HealthDatabase(url: folder.appending(path: "health.db")))
    }

    @Test func `each store has a permanent identity, also in its backups`() throws {
        let (first, second) = (try database(), try database())
        defer {
            for folder in [first.0, second.0] { try? FileManager.default.removeItem(at: folder) }
        }
        let identity = try first.1.cohorts.storeIdentity()
        #expect(UUID(uuidString: identity) != nil)
        #expect(try first.1.cohorts.storeIdentity() == identity)
        #expect(try second.1.cohorts.storeIdentity() != identity)
        let copy = first.0.appending(path: "copy.db")
        try first.1.backup(to: copy)
        #expect(try HealthDatabase(url: copy).cohorts.storeIdentity() == identity)
    }

    @Test func `pushes are remembered by cohort and participant`() throws {
        let (folder, database) = try database()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == nil)
        var memory = CohortMemory(cohort: "a", participant: "w", shard: "one", plan: "{}")
        #expect(try database.cohorts.remember(memory, replacing: nil))
        #expect(
            try database.cohorts.remember(CohortMemory(cohort: "b", participant: "w", shard: "two"), replacing: nil))
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == memory)
        let known = memory
        (memory.version, memory.origin, memory.anchor, memory.plan) = (.max, 7, 0, nil)
        memory.pushed = Date(timeIntervalSince1970: 1_740_000_000.25)
        #expect(try database.cohorts.remember(memory, replacing: known))
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == memory)
        #expect(try database.cohorts.memory(cohort: "b", participant: "w")?.shard == "two")
        #expect(try database.check().findings.isEmpty)
    }

    @Test func `memory of another process is kept`() throws {
        let (folder, database) = try database()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = CohortMemory(cohort: "a", participant: "w", shard: "one", plan: "{1}")
        #expect(try database.cohorts.remember(first, replacing: nil))
        var second = first
        second.plan = "{2}"
        #expect(try !database.cohorts.remember(second, replacing: nil))
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == first)
        #expect(try database.cohorts.remember(second, replacing: first))
        var third = first
        (third.version, third.plan) = (3, nil)
        #expect(try !database.cohorts.remember(third, replacing: first))
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == second)
        #expect(try database.cohorts.remember(third, replacing: second))
        #expect(try !database.cohorts.remember(second, replacing: second))
        #expect(try database.cohorts.memory(cohort: "a", participant: "w") == third)
    }

    @Test func `the check finds a push after the end of the store`() throws {
        let (folder, database) = try database()
        defer { try? FileManager.default.removeItem(at: folder) }
        for memory in [
            CohortMemory(cohort: "a", participant: "w", shard: "one", version: 1, anchor: 5),
            CohortMemory(cohort: "b", participant: "w", shard: "one", plan: "not JSON"),
        ] {
            #expect(try database.cohorts.remember(memory, replacing: nil))
        }
        let findings = try database.check().findings
        #expect(findings.count == 2)
        #expect(findings.contains { $0.contains("cohort a") })
        #expect(findings.contains { $0.contains("cohort b") })
    }
}
