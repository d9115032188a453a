// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension Warehouse {
    /// Waits until servers can answer, at most for ``patience``: every shard has a responding server, and each responding server
    /// is complete, because the others can query any of them.
    /// - Parameters:
    ///   - shards: The shards.
    ///   - isEnough: Returns whether responding servers are sufficient for a shard; nil if all of them must be complete.
    /// - Returns: The states of the servers.
    /// - Throws: A ``WarehouseError`` with the name of the shard or server.
    func fitStates(
        of shards: [ClusterLayout.Shard], isEnough: (@Sendable ([ServerState]) -> Bool)? = nil
    ) async throws -> [ServerState] {
        let deadline = Deadline.after(patience, on: clock)
        var pause = Duration.milliseconds(20)
        while true {
            let states = await look(at: shards)
            // A cancelled task receives no responses, which doesn't mean that the servers are down.
            try Task.checkCancellation()
            var trouble: WarehouseError?
            for shard in shards {
                let own = states.filter { $0.shard.name == shard.name }
                if let error = try await self.trouble(of: shard, own, isEnough: isEnough) { trouble = trouble ?? error }
            }
            if trouble == nil { trouble = try checkLayouts(states) }
            guard let trouble else { return states }
            guard !deadline.isOver else { throw trouble }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .seconds(1))
        }
    }

    /// Returns the reason why a shard can't be queried at the moment, or nil if it can.
    /// - Throws: An error that won't resolve itself.
    private func trouble(
        of shard: ClusterLayout.Shard, _ states: [ServerState], isEnough: (@Sendable ([ServerState]) -> Bool)?
    ) async throws -> WarehouseError? {
        for case .wrong(let error) in states.map(\.condition) { throw error }
        let living = states.filter(\.responds)
        if let isEnough, isEnough(living) { return nil }
        for case .busy(let error) in states.map(\.condition) { return error }
        guard !living.isEmpty else {
            guard case .silent(let error) = states.first?.condition else { return nil }
            throw Self.unreachable(shard, error)
        }
        if isEnough == nil, living.allSatisfy(\.isComplete) { return nil }
        if living.contains(where: \.isCutOff) {
            guard living.count == states.count, living.allSatisfy(\.isCutOff) else { return cutOff(shard, states) }
            do {
                return try await agree(living.map(\.replica), on: shard) ? nil : cutOff(shard, states)
            } catch let failure as ServerFailure {
                return Self.error(failure, at: living[0].replica)
            }
        }
        guard case .behind(let reason)? = living.first(where: { !$0.isComplete })?.condition,
            let late = living.first(where: { !$0.isComplete })
        else { return nil }
        let silent = states.filter(\.isSilent).map(\.replica.url.absoluteString).joined(separator: ", ")
        return WarehouseError(
            .replicaBehind,
            "the replica \(late.replica.url) of the shard \(shard.name) does not hold yet what the shard has been given: "
                + reason + (silent.isEmpty ? "" : "; \(silent) does not answer"),
            remedy: silent.isEmpty
                ? "ask again later; if this persists, see the log of that server"
                : "start the server that does not answer, from which the other fetches it")
    }

    /// Returns the error for a shard whose servers have no ZooKeeper and aren't known to be complete.
    private func cutOff(_ shard: ClusterLayout.Shard, _ states: [ServerState]) -> WarehouseError {
        let keepers = (layout.zooKeeper ?? []).joined(separator: ", ")
        let silent = states.filter(\.isSilent).map(\.replica.url.absoluteString)
        let reason =
            silent.isEmpty
            ? "its replicas differ"
            : "\(silent.joined(separator: ", ")) does not answer, and may hold more than the others"
        return WarehouseError(
            .replicaBehind,
            "the servers of the shard \(shard.name) do not reach ZooKeeper (\(keepers)), and \(reason)",
            remedy: "start ZooKeeper")
    }

    /// Checks that the servers have this layout and no newer one. Returns an error to wait for if a server has an older layout.
    /// - Throws: A ``WarehouseError`` if the layout of this program is outdated, or the servers belong to different cohorts.
    private func checkLayouts(_ states: [ServerState]) throws -> WarehouseError? {
        let known = states.filter(\.responds).compactMap { state in state.stored.map { (state, $0) } }
        guard let newest = known.max(by: { $0.1.version < $1.1.version }) else { return nil }
        guard newest.1.layout.hasSameServers(as: layout) else { throw outdated(newest.1, newest.0.replica) }
        for (state, stored) in known {
            guard stored.cohort == newest.1.cohort else {
                throw WarehouseError(
                    .invalidLayout, "\(state.replica.url) and \(newest.0.replica.url) belong to different cohorts",
                    remedy: "name only servers of one cohort")
            }
            guard stored.layout.hasSameServers(as: layout) else {
                return WarehouseError(
                    .notPrepared,
                    "the server \(state.replica.url) knows layout \(stored.version) of the cohort, and layout "
                        + "\(newest.1.version) is the newest",
                    remedy: "run `health cohort init` again")
            }
        }
        return nil
    }

    /// Returns the error for a layout that differs from that of the servers.
    private func outdated(_ stored: StoredLayout, _ replica: ClusterLayout.Replica) -> WarehouseError {
        let missing = stored.layout.shards.filter { layout.shard(named: $0.name) == nil }.map(\.name)
        let what =
            missing.isEmpty
            ? "differs from this one" : "has the shard \(missing.joined(separator: ", ")), which this one lacks"
        return WarehouseError(
            .outdated, "layout \(stored.version) of the cohort, which \(replica.url) knows, \(what)",
            remedy: "ask again with the address of a server, or bring the cluster file up to date "
                + "and run `health cohort init`")
    }

    /// Returns the error for a shard without a responding server.
    static func unreachable(_ shard: ClusterLayout.Shard, _ last: WarehouseError?) -> WarehouseError {
        let servers = shard.replicas.map(\.url.absoluteString).joined(separator: ", ")
        let reason = last.map { "; \($0.message)" } ?? ""
        return WarehouseError(
            .shardUnreachable,
            "no server of the shard \(shard.name) answers (\(servers)), and an answer without it would lack its "
                + "participants" + (shard.replicas.count == 1 ? reason : ""),
            remedy: shard.replicas.count == 1 ? "start it" : "start one of them")
    }
}
