// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import OpenHealthTestBasics
import Synchronization
import Testing

/// The calls of an observer's handler.
final class ObserverCalls: Sendable {
    /// The way in which the completion handler is called.
    enum Reaction: Sendable {
        case atOnce, never
        /// The completion handler is called by ``acknowledge(_:)``.
        case later
    }

    struct Call: Equatable, Sendable {
        var types: Set<HKSampleType>?
        var error: HKError.Code?
    }

    private struct State {
        var completions: [@Sendable () -> Void] = []
        var isInside = false
        var overlaps = 0
    }

    private struct Completion: @unchecked Sendable {
        // Unchecked because Apple's type is not declared as sendable, although the library's handlers are.
        let body: HKObserverQueryCompletionHandler
    }

    private let log = EventLog<Call>()
    private let state = Mutex(State())
    private let reaction: Reaction
    private let during: @Sendable (HKObserverQuery) -> Void

    init(_ reaction: Reaction = .atOnce, during: @escaping @Sendable (HKObserverQuery) -> Void = { _ in }) {
        self.reaction = reaction
        self.during = during
    }

    var all: [Call] { log.events }
    var count: Int { log.count }
    var overlaps: Int { state.withLock { $0.overlaps } }

    func add(
        _ query: HKObserverQuery, _ types: Set<HKSampleType>?, _ completion: @escaping HKObserverQueryCompletionHandler,
        _ error: (any Error)?
    ) {
        let held = Completion(body: completion)
        state.withLock { state in
            if state.isInside { state.overlaps += 1 }
            state.isInside = true
            // Only kept if necessary, because the handler retains the query, which retains this object.
            if case .later = reaction { state.completions.append { held.body() } }
        }
        log.note(Call(types: types, error: (error as? HKError)?.code))
        during(query)
        state.withLock { $0.isInside = false }
        if case .atOnce = reaction { completion() }
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
        return query
    }

    /// Waits for a number of calls.
    /// - Returns: The last of them.
    @discardableResult
    func wait(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Call {
        let calls = await log.wait(count: count)
        return try #require(calls.count >= count ? calls[count - 1] : nil, sourceLocation: sourceLocation)
    }
}
