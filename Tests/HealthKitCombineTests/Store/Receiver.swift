// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import OpenCombineShim
import ProcessTestSupport
import Synchronization
import Testing

/// A subscriber that requests values as specified by the test, and records events.
final class Receiver<Input: Sendable>: Subscriber, Sendable {
    typealias Failure = any Error

    enum Event: Sendable {
        case value(Input)
        case finished
        case failed(any Error)
    }

    /// The received events, in order.
    let events = QueryRecorder<Event>()

    // Unchecked because subscriptions are not marked as sendable; the tested ones are thread-safe.
    private struct Held: @unchecked Sendable {
        var subscription: (any Subscription)?
    }

    private let held = Mutex(Held())
    private let react: @Sendable (Receiver, Input) -> Subscribers.Demand

    /// - Parameter react: A closure that is called with each value, and returns additional demand.
    init(react: @escaping @Sendable (Receiver, Input) -> Subscribers.Demand = { _, _ in .none }) {
        self.react = react
    }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        self.held.withLock { $0 = held }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.record(.value(input))
        return react(self, input)
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        switch completion {
        case .finished: events.record(.finished)
        case .failure(let error): events.record(.failed(error))
        }
        held.withLock { $0 = Held() }
    }

    /// The subscription, until its end.
    var subscription: (any Subscription)? { held.withLock { $0 }.subscription }

    func request(_ demand: Subscribers.Demand) {
        held.withLock { $0 }.subscription?.request(demand)
    }

    func cancel() {
        let before = held.withLock { held in
            defer { held = Held() }
            return held
        }
        before.subscription?.cancel()
    }

    /// The number of received events.
    var count: Int { events.calls.count }

    /// Returns the next event, which must be a value.
    func value(_ location: SourceLocation = #_sourceLocation) async throws -> Input {
        switch try await events.next() {
        case .value(let input): return input
        case .finished: throw Unexpected(what: "it finished")
        case .failed(let error): throw error
        }
    }

    /// Waits for the next event, which must be the completion.
    func end(_ location: SourceLocation = #_sourceLocation) async throws {
        let event = try await events.next()
        guard case .finished = event else {
            Issue.record("\(event) came instead of the end", sourceLocation: location)
            return
        }
    }

    /// Returns the error of the next event, which must be a failure.
    func failure() async throws -> any Error {
        guard case .failed(let error) = try await events.next() else { throw Unexpected(what: "it did not fail") }
        return error
    }
}

struct Unexpected: Error {
    let what: String
}

extension Publisher where Output: Sendable, Failure == any Error {
    /// Returns all values until the completion.
    func all() async throws -> [Output] {
        let receiver = Receiver<Output> { _, _ in .none }
        subscribe(receiver)
        receiver.request(.unlimited)
        var values: [Output] = []
        while true {
            switch try await receiver.events.next() {
            case .value(let value): values.append(value)
            case .finished: return values
            case .failed(let error): throw error
            }
        }
    }

    /// Returns the only value.
    func only(_ location: SourceLocation = #_sourceLocation) async throws -> Output {
        let values = try await all()
        #expect(values.count == 1, sourceLocation: location)
        guard let value = values.first else { throw Unexpected(what: "there was no value") }
        return value
    }

    /// Returns the error with which the publisher fails.
    func failure() async throws -> any Error {
        do {
            _ = try await all()
        } catch {
            return error
        }
        throw Unexpected(what: "it did not fail")
    }
}

/// Waits for a condition that sends no notification, such as the release of an object. The time limit of the test ends the wait.
func eventually(_ what: Comment, _ location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool) async throws {
    let isMet: Bool? = try await poll(every: .milliseconds(1)) { isSo() ? true : nil }
    #expect(isMet == true, what, sourceLocation: location)
}
