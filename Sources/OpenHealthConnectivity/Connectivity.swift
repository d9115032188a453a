// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthModel

/// The reachability of the network or of one server, as the current status and as a stream of changes.
///
/// A subscriber receives the current status and then each change; without demand only the newest status is kept. The stream does
/// not end by itself. Without subscribers nothing is monitored, no thread runs and no socket is open.
///
/// ``shared`` monitors the network with the kernel's announcements. ``init(host:port:timing:)`` monitors one server. ``init(_:)``
/// creates a connectivity from your own statuses, for tests or another source.
///
/// Statuses are delivered on the monitoring thread, or on the subscriber's own thread if the status is already known. Use
/// `receive(on:)` for anything that takes time: until a subscriber returns, the others receive nothing new.
public final class Connectivity: Publisher, Sendable {
    /// The output: the status.
    public typealias Output = Status
    /// The failure, which does not occur: if the status cannot be determined, the network counts as online, so that programs
    /// continue to try.
    public typealias Failure = Never

    private struct State {
        var relays: [ObjectIdentifier: StatusRelay] = [:]
        var isWatched = false
        var watch: (any ConnectivityWatch)?
        /// The number of times that monitoring began or ended: reports of an earlier watch are ignored.
        var generation = 0
        var last: Status?
        /// The number of changes, by which relays determine which is newer.
        var serial = 0
    }

    private let source: any ConnectivitySource
    private let state = Guarded(State())

    init(from source: any ConnectivitySource) {
        self.source = source
    }

    /// The current status, without waiting; nil if it is unknown.
    ///
    /// ``shared`` queries the kernel each time, which takes microseconds, and always returns a status. For a server it is the
    /// last result while there is a subscriber, and otherwise nil; ``check()`` waits for a result.
    public var status: Status? { source.status(lastKnown: state.withLock { $0.last }) }

    /// Checks again, regardless of the known status, and waits for the result.
    ///
    /// For a server this makes a connection, and takes at most ``Timing/connecting``; a connectivity created by ``init(_:)``
    /// returns its last status, or waits for its first.
    public func check() async -> Status {
        let kept = Guarded<StatusRelay?>(nil)
        let status = await withCheckedContinuation { continuation in
            let relay = StatusRelay(self) { status in
                continuation.resume(returning: status)
                return .none
            }
            kept.withLock { $0 = relay }
            relay.request(.max(1))
            attach(relay, fresh: true)
        }
        kept.withLock { $0 }?.cancel()
        return status
    }

    /// Adds a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Status, S.Failure == Never {
        let relay = StatusRelay(self) { subscriber.receive($0) }
        subscriber.receive(subscription: relay)
        attach(relay)
    }

    /// Adds a relay, unless it has been canceled.
    /// - Parameter fresh: Whether its first status must come from a check that begins now.
    func attach(_ relay: StatusRelay, fresh: Bool = false) {
        enum Next {
            case nothing
            case start(generation: Int)
            case check(any ConnectivityWatch)
            case offer(Status, serial: Int)
        }
        let next = state.withLock { state -> Next in
            guard !relay.isCancelled else { return .nothing }
            state.relays[ObjectIdentifier(relay)] = relay
            guard state.isWatched else {
                state.isWatched = true
                state.generation += 1
                return .start(generation: state.generation)
            }
            // The first result is not available yet and will be new.
            guard let last = state.last else { return .nothing }
            guard fresh, let watch = state.watch else { return .offer(last, serial: state.serial) }
            relay.hold()
            return .check(watch)
        }
        switch next {
        case .nothing: break
        case .start(let generation): start(generation)
        case .offer(let status, let serial): relay.offer(status, serial: serial)
        case .check(let watch):
            watch.check { [weak self, weak relay] in
                guard let self, let relay else { return }
                let (last, serial) = state.withLock { ($0.last, $0.serial) }
                if let last { relay.offer(last, serial: serial) }
                relay.release()
            }
        }
    }

    /// Removes a relay that has been canceled. Monitoring ends with the last one.
    func detach(_ relay: StatusRelay) {
        let watch = state.withLock { state -> (any ConnectivityWatch)? in
            guard state.relays.removeValue(forKey: ObjectIdentifier(relay)) != nil, state.relays.isEmpty else {
                return nil
            }
            defer { state.watch = nil }
            state.isWatched = false
            state.generation += 1
            state.last = nil
            return state.watch
        }
        watch?.stop()
    }

    private func start(_ generation: Int) {
        let watch = source.start { [weak self] in self?.report($0, generation) }
        let isWanted = state.withLock { state in
            guard state.generation == generation else { return false }
            state.watch = watch
            return true
        }
        // The last relay was canceled during the start.
        if !isWanted { watch.stop() }
    }

    private func report(_ status: Status, _ generation: Int) {
        let (relays, serial) = state.withLock { state -> ([StatusRelay], Int) in
            guard state.generation == generation, state.last != status else { return ([], 0) }
            state.last = status
            state.serial += 1
            return (Array(state.relays.values), state.serial)
        }
        for relay in relays { relay.offer(status, serial: serial) }
    }
}

extension Connectivity {
    /// The reachability of the network or of a server.
    public enum Status: Hashable, Sendable {
        /// It can be reached, as far as the machine can determine.
        case online
        /// It cannot be reached.
        case offline
    }
}

extension Connectivity {
    /// Creates a connectivity with the statuses of a publisher.
    ///
    /// The publisher has one subscription for all subscribers, while there are any. If it has a current value, as
    /// `CurrentValueSubject` has, that is also the value of ``status``. When it finishes, its last status stays.
    /// - Parameter statuses: The statuses in their order.
    public convenience init(_ statuses: some Publisher<Status, Never>) {
        self.init(from: PublisherSource(statuses))
    }
}

extension Publisher where Output == Connectivity.Status {
    /// Returns a publisher that sends a value each time the network or the server can be reached again; the first one immediately
    /// if it can be reached now.
    public func filterOnline() -> Publishers.Filter<Self> { filter { $0 == .online } }

    /// Returns a publisher that sends a value each time the network or the server can no longer be reached; the first one
    /// immediately if it cannot be reached now.
    public func filterOffline() -> Publishers.Filter<Self> { filter { $0 == .offline } }
}
