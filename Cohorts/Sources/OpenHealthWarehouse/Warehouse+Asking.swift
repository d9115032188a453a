// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Runs a query over all participants.
    ///
    /// Any server can distribute the query to the others, and each of them can answer for its shard. Before the query, every
    /// responding server must therefore be complete, and after the query, no incomplete server may have returned in the meantime.
    /// The result includes all shards; if a shard is missing, an error with its name is thrown instead of a partial result.
    /// - Parameters:
    ///   - sql: The query, with the tables of ``WarehouseNames/all(_:)``.
    ///   - settings: The ClickHouse settings of the query.
    /// - Throws: A ``WarehouseError``.
    package func ask(_ sql: String, settings: [String: String] = [:]) async throws -> ResultTable {
        try await ask(sql, settings: settings) { $0 }
    }

    /// Runs a query over all participants, and converts its result.
    /// - Parameters:
    ///   - sql: The query, as in ``ask(_:settings:)``.
    ///   - settings: The ClickHouse settings of the query.
    ///   - read: Converts the result. Its errors are attributed to the server that has answered.
    /// - Throws: A ``WarehouseError``.
    func ask<Output>(
        _ sql: String, settings: [String: String] = [:], read: (ResultTable) throws -> Output
    ) async throws -> Output {
        var given = settings
        given["skip_unavailable_shards"] = "0"
        if !layout.isSingle {
            // The default of 50 ms is short for a busy server; with these limits, a server that hangs is skipped in time. (When
            // it connects, 18.16 ignores both and uses the profile of its own settings.)
            given["connect_timeout_with_failover_ms"] = "1000"
            given["receive_timeout"] = "30"
        }
        var last: WarehouseError?
        // Each server can fail and return during the query, one after the other.
        for attempt in 0...places(of: layout.shards).count {
            if attempt > 0 { try await clock.sleep(for: Self.pause) }
            let before = try await fitStates(of: layout.shards)
            let candidates = before.filter { $0.responds && (layout.isSingle || $0.settings == layout.settings) }
            guard let first = Self.initiator(before, candidates) else {
                for state in before where state.responds { try checkSettings(state.settings, of: state.replica) }
                continue
            }
            if let error = try await hidden(before, from: first.replica) {
                last = error
                continue
            }
            do {
                let result = try read(await server(first.replica).ask(sql, settings: given))
                guard layout.isReplicated else { return result }
                let after = await look(at: layout.shards)
                if let restless = Self.restless(before, after) {
                    last = restless
                    continue
                }
                return result
            } catch let failure as ServerFailure {
                last = Self.error(failure, at: first.replica)
                guard failure.mayPass else { throw last ?? Self.error(failure, at: first.replica) }
            }
        }
        throw last ?? Self.notPrepared(layout.shards[0].replicas[0].url)
    }

    /// Returns the server that distributes a query: a server of a shard with an unresponsive replica, if there is one. It answers
    /// for its own shard, and so doesn't wait for the other replica, which can hang; 18.16 would wait for five minutes.
    private static func initiator(_ states: [ServerState], _ candidates: [ServerState]) -> ServerState? {
        let shards = states.filter(\.isSilent).map(\.shard.name)
        return candidates.first { shards.contains($0.shard.name) } ?? candidates.first
    }

    /// The delay before a query is repeated.
    static let pause = Duration.milliseconds(500)

    /// Returns the error for a server that has returned or restarted during a query. It can have answered for its shard, and may
    /// have been incomplete.
    static func restless(_ before: [ServerState], _ after: [ServerState]) -> WarehouseError? {
        for (old, new) in zip(before, after) where !new.isSilent {
            // A server that is too busy to report its start can have been restarted.
            if case .busy(let error) = new.condition { return error }
            // The times are rounded to seconds.
            guard old.isSilent || (old.started - new.started).magnitude > 2 else { continue }
            return WarehouseError(
                .replicaBehind,
                "the replica \(new.replica.url) of the shard \(new.shard.name) came back during the question, repeatedly",
                remedy: "see the log of that server")
        }
        return nil
    }

    /// Returns the error for a replica that doesn't respond here but that the initiator reaches and might query, although the
    /// replica might be incomplete.
    ///
    /// Only errors that report that the initiator doesn't reach the replica exclude this.
    /// - Throws: An error if the task is cancelled.
    private func hidden(
        _ states: [ServerState], from initiator: ClusterLayout.Replica
    ) async throws -> WarehouseError? {
        guard layout.isReplicated else { return nil }
        for state in states where state.isSilent {
            let query = "SELECT 1 FROM remote(\(SQLText.quoted(state.replica.native)), system, one)"
            let settings = [
                "connect_timeout": "2", "connect_timeout_with_failover_ms": "500", "receive_timeout": "2",
                "connections_with_failover_max_tries": "1",
            ]
            do {
                _ = try await server(initiator).ask(query, settings: settings, within: ClickHouseServer.shortTime)
            } catch ServerFailure.refused(let code, _) where ServerFailure.Number.isLogin(code) {
                // The replica responds.
            } catch ServerFailure.refused(let code, _) where ServerFailure.Number.outOfReach.contains(code) {
                continue
            } catch let failure as ServerFailure {
                return Self.error(failure, at: initiator)
            }
            return WarehouseError(
                .replicaBehind,
                "the replica \(state.replica.url) of the shard \(state.shard.name) cannot be asked whether it is complete, "
                    + "and \(initiator.url) may ask it",
                remedy: "check that its HTTP interface can be reached, or stop it")
        }
        return nil
    }

    /// Returns the error for the failure of one server.
    static func error(_ failure: ServerFailure, at replica: ClusterLayout.Replica) -> WarehouseError {
        let place = replica.url.absoluteString
        switch failure {
        case .unreachable(let reason):
            return WarehouseError(
                .unreachable, "the ClickHouse server at \(place) cannot be reached: \(reason)",
                remedy: "check that it runs, and its address")
        case .refused(let code, let message):
            let isLogin = ServerFailure.Number.isLogin(code)
            return WarehouseError(
                .refused, "the ClickHouse server at \(place) refuses (code \(code)): \(message)",
                remedy: isLogin
                    ? "set HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD to a user of the servers"
                    : (failure.mayPass ? "try again later; if this persists, " : "")
                        + "check its settings and its log")
        case .unreadable(let reason):
            return WarehouseError(
                .unreadable, "the response of \(place) cannot be read: \(reason)",
                remedy: "check that the address is that of ClickHouse's HTTP interface (port 8123 unless changed)")
        }
    }
}
