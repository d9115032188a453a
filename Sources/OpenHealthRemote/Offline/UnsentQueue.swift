// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Synchronization

/// A queue that sends changes, and keeps those that cannot be sent until they can.
final class UnsentQueue: Sendable {
    private let connection: DaemonConnection
    private let folder: UnsentFolder
    private let clock: AnyClock
    private let onRefusal: (@Sendable (RefusedChange) -> Void)?
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        /// The time before the next attempt, in seconds.
        var pause = 1.0
        /// The callers of ``settled()``.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The longest pause between attempts, in seconds. The pauses begin anew when the stream of changes is connected again.
    private static let longest = 60.0

    init(
        _ connection: DaemonConnection, _ folder: UnsentFolder, clock: AnyClock,
        onRefusal: (@Sendable (RefusedChange) -> Void)?
    ) {
        self.connection = connection
        self.folder = folder
        self.clock = clock
        self.onRefusal = onRefusal
    }

    /// Sends a change after those that wait, or keeps it if the server cannot be reached.
    /// - Parameter isOffline: whether it is known that the server cannot be reached.
    /// - Returns: the server's response, or nil if the change is kept.
    /// - Throws: a ``DaemonFailure`` if the server refuses, and an `HKError` if the change can be neither sent nor kept.
    func send(_ change: UnsentChange, isOffline: Bool) async throws -> JSONReader? {
        if !folder.isEmpty {
            if !isOffline { await sendWaiting() }
            if !folder.isEmpty {
                try keep(change)
                return nil
            }
        }
        do {
            return try await connection.json(change.request)
        } catch DaemonFailure.unreachable {
            try keep(change)
            return nil
        }
    }

    /// Sends the waiting changes soon, since the server can probably be reached.
    func wake() {
        state.withLock { $0.pause = 1 }
        Task { await sendWaiting() }
    }

    /// Waits until no change waits to be sent.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if folder.isEmpty { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    private func keep(_ change: UnsentChange) throws {
        try folder.add(change)
        scheduleAgain()
    }

    /// Sends the waiting changes in order, until one cannot be sent now.
    private func sendWaiting() async {
        if !folder.isEmpty {
            do {
                try await folder.sending(clock) {
                    while let entry = folder.first() { guard try await send(entry) else { break } }
                }
            } catch {
                // The folder cannot be used now; it may be later.
            }
        }
        guard folder.isEmpty else { return scheduleAgain() }
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Sends one change.
    /// - Returns: whether the next one can be sent.
    private func send(_ entry: UnsentFolder.Entry) async throws -> Bool {
        guard let change = entry.change else {
            try folder.putAside(entry)
            Self.warn("A change for the health server cannot be read; its file was put aside in \(folder.url.path).")
            return true
        }
        do {
            _ = try await connection.json(change.request)
        } catch DaemonFailure.problem(let problem) where Self.isFinal(problem.kind) {
            try folder.remove(entry)
            report(change, HKError(problem))
            return true
        } catch is DaemonFailure {
            return false
        }
        try folder.remove(entry)
        return true
    }

    /// Returns whether the server will answer a repeated change with the same problem.
    private static func isFinal(_ kind: Problem.Kind) -> Bool {
        switch kind {
        case .unauthenticated, .requestTimeout, .tooManyRequests, .internalError, .unavailable, .insufficientStorage:
            false
        default: true
        }
    }

    private func report(_ change: UnsentChange, _ error: HKError) {
        let refused = RefusedChange(kind: change.kind, objects: change.objects, date: change.date, error: error)
        if let onRefusal { return onRefusal(refused) }
        Self.warn(
            "The health server has refused to \(change.kind.rawValue) \(change.objects.count) objects that were kept while it "
                + "could not be reached: \(error.localizedDescription)")
    }

    private static func warn(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Schedules another attempt after a pause, each longer than the one before.
    private func scheduleAgain() {
        let pause = state.withLock { state -> Double? in
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            defer { state.pause = min(state.pause * 2, Self.longest) }
            return state.pause
        }
        guard let pause else { return }
        let end = clock.now + .seconds(pause)
        Task { [weak self, clock] in
            try? await clock.sleep(until: end)
            self?.state.withLock { $0.isScheduled = false }
            await self?.sendWaiting()
        }
    }
}
