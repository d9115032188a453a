// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import OpenHealthModel
import Synchronization

/// The open connections, and the rules that determine which of them remain open.
///
/// Closing an idle connection, without a request in progress, costs its client only the time to open another one. At the limit, a
/// new connection therefore replaces the oldest idle connection of the address with the most connections. It is refused only if
/// every connection has a request in progress; a few connections are then reserved for the owner's addresses: loopback, and each
/// address from which an owner's session was used within the last twelve hours.
final class ConnectionRegistry: Sendable {
    fileprivate struct State {
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        var counts: [ClientAddress: Int] = [:]
        var owners: [ClientAddress: AnyClock.Instant] = [:]
        var isStopping = false
        /// The number of connections that were opened, including refused ones.
        var opened = 0
    }

    /// The time for which an address counts as one of the owner's after a session was used from it.
    private static let ownerTime = Duration.seconds(12 * 3600)
    private static let maximumOwners = 256

    private let most: Int
    private let maximumForAddress: Int
    private let reserve: Int
    private let clock: AnyClock
    private let changed: AsyncStream<Void>.Continuation

    /// An element after connections were opened or have ended. Several changes can have one element.
    let changes: AsyncStream<Void>
    private let state = Mutex(State())

    init(_ limits: HealthDaemon.Limits, clock: AnyClock) {
        self.clock = clock
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        most = limits.connections
        maximumForAddress = limits.connectionsPerAddress
        reserve = limits.connectionsForOwner
    }

    /// Adds a connection, and closes another one for it if necessary.
    /// - Returns: The connection, or nil if it is refused.
    func open(_ channel: any Channel) -> OpenConnection? {
        open(ObjectIdentifier(channel), ClientAddress(channel.remoteAddress)) { channel.close(promise: nil) }
    }

    /// Adds a connection, and closes another one for it if necessary.
    /// - Returns: The connection, or nil if it is refused.
    func open(
        _ id: ObjectIdentifier, _ address: ClientAddress, close: @escaping @Sendable () -> Void
    ) -> OpenConnection? {
        let connection = OpenConnection(id, address, clock: clock, close: close)
        let (isOpen, victim) = state.withLock { state -> (Bool, OpenConnection?) in
            state.opened += 1
            if state.isStopping { return (false, nil) }
            var victim: OpenConnection?
            // Behind a proxy on this machine, all clients have the loopback address.
            if !address.isLoopback, state.counts[address, default: 0] >= maximumForAddress {
                guard let idle = state.oldestIdle(of: address) else { return (false, nil) }
                victim = idle
            } else if state.connections.count >= most {
                victim = state.oldestIdle()
                let isOwner = address.isLoopback || state.isOwner(address, since: clock.now - Self.ownerTime)
                if victim == nil, !isOwner || state.connections.count >= most + reserve { return (false, nil) }
            }
            if let victim { state.remove(victim) }
            state.connections[id] = connection
            state.counts[address, default: 0] += 1
            return (true, victim)
        }
        victim?.close()
        return isOpen ? connection : nil
    }

    /// The number of connections so far, including refused and closed ones.
    var openedCount: Int { state.withLock(\.opened) }

    /// Announces that a connection was opened or has ended.
    func noteChange() { changed.yield() }

    /// Removes a closed connection.
    func remove(_ connection: OpenConnection) {
        state.withLock { $0.remove(connection) }
    }

    /// Returns the connection of a channel, or nil if it has been closed.
    subscript(channel: any Channel) -> OpenConnection? {
        state.withLock { $0.connections[ObjectIdentifier(channel)] }
    }

    /// Records an address from which the owner used a session.
    func noteOwner(at address: ClientAddress) {
        state.withLock { state in
            if state.owners[address] == nil, state.owners.count >= Self.maximumOwners,
                let oldest = state.owners.min(by: { $0.value < $1.value })
            {
                state.owners[oldest.key] = nil
            }
            state.owners[address] = clock.now
        }
    }

    /// Refuses new connections, and closes idle ones.
    ///
    /// SwiftNIO notifies channels that the server stops with an event. Channels that have been accepted but not set up yet miss
    /// the event, and are refused when they are set up.
    func stop() {
        let idle = state.withLock { state in
            state.isStopping = true
            return state.connections.values.filter { $0.idleSince != nil }
        }
        for connection in idle { connection.close() }
    }

    /// Closes all connections.
    func closeAll() {
        stop()
        for connection in state.withLock({ Array($0.connections.values) }) { connection.close() }
    }
}

extension ConnectionRegistry.State {
    fileprivate mutating func remove(_ connection: OpenConnection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        let left = counts[connection.address, default: 1] - 1
        counts[connection.address] = left > 0 ? left : nil
    }

    /// Returns the connection that has been idle for the longest time: of an address, or of the address with the most connections
    /// among those with idle ones.
    fileprivate func oldestIdle(of address: ClientAddress? = nil) -> OpenConnection? {
        var oldest: [ClientAddress: (connection: OpenConnection, since: AnyClock.Instant)] = [:]
        for connection in connections.values where address == nil || connection.address == address {
            guard let since = connection.idleSince else { continue }
            if let known = oldest[connection.address], known.since <= since { continue }
            oldest[connection.address] = (connection, since)
        }
        return oldest.max { counts[$0.key, default: 0] < counts[$1.key, default: 0] }?.value.connection
    }

    fileprivate func isOwner(_ address: ClientAddress, since: AnyClock.Instant) -> Bool {
        owners[address].map { $0 >= since } ?? false
    }
}
