// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Asks a question about all participants.
    ///
    /// Any server can put it to the others, each of which may answer for its shard. So before, every server that answers has to
    /// hold everything, and afterwards none may have come back in the meantime that did not. There is an answer from every
    /// shard or an error that names the one that is missing, never a smaller number.
    /// - Parameter sql: the question, to the tables of ``WarehouseNames/all(_:)``.
    /// - Throws: a ``WarehouseError``.
    package func ask(_ sql: String, settings: [String: String] = [:]) async throws -> ResultTable {
        var given = settings
        given["skip_unavailable_shards"] = "0"
        if !layout.isSingle {
            // 50 ms, as ClickHouse has it, is little for a server that is busy; a server that hangs is left alone in time.
            given["connect_timeout_with_failover_ms"] = "1000"
            given["receive_timeout"] = "30"
        }
        var last: WarehouseError?
        // A server may die and come back while it is asked, each in its turn.
        for _ in 0...places(of: layout.shards).count {
            let before = try await fitStates(of: layout.shards)
            let candidates = before.filter { $0.answers && (layout.isSingle || $0.settings == layout.settings) }
            guard let first = candidates.first else {
                for state in before where state.answers { try checkSettings(state.settings, of: state.replica) }
                continue
            }
            if let error = await hidden(before, from: first.replica) {
                last = error
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            do {
                let answer = try await server(first.replica).ask(sql, settings: given)
                guard layout.isReplicated else { return answer }
                let after = await look(at: layout.shards)
                if let restless = Self.restless(before, after) {
                    last = restless
                    continue
                }
                return answer
            } catch let failure as ServerFailure {
                last = Self.error(failure, at: first.replica)
                guard failure.mayPass else { throw last ?? Self.error(failure, at: first.replica) }
            }
        }
        throw last ?? Self.notPrepared(layout.shards[0].replicas[0].url)
    }

    /// The error of a server that was not there before a question and is there after it, or has been away in between: it may
    /// have answered, and nobody knows whether it held everything.
    private static func restless(_ before: [ServerState], _ after: [ServerState]) -> WarehouseError? {
        for (old, new) in zip(before, after) where !new.isSilent {
            // The seconds are rounded.
            guard old.isSilent || abs(old.started - new.started) > 2 else { continue }
            return WarehouseError(
                .replicaBehind,
                "the replica \(new.replica.url) of the shard \(new.shard.name) came back during the question, again and again",
                remedy: "look into the log of that server")
        }
        return nil
    }

    /// The error of a replica that does not answer here but that another server reaches, which may then ask it, although
    /// nobody knows whether it holds everything.
    private func hidden(_ states: [ServerState], from initiator: ClusterLayout.Replica) async -> WarehouseError? {
        guard layout.isReplicated else { return nil }
        for state in states where state.isSilent {
            let question = "SELECT 1 FROM remote(\(SQLText.quoted(state.replica.native)), system, one)"
            let settings = [
                "connect_timeout": "2", "connect_timeout_with_failover_ms": "500", "receive_timeout": "2",
                "connections_with_failover_max_tries": "1",
            ]
            do {
                _ = try await server(initiator).ask(question, settings: settings, within: ClickHouseServer.shortTime)
            } catch ServerFailure.refused(let code, _) where ServerFailure.Number.isLogin(code) {
                // It is there.
            } catch {
                continue
            }
            return WarehouseError(
                .replicaBehind,
                "the replica \(state.replica.url) of the shard \(state.shard.name) cannot be asked whether it holds everything, "
                    + "and \(initiator.url) may ask it",
                remedy: "check that its HTTP interface can be reached, or stop it")
        }
        return nil
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
            let isLogin = ServerFailure.Number.isLogin(code)
            return WarehouseError(
                .refused, "the ClickHouse server at \(place) refuses (code \(code)): \(message)",
                remedy: isLogin
                    ? "set HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD to a user of the servers"
                    : "check its settings and its log")
        case .unreadable(let reason):
            return WarehouseError(
                .unreadable, "the answer of \(place) cannot be read: \(reason)",
                remedy: "check that the address is that of ClickHouse's HTTP interface (port 8123 unless changed)")
        }
    }
}
