// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Synchronization

/// The shared state of an app's stores and queries: its access to the health database, which is opened on first use.
package final class HealthContext: Sendable {
    package let configuration: HealthKitSystem.Configuration
    /// The clock of pauses.
    let steadyClock: AnyClock
    /// Serializes requests for permission.
    let turnstile = AsyncTurnstile()
    /// Notifies the stores of changed units.
    let preferences = UnitPreferences()
    private let opened = Mutex<(any HealthAccess)?>(nil)
    /// The task that begins to observe preferences.
    private let listening = Mutex<Task<Void, Never>?>(nil)
    /// The threads on which completion handlers of clients are called, because these may block.
    private let executor = QueueExecutor(
        DispatchQueue(label: "org.openhealthkit.work", attributes: .concurrent))

    package init(_ configuration: HealthKitSystem.Configuration) {
        self.configuration = configuration
        steadyClock = AnyClock(configuration.steadyClock)
    }

    /// Returns the app's access.
    /// - Throws: An `HKError` if the database cannot be opened; the next call tries again.
    package func access() throws -> any HealthAccess {
        try opened.withLock { opened in
            if let opened { return opened }
            do {
                guard configuration.isHealthDataAvailable else { throw HKError(.errorHealthDataUnavailable) }
                let access = try configuration.open()
                opened = access
                listening.withLock { $0 = Task { await preferences.listen(to: access) } }
                return access
            } catch {
                throw HKError(storeError: error)
            }
        }
    }

    /// Waits until changes of preferences are observed, if the database has been opened.
    package func observesPreferences() async { await listening.withLock { $0 }?.value }

    /// Calls a closure with the app's access. Canceling the task cancels the closure.
    package func perform<T: Sendable>(
        _ body: @Sendable (any HealthAccess) async throws -> T
    ) async throws -> T {
        try await body(try await openAccess())
    }

    /// Opens the database on a thread that may block.
    private func openAccess() async throws -> any HealthAccess {
        if let access = opened.withLock({ $0 }) { return access }
        return try await Task(executorPreference: executor) { try self.access() }.value
    }

    /// Runs a closure, and calls a handler with its result on a thread that may block.
    /// - Returns: A task whose cancellation cancels the closure.
    @discardableResult
    package func perform<T: Sendable>(
        _ body: @escaping @Sendable (any HealthAccess) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            let result: Result<T, any Error>
            do {
                result = .success(try await body(self.access()))
            } catch {
                result = .failure(error)
            }
            completion(result)
        }
    }

    /// Runs a closure, and calls a handler with its result on a thread that may block.
    func perform<T: Sendable>(
        asynchronously body: @escaping @Sendable () async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        perform({ _ in try await body() }, completion: completion)
    }

    /// Blocks the calling thread until a closure has ended. Used by Apple's synchronous methods.
    func wait<T: Sendable>(_ body: @escaping @Sendable (any HealthAccess) async throws -> T) throws -> T {
        let ended = DispatchSemaphore(value: 0)
        let held = Mutex<Result<T, any Error>?>(nil)
        perform(body) { result in
            held.withLock { $0 = result }
            ended.signal()
        }
        ended.wait()
        guard let result = held.withLock({ $0 }) else { throw HKError(.unknownError) }
        return try result.get()
    }
}

extension HKHealthStore {
    /// Creates a store in a context.
    package class func make(in context: HealthContext) -> HKHealthStore {
        HealthKitSystem.$scoped.withValue(context) { HKHealthStore() }
    }
}

extension HealthContext {
    /// Prompts the person for the unanswered types of a request, if there are any.
    /// - Throws: An `HKError`; other errors of the prompt are passed through.
    func authorize(share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
        let request = AuthorizationRequest(app: configuration.app, share: share, read: read)
        let prompt = configuration.authorization
        try await turnstile.pass {
            // Checked after waiting, because the previous request may have covered the same types.
            let open = try await self.perform { try await $0.unanswered(request) }
            if open.isEmpty { return }
            if let asked = try await self.perform({ try await $0.ask(open) }) {
                return try await self.wait(for: asked, open)
            }
            try await self.perform { try await $0.note(open) }
            let decision = try await prompt.answer(open)
            // Types that were not requested are not recorded.
            let kept = AuthorizationDecision(
                share: decision.share.filter { type, _ in open.share.contains { $0 == type } },
                read: decision.read.filter { type, _ in open.read.contains(type) })
            try await self.perform { try await $0.record(kept) }
        }
    }

    /// Directs the person to the page for answering a request, and waits for the result.
    /// - Throws: The error of the prompt, `CancellationError` if the task was canceled, or an `HKError`.
    func wait(for asked: any SubmittedAuthorizationRequest, _ request: AuthorizationRequest) async throws {
        try await configuration.authorization.show(asked.page, for: request)
        repeat {
            try Task.checkCancellation()
        } while try await perform({ _ in try await asked.wait() }) == false
    }
}

extension HealthContext {
    /// Asks the person which objects of a type the app may read.
    /// - Throws: `errorInvalidArgument` for a type that does not require authorization for each object.
    func authorizeObjects(of type: HKObjectType, _ condition: PredicateNode) async throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(
                .errorInvalidArgument,
                "The person does not allow objects of \(type.identifier) one by one. Call requestAuthorization instead."
            )
        }
        let prompt = configuration.authorization
        let app = configuration.app
        try await turnstile.pass {
            let asked = try await self.perform { try await $0.askForObjects(of: type, predicate: condition) }
            if let asked {
                let request = AuthorizationRequest(app: app, share: [], read: [type])
                return try await self.wait(for: asked, request)
            }
            let candidates = try await self.perform { access in
                try await access.note(AuthorizationRequest(app: app, share: [], read: [type]))
                return try await access.objectCandidates(of: type, predicate: condition)
            }
            let allowed = try await prompt.allowedObjects(
                ObjectAuthorizationRequest(app: app, type: type, objects: candidates.map(\.text)))
            let uuids = Set(candidates.indices.filter(allowed.contains).map { candidates[$0].uuid })
            try await self.perform { access in
                try await access.record(allowed: uuids, among: Set(candidates.map(\.uuid)), of: type)
            }
        }
    }
}

/// Admits tasks one at a time, in the order of their arrival.
final class AsyncTurnstile: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs a closure exclusively.
    func pass<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
