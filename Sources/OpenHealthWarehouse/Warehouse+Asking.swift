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
        try await ask(sql, settings: settings) { $0 }
    }

    /// Asks a question about all participants, and reads the answer.
    /// - Parameters:
    ///   - sql: the question, as in ``ask(_:settings:)``.
    ///   - settings: settings of ClickHouse for this question.
    ///   - read: makes of the answer what is wanted; what it throws names the server that has answered.
    /// - Throws: a ``WarehouseError``.
    func ask<Answer>(
        _ sql: String, settings: [String: String] = [:], read: (ResultTable) throws -> Answer
    ) async throws -> Answer {
        var given = settings
        given["skip_unavailable_shards"] = "0"
        if !layout.isSingle {
            // 50 ms, as ClickHouse has it, is little for a server that is busy; a server that hangs is left alone in time. (18.16
            // heeds neither where it connects, but the profile of its own settings.)
            given["connect_timeout_with_failover_ms"] = "1000"
            given["receive_timeout"] = "30"
        }
        var last: WarehouseError?
        // A server may die and come back while it is asked, each in its turn.
        for attempt in 0...places(of: layout.shards).count {
            if attempt > 0 { try await Task.sleep(for: Self.pause) }
            let before = try await fitStates(of: layout.shards)
            let candidates = before.filter { $0.answers && (layout.isSingle || $0.settings == layout.settings) }
            guard let first = Self.initiator(before, candidates) else {
                for state in before where state.answers { try checkSettings(state.settings, of: state.replica) }
                continue
            }
            if let error = try await hidden(before, from: first.replica) {
                last = error
                continue
            }
            do {
                let answer = try read(await server(first.replica).ask(sql, settings: given))
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

    /// The server that puts a question to the others: one of a shard with a silent server, if there is one. For its own shard it asks
    /// itself, and so does not wait for the other, which may hang; 18.16 would for five minutes.
    private static func initiator(_ states: [ServerState], _ candidates: [ServerState]) -> ServerState? {
        let shards = states.filter(\.isSilent).map(\.shard.name)
        return candidates.first { shards.contains($0.shard.name) } ?? candidates.first
    }

    /// The delay before a query is repeated.
    static let pause = Duration.milliseconds(500)

    /// The error of a server that was not there before a question and is there after it, or has been away in between: it may
    /// have answered, and it is unknown whether it had everything.
    static func restless(_ before: [ServerState], _ after: [ServerState]) -> WarehouseError? {
        for (old, new) in zip(before, after) where !new.isSilent {
            // One that is too busy to say when it was started may have been started since.
            if case .busy(let error) = new.condition { return error }
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
    /// it is unknown whether it has everything.
    ///
    /// Only what says that the other server does not reach it either tells that it will not be asked.
    /// - Throws: where the task has been cancelled.
    private func hidden(
        _ states: [ServerState], from initiator: ClusterLayout.Replica
    ) async throws -> WarehouseError? {
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
            } catch ServerFailure.refused(let code, _) where ServerFailure.Number.outOfReach.contains(code) {
                continue
            } catch let failure as ServerFailure {
                return Self.error(failure, at: initiator)
            }
            return WarehouseError(
                .replicaBehind,
                "the replica \(state.replica.url) of the shard \(state.shard.name) cannot be asked whether it holds everything, "
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
                    : (failure.mayPass ? "try again in a while; if this goes on, " : "")
                        + "check its settings and its log")
        case .unreadable(let reason):
            return WarehouseError(
                .unreadable, "the answer of \(place) cannot be read: \(reason)",
                remedy: "check that the address is that of ClickHouse's HTTP interface (port 8123 unless changed)")
        }
    }
}
