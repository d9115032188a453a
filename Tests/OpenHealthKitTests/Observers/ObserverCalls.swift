// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import Synchronization
import Testing

/// The calls of an observer's handler.
final class ObserverCalls: Sendable {
    /// The way in which the completion handler is called.
    enum Answer: Sendable {
        case atOnce, never
        /// The completion handler is called by ``acknowledge(_:)``.
        case later
    }

    struct Call: Equatable {
        var types: Set<HKSampleType>?
        var error: HKError.Code?
    }

    private struct State {
        var calls: [Call] = []
        var completions: [@Sendable () -> Void] = []
        var isInside = false
        var overlaps = 0
    }

    private struct Completion: @unchecked Sendable {
        // Unchecked because Apple's type is not declared as sendable, although the library's handlers are.
        let body: HKObserverQueryCompletionHandler
    }

    private let state = Mutex(State())
    private let answer: Answer
    private let during: @Sendable (HKObserverQuery) -> Void

    init(_ answer: Answer = .atOnce, during: @escaping @Sendable (HKObserverQuery) -> Void = { _ in }) {
        self.answer = answer
        self.during = during
    }

    var all: [Call] { state.withLock { $0.calls } }
    var count: Int { all.count }
    var overlaps: Int { state.withLock { $0.overlaps } }

    func add(
        _ query: HKObserverQuery, _ types: Set<HKSampleType>?, _ completion: @escaping HKObserverQueryCompletionHandler,
        _ error: (any Error)?
    ) {
        let held = Completion(body: completion)
        state.withLock { state in
            if state.isInside { state.overlaps += 1 }
            state.isInside = true
            state.calls.append(Call(types: types, error: (error as? HKError)?.code))
            // Only kept if necessary, because the handler retains the query, which retains this object.
            if case .later = answer { state.completions.append { held.body() } }
        }
        during(query)
        state.withLock { $0.isInside = false }
        if case .atOnce = answer { completion() }
    }

    /// Calls a completion handler.
    func acknowledge(_ number: Int) {
        state.withLock { $0.completions[number] }()
    }

    /// Releases the completion handlers.
    func forget() { state.withLock { $0.completions = [] } }

    /// Returns a query whose handler calls this object.
    func query(_ types: HKSampleType..., predicate: NSPredicate? = nil) -> HKObserverQuery {
        let query = HKObserverQuery(
            queryDescriptors: types.map { HKQueryDescriptor(sampleType: $0, predicate: predicate) },
            updateHandler: { [self] in add($0, $1, $2, $3) })
        query.policy.retries = [0.01, 0.02]
        query.policy.clockChecks = 0.005
        return query
    }

    /// Waits for a number of calls, for at most a minute.
    @discardableResult
    func wait(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Call {
        let end = Date(timeIntervalSinceNow: 60)
        while true {
            let all = all
            if all.count >= count { return all[count - 1] }
            guard Date() < end else { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("only \(self.count) of \(count) calls came", sourceLocation: sourceLocation)
        return try #require(nil as Call?)
    }

    /// Expects the number of calls to stay the same for a short time.
    func expectNoMore(than count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await Task.sleep(for: .milliseconds(150))
        #expect(self.count == count, sourceLocation: sourceLocation)
    }
}

/// Waits until a condition is true, for at most a minute.
func waitUntil(sourceLocation: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool) async throws {
    let end = Date(timeIntervalSinceNow: 60)
    while try !holds() {
        guard Date() < end else {
            Issue.record("it never came to hold", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}
