// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import OpenHealthWarehouse
import ProcessTestSupport
import Testing
import WarehouseTestSupport

/// Tests of pushes whose process is killed repeatedly, each time a little later, until one completes.
struct KilledPushTests {
    @Test func `a killed push is resumed`() async throws {
        let scene = try await FaultScene(people: 1)
        let cluster = scene.people[0].folder.appending(path: "cluster.json")
        try Data(scene.warehouse.layout.json.utf8).write(to: cluster)
        let cohort = try await scene.warehouse.cohortIdentifier().uuidString.lowercased()
        var hits = 0
        for round in 0..<2 {
            for person in scene.people {
                for _ in 0..<5 { try person.grow() }
                if round == 1 { try person.forget() }
                hits += try await push(person, cluster, cohort: cohort) {
                    // Samples that will be deleted can still be in the cohort.
                    if round == 0 { try await scene.ask() }
                }
            }
            try await scene.checkEverything()
        }
        // Otherwise all kills would have occurred before a push had begun, or after it had completed.
        #expect(hits > 0)
    }

    /// Pushes until a process completes.
    /// - Returns: The number of kills that left a started and incomplete push.
    private func push(
        _ person: FaultPerson, _ cluster: URL, cohort: String, meanwhile: () async throws -> Void
    ) async throws -> Int {
        let log = person.folder.appending(path: "push.log")
        var (kills, hits) = (0, 0)
        var time = Duration.milliseconds(20)
        while true {
            let process = try await HealthTool.start(
                [
                    "cohort", "push", "--participant", person.name.description, "--store", person.store.path,
                    "--cluster", cluster.path,
                ], log: log, killedAfter: time)
            // The time increases from before the start of a push until after its end.
            time = time * 5 / 4
            switch try await process.end() {
            case .signal, .status(HealthTool.killed):
                kills += 1
                let memory = try person.database.cohortMemory(cohort: cohort, participant: person.name.description)
                if memory?.plan != nil { hits += 1 }
                try #require(kills < 40, "no push has come to its end, though the last had \(time * 4 / 5)")
            case .status(let status):
                let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
                try #require(status == 0, "\(text)")
                return hits
            }
            if kills % 5 == 0 { try await meanwhile() }
        }
    }
}
