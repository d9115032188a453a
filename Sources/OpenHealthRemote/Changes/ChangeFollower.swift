// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenCombineShim
import OpenHealthAPI
import OpenHealthConnectivity
import OpenHealthModel
import OpenHealthSession

/// A follower of the changes of a server, over one connection for all listeners.
///
/// It connects again after each failure, as soon as the server can be reached, and continues from its last place: nothing is
/// missed, and nothing reported twice.
final class ChangeFollower: Sendable {
    private struct State {
        /// The place of the stream; nil before the first event.
        var place: Int64?
        /// The server's identifier of that event.
        var lastEvent: String?
        var isConnected = false
        /// The reason why there is no connection; nil if it is not known yet.
        var failure: DaemonFailure?
        var listeners: [ObjectIdentifier: ChangeListener] = [:]
        var following: AnyCancellable?
        /// The subscribers that wait until it is known whether there is a connection.
        var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]

        var isKnown: Bool { isConnected || failure != nil }

        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            defer { waiting = [:] }
            return Array(waiting.values)
        }
    }

    /// The numbers of places, which listeners receive.
    let places = PlaceNumbers()
    private let connection: DaemonConnection
    private let clock: AnyClock
    private let onConnection: @Sendable () -> Void
    private let state = Guarded(State())
    /// The queue on which listeners receive ranges, one after the other.
    private let queue = DispatchQueue(label: "org.openhealthkit.changes")

    /// The time for which a new listener waits for the connection.
    private static let patience = Duration.seconds(10)

    /// - Parameters:
    ///   - clock: The clock of the pauses between attempts.
    ///   - onConnection: called each time that a connection has been made.
    init(_ connection: DaemonConnection, clock: AnyClock, onConnection: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.clock = clock
        self.onConnection = onConnection
    }

    deinit {
        state.withLock { $0.following }?.cancel()
    }

    /// Whether it is known that the server cannot be reached.
    var isOffline: Bool {
        state.withLock { state in
            if case .unreachable = state.failure, !state.isConnected { return true }
            return false
        }
    }

    /// Begins to follow, once.
    func start() {
        let isNew = state.withLock { state in
            defer { if state.following == nil { state.following = AnyCancellable {} } }
            return state.following == nil
        }
        guard isNew else { return }
        let stream = ChangeConnection(connection: connection) { [weak self] in
            self?.lastEvent
        } onFailure: { [weak self] failure in
            self?.note(failure)
        }
        let daemon = Connectivity(host: connection.address.host, port: connection.address.port, clock: clock)
        let following = stream.retryWhenOnline(connectivity: daemon, scheduler: ClockScheduler(clock)).sink { _ in
        } receiveValue: { [weak self] event in
            self?.take(event)
        }
        state.withLock { $0.following = AnyCancellable(following.cancel) }
    }

    /// Reports every change from a place on, or from now on.
    func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) async -> ChangeSubscription {
        start()
        // Positions before the stream are known only once it has begun.
        await connectionIsKnown()
        let listener = state.withLock { state in
            let place = state.place
            let listener = ChangeListener(from: anchor ?? (state.isConnected ? place : nil), handler)
            state.listeners[ObjectIdentifier(listener)] = listener
            // Missed changes are delivered before later ones.
            if let anchor, let place, anchor < place { queue.async { listener.catchUp(to: place) } }
            return listener
        }
        return ChangeSubscription { [weak self] in
            listener.cancel()
            self?.remove(listener)
        }
    }

    /// Waits until it is known whether there is a connection, at most ten seconds.
    private func connectionIsKnown() async {
        if state.withLock({ $0.isKnown }) { return }
        let id = UUID()
        let end = clock.now + Self.patience
        let timeout = Task { [weak self, clock] in
            try? await clock.sleep(until: end)
            self?.stopWaiting(id)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isKnown || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            stopWaiting(id)
        }
        timeout.cancel()
    }

    private func stopWaiting(_ id: UUID) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }

    private func remove(_ listener: ChangeListener) {
        _ = state.withLock { $0.listeners.removeValue(forKey: ObjectIdentifier(listener)) }
    }

    private var lastEvent: String? { state.withLock { $0.lastEvent } }

    private func note(_ failure: DaemonFailure) {
        let waiting = state.withLock { state in
            state.isConnected = false
            state.failure = failure
            // The server does not know the place: it uses another store now, or the place is from before an update.
            if case .problem(let problem) = failure, problem.kind == .invalidArgument { state.lastEvent = nil }
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    private func take(_ event: ServerEvent) {
        guard let json = JSONValue(event.data), let range = try? ChangeRange(JSONReader(json), places) else { return }
        let (isNew, waiting) = state.withLock { state in
            let wasConnected = state.isConnected
            let (before, listeners) = (state.place, Array(state.listeners.values))
            state.place = range.through
            state.lastEvent = event.id
            state.isConnected = true
            state.failure = nil
            queue.async {
                for listener in listeners {
                    if let before, range.through < before { listener.goBack(to: range.after) }
                    // A listener that began while there was no connection has had no range yet.
                    if !wasConnected { listener.catchUp(to: max(before ?? range.after, range.after)) }
                    listener.tell(range)
                }
            }
            return (!wasConnected, state.takeWaiting())
        }
        for continuation in waiting { continuation.resume() }
        if isNew { onConnection() }
    }
}

extension ChangeRange {
    /// Decodes a range from the server: `{"after", "through", "types", "topics"}`.
    init(_ json: JSONReader, _ places: PlaceNumbers) throws(Problem) {
        let (after, through) = (try json.required("after").place(), try json.required("through").place())
        self.init(after: places.number(ofLatest: after), through: places.number(ofLatest: through))
        for type in try json.required("types").array() { types.insert(try type.string()) }
        for topic in try json.required("topics").array() {
            // A server may have topics that this version does not know.
            if let topic = Topic(rawValue: try topic.string()) { topics.insert(topic) }
        }
    }
}

/// The numbers of a server's places in the order of changes.
///
/// A server's anchors are encrypted and cannot be compared. So each anchor gets a number, in the order in which the server returns
/// them, and the numbers are compared.
final class PlaceNumbers: Sendable {
    fileprivate struct State {
        var numbers: [Int64: Int64] = [:]
        var anchors: [Int64: Int64] = [:]
        /// The number of the next anchor.
        var next: Int64 = 1
        /// The number of the next anchor from before the first.
        var nextEarlier: Int64 = -1
        /// The first number that is kept.
        var first: Int64 = 1
    }

    private let state = Guarded(State())
    /// The maximum number of places that are kept.
    private static let most: Int64 = 100_000

    /// Returns the number of an anchor that the server has just returned, which is later than all anchors before it.
    func number(ofLatest anchor: Int64) -> Int64 {
        state.withLock { state in
            if let number = state.numbers[anchor] { return number }
            defer { state.next += 1 }
            state.keep(anchor, as: state.next)
            while state.next - state.first >= Self.most {
                if let old = state.anchors.removeValue(forKey: state.first) { state.numbers[old] = nil }
                state.first += 1
            }
            return state.next
        }
    }

    /// Returns the number of an anchor that the server returned some time ago, to this program or another; 0 for the anchor before
    /// every change.
    func number(ofEarlier anchor: Int64) -> Int64 {
        state.withLock { state in
            if let number = state.numbers[anchor] { return number }
            defer { state.nextEarlier -= 1 }
            state.keep(anchor, as: state.nextEarlier)
            return state.nextEarlier
        }
    }

    /// Returns the anchor with a number, or 0, the anchor before every change, if no anchor has the number.
    func anchor(_ number: Int64) -> Int64 {
        state.withLock { $0.anchors[number] ?? 0 }
    }
}

extension PlaceNumbers.State {
    fileprivate mutating func keep(_ anchor: Int64, as number: Int64) {
        numbers[anchor] = number
        anchors[number] = anchor
    }
}
