// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthWarehouse
import Synchronization
import Testing
import WarehouseTestSupport

/// A cluster of two shards with two replicas each and a ZooKeeper, with participants on both shards.
final class FaultScene: Sendable {
    /// The counts of a participant.
    struct Figures: Equatable {
        var samples = 0
        var steps = 0
    }

    static let stepCount = "HKQuantityTypeIdentifierStepCount"

    let cluster: ClickHouseCluster
    let warehouse: Warehouse
    let people: [FaultPerson]
    private let answered = Mutex(0)
    /// The guarantees of completed pushes, by pseudonym.
    private let guaranteed = Mutex<[String: Figures]>([:])

    /// - Parameter people: The number of participants on each shard.
    init(people count: Int) async throws {
        cluster = try await ClickHouseCluster(shards: 2, replicas: 2)
        var warehouse = try await cluster.warehouse()
        // If data is missing after this time, the error is reported.
        warehouse.patience = .seconds(3)
        self.warehouse = warehouse
        var people: [FaultPerson] = []
        var number = 0
        for shard in warehouse.layout.shards {
            var left = count
            while left > 0 {
                number += 1
                let name = try Pseudonym("person-\(number)")
                guard warehouse.layout.placement(of: name).name == shard.name else { continue }
                people.append(try FaultPerson(name, number: number))
                left -= 1
            }
        }
        self.people = people
    }

    /// The number of answered queries.
    var results: Int { answered.withLock { $0 } }

    /// Pushes a person's store, and repeats the push until it succeeds. A server takes its time to start, so failures are not limited.
    /// - Parameter whenUnderWay: A closure that is called when the first samples have arrived.
    /// - Returns: The number of failed pushes. Each error names its cause.
    func push(
        _ person: FaultPerson, whenUnderWay: @escaping @Sendable () -> Void = {},
        whenFailed: @escaping @Sendable () -> Void = {}
    ) async throws -> Int {
        let brings = person.has
        var failures = 0
        while true {
            do {
                _ = try await warehouse.push(person.database, as: person.name) { progress in
                    if progress.samples > 0 { whenUnderWay() }
                }
                guaranteed.withLock { $0[person.name.description] = brings }
                return failures
            } catch let error as WarehouseError {
                try check(error)
                failures += 1
                whenFailed()
            }
        }
    }

    /// Checks that an error names a server, a shard or a ZooKeeper.
    func check(_ error: WarehouseError, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let codes: [WarehouseError.Code] = [.unreachable, .shardUnreachable, .replicaBehind, .readOnly]
        #expect(codes.contains(error.code), "\(error.code.rawValue): \(error)", sourceLocation: sourceLocation)
        let places =
            warehouse.layout.shards.flatMap { ["shard \($0.name)"] + $0.replicas.map(\.url.absoluteString) }
            + (warehouse.layout.zooKeeper ?? [])
        #expect(
            places.contains(where: error.message.contains), "names no place: \(error)", sourceLocation: sourceLocation)
    }

    /// Returns the results of the cohort for all participants.
    func result(_ warehouse: Warehouse? = nil) async throws -> [String: Figures] {
        let warehouse = warehouse ?? self.warehouse
        let names = warehouse.names
        let samples = try await warehouse.ask(
            """
            SELECT participant, count() FROM \(names.all(.samples)) FINAL WHERE \(names.isNotDeleted) \
            GROUP BY participant
            """)
        let steps = try await warehouse.ask(
            """
            SELECT participant, sum(sum) FROM \(names.all(.cells)) FINAL WHERE type = '\(Self.stepCount)' \
            GROUP BY participant
            """)
        var figures: [String: Figures] = [:]
        for row in samples.rows { figures[row[0], default: Figures()].samples = try ResultTable.number(row[1]) }
        for row in steps.rows {
            let sum: Double = try ResultTable.number(row[1])
            figures[row[0], default: Figures()].steps = Int(sum.rounded())
        }
        return figures
    }

    /// Queries the cohort once. The result contains at least the data of completed pushes, without duplicates; otherwise, an
    /// error names its cause.
    func ask(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let least = guaranteed.withLock { $0 }
        let result: [String: Figures]
        do {
            result = try await self.result()
        } catch let error as WarehouseError {
            try check(error, sourceLocation: sourceLocation)
            return
        }
        for person in people {
            let name = person.name.description
            let (found, least, most) = (result[name] ?? Figures(), least[name] ?? Figures(), person.has)
            #expect(
                (least.samples...most.samples).contains(found.samples), "samples of \(name)",
                sourceLocation: sourceLocation)
            #expect(
                (least.steps...most.steps).contains(found.steps), "steps of \(name)", sourceLocation: sourceLocation)
        }
        answered.withLock { $0 += 1 }
    }

    /// Queries the cohort until it has given a result.
    func askUntilAnswered() async throws {
        let before = results
        while results == before {
            try Task.checkCancellation()
            try await ask()
        }
    }

    /// Checks that the cohort has each participant's data as in their stores, each sample once and unchanged, and that no data
    /// is left to send.
    func checkEverything() async throws {
        var warehouse = warehouse
        warehouse.patience = ClickHouseCluster.patience
        let result = try await result(warehouse)
        for person in people {
            #expect(result[person.name.description] ?? Figures() == person.has, "\(person.name)")
            let there = try await warehouse.ask(
                """
                SELECT type, start, end, value FROM \(warehouse.names.all(.samples)) FINAL \
                WHERE participant = '\(person.name)' AND \(warehouse.names.isNotDeleted) ORDER BY place
                """
            ).rows
            let own = try person.database.changes(after: 0).added
            #expect(there.map { $0[0] } == own.map(\.type))
            #expect(there.map { Double($0[1]) } == own.map(\.start.timeIntervalSince1970))
            #expect(there.map { Double($0[2]) } == own.map(\.end.timeIntervalSince1970))
            #expect(there.map { Double($0[3]).flatMap { $0.isNaN ? nil : $0 } } == own.map(\.value))
            let again = try await warehouse.push(person.database, as: person.name)
            #expect((again.samples, again.deletions, again.days) == (0, 0, 0), "\(person.name)")
            guaranteed.withLock { $0[person.name.description] = person.has }
        }
    }
}
