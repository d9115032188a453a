// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import OpenHealthWarehouse
import Synchronization
import Testing

/// Tests of pushes to a cohort whose process is killed at a step.
struct KilledPushTests {
    /// A report of the progress at which the process is killed.
    private struct Point {
        var step: PushProgress.Step
        /// The number of the report in the step, from 1. A step reports its start, and then the arrival of blocks.
        var report = 1
    }

    /// Points before, in and after each step.
    private static let points =
        PushProgress.Step.allCases.map { Point(step: $0) } + [
            Point(step: .samples, report: 2), Point(step: .days, report: 2),
        ]

    @Test func `a push that is killed at a step is resumed, and nothing is lost or counted twice`() async throws {
        let scene = try await FaultScene(people: 1)
        let cluster = scene.people[0].folder.appending(path: "cluster.json")
        try Data(scene.warehouse.layout.json.utf8).write(to: cluster)
        let cohort = try await scene.warehouse.cohortIdentifier().uuidString.lowercased()
        var reached: Set<PushProgress.Step> = []
        var (kills, incomplete) = (0, 0)
        for round in 0..<2 {
            for person in scene.people {
                for point in Self.points {
                    try person.grow()
                    if round == 1 { try person.forget() }
                    if try await push(person, cluster, killedAt: point) { continue }
                    reached.insert(point.step)
                    kills += 1
                    let memory = try person.database.cohorts.memory(
                        cohort: cohort, participant: person.name.description)
                    if memory?.plan != nil { incomplete += 1 }
                    // Samples that will be deleted can still be in the cohort.
                    if round == 0, kills % 5 == 0 { try await scene.ask() }
                }
                #expect(try await push(person, cluster, killedAt: nil))
            }
            try await scene.checkEverything()
        }
        // Rows are only removed during a push if they must not be kept.
        #expect(reached.isSuperset(of: Set(PushProgress.Step.allCases).subtracting([.removing])), "\(reached)")
        #expect(kills >= 25 && incomplete > 0)
    }

    /// Pushes in a child process, which is killed at a point or after the push.
    /// - Returns: Whether the push was completed.
    private func push(_ person: FaultPerson, _ cluster: URL, killedAt point: Point?) async throws -> Bool {
        let mark = person.store.path + ".pushed"
        try? FileManager.default.removeItem(atPath: mark)
        let (store, layout, name) = (person.store.path, cluster.path, person.name.description)
        let (step, report) = (point?.step.rawValue ?? "", point?.report ?? 0)
        try await #require(processExitsWith: .signal(SIGKILL)) {
            [
                store = store as String, layout = layout as String, name = name as String, step = step as String,
                report = report as Int, mark = mark as String
            ] in
            let warehouse = Warehouse(
                layout: try ClusterLayout(contentsOf: URL(fileURLWithPath: layout)), credentials: WarehouseCredentials()
            )
            let database = try HealthDatabase(url: URL(fileURLWithPath: store))
            let reports = Mutex(0)
            _ = try await warehouse.push(database, as: try Pseudonym(name)) { progress in
                guard progress.step.rawValue == step else { return }
                let number = reports.withLock { count in
                    count += 1
                    return count
                }
                if number == report { kill(getpid(), SIGKILL) }
            }
            try Data().write(to: URL(fileURLWithPath: mark))
            kill(getpid(), SIGKILL)
        }
        return FileManager.default.fileExists(atPath: mark)
    }
}
