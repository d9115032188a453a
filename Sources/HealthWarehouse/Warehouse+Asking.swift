// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Asks a question about all participants.
    ///
    /// Any server that answers can put it; it asks the others. There is an answer from every shard or an error that names
    /// the one that is missing.
    /// - Parameter sql: the question, to the tables of ``WarehouseNames/all(_:)``.
    /// - Throws: a ``WarehouseError``.
    package func ask(_ sql: String, settings: [String: String] = [:]) async throws -> ResultTable {
        // A shard that is missing is an error and no smaller number.
        let settings = settings.merging(["skip_unavailable_shards": "0"]) { _, always in always }
        var last: ServerFailure?
        for replica in layout.shards.flatMap(\.replicas) {
            do {
                return try await server(replica).ask(sql, settings: settings)
            } catch let failure as ServerFailure {
                guard case .unreachable = failure else { throw Self.error(failure, at: replica) }
                last = failure
            }
        }
        throw Self.error(last ?? .unreachable("it has no servers"), at: layout.shards[0].replicas[0])
    }

    /// What a failure of one server is to whoever asked.
    static func error(_ failure: ServerFailure, at replica: ClusterLayout.Replica) -> WarehouseError {
        let place = replica.url.absoluteString
        switch failure {
        case .unreachable(let reason):
            return WarehouseError(
                .unreachable, "the ClickHouse server at \(place) cannot be reached: \(reason)",
                remedy: "check that it runs, and its address")
        case .refused(let code, let message):
            return WarehouseError(
                .refused, "the ClickHouse server at \(place) refuses (code \(code)): \(message)",
                remedy: "check its user, its settings and its log")
        case .unreadable(let reason):
            return WarehouseError(
                .unreadable, "the answer of \(place) cannot be read: \(reason)",
                remedy: "check that the address is that of ClickHouse's HTTP interface (port 8123 unless changed)")
        }
    }
}
