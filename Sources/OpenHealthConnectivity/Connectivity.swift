// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthModel

#if canImport(Network)
    import Network
#endif

/// The reachability of the network or of one server, as the current status and as a stream of changes.
///
/// A subscriber receives the current status and then each change; without demand only the newest status is kept. The stream does
/// not end by itself. Without subscribers nothing is monitored, no thread runs and no socket is open.
///
/// ``shared`` monitors the network with the kernel's announcements. ``init(host:port:timing:clock:)`` monitors one server. ``init(_:)``
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

extension Connectivity {
    /// The time limits and pauses for monitoring a server.
    public struct Timing: Hashable, Sendable {
        /// The pauses between attempts to connect: the first and the longest. Each is twice the previous one. The kernel reports
        /// changes of the network, after which the pauses start over; the start of a server is not announced.
        public var pauses: ClosedRange<Duration>
        /// The time limit for an attempt, including the lookup of the host's addresses.
        public var connecting: Duration
        /// The time for which a connected machine may leave the kernel's probes unanswered. The kernel counts in seconds and
        /// requires at least four.
        public var silence: Duration

        /// Creates time limits and pauses for monitoring a server.
        /// - Parameters:
        ///   - pauses: The first and the longest pause between attempts; the first is greater than zero.
        ///   - connecting: The time limit of one attempt.
        ///   - silence: The time for which a connected machine may not respond.
        public init(
            pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30)), connecting: Duration = .seconds(10),
            silence: Duration = .seconds(30)
        ) {
            precondition(pauses.lowerBound > .zero, "a pause between attempts to connect is longer than zero")
            self.pauses = pauses
            self.connecting = connecting
            self.silence = silence
        }
    }
}

extension Connectivity {
    /// The network as a whole: online if there is a usable default route.
    ///
    /// On Linux that is a route to everywhere: a destination of length zero, IPv4 or IPv6, of the ordinary kind, not one
    /// that rejects. It can be in any routing table except the kernel's own. Its interface is up, has a carrier and is not
    /// the loopback. The machine also has an address of that family that is valid beyond its own link; an address of IPv6
    /// must have passed the check that it is unique. One of several next hops is sufficient. The kernel announces changes
    /// of interfaces, addresses and routes, and the tables are read again only after such an announcement.
    ///
    /// The status does not depend on whether anything beyond the router responds. A machine that reaches only its own subnet, or
    /// whose routes cover the world only in parts, is offline by this definition. For a nearby server, or for the state of a
    /// server itself, use ``init(host:port:timing:clock:)``.
    ///
    /// The network is that of the network namespace of the thread that subscribes. If the system does not permit queries, as in a
    /// sandbox, the status is always online, so that a program tries to connect.
    ///
    /// On Apple's systems the status is that of `NWPathMonitor`.
    public static let shared = Connectivity(from: systemNetwork)

    #if os(Linux)
        private static var systemNetwork: any ConnectivitySource { NetworkSource() }

        /// Creates a connectivity for one server, which is online if a TCP connection to it can be made.
        ///
        /// The host's addresses are tried in the order of the system's resolver, the next one when the previous one has failed or
        /// has not responded for a quarter of a second; the first connection is used. It is kept open without sending anything,
        /// so that the kernel reports when the server closes it. Then another attempt follows immediately, and the status changes
        /// only if it fails. A server that closes idle connections after a while therefore remains online. So does one that
        /// closes them immediately, which is checked only at increasing intervals. Note that a server that serves one connection
        /// at a time serves no other client in the meantime.
        ///
        /// While the server is offline, attempts are made when the kernel announces a change in the network, and at increasing
        /// intervals.
        ///
        /// The first status is sent when the first attempt has ended. If the system is still looking up the name when the last
        /// subscriber cancels, a thread remains until the lookup ends.
        /// - Parameters:
        ///   - host: A name, or an IPv4 or IPv6 address.
        ///   - port: The number of the TCP port.
        ///   - timing: The time limits, and the pauses between attempts.
        ///   - clock: The clock of the time limits and pauses. The kernel's probes do not depend on it.
        public convenience init(
            host: String, port: UInt16, timing: Timing = Timing(), clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.init(from: HostSource(host: host, port: port, timing: timing, clock: AnyClock(clock)))
        }
    #elseif canImport(Network)
        private static var systemNetwork: any ConnectivitySource { PathMonitorSource() }
    #endif
}
