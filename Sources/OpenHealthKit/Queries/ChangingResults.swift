// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The implementation of the iterators of continuing results: reads once, and again after each relevant change.
///
/// It keeps no unrequested results: changes without a waiting reader are read together.
final class ChangingResults<Place: Sendable, Element: Sendable> {
    /// The outcome of reading.
    enum Reading: Sendable {
        /// Something to tell. Where there is more, it is read with the next call, without waiting for a change.
        case element(Element, hasMore: Bool = false)
        /// Nothing to tell: waits for the next change.
        case nothing
    }

    /// Reads on a thread where it may wait for the store.
    /// - Parameters:
    ///   - session: the app's view of the store.
    ///   - place: how far has been read; kept for the next call.
    ///   - change: what has changed since the last call; nil in the first one, and where there was more.
    typealias Reader =
        @Sendable (
            _ session: any HealthSession, _ place: inout Place, _ change: ChangeRange?
        ) async throws -> Reading

    private enum State {
        case new, more, waiting, ended
    }

    private let context: HealthContext
    private let interest: ChangeInterest
    private let read: Reader
    private var place: Place
    private var waiter: ChangeWaiter?
    private var state = State.new

    init(_ store: HKHealthStore, _ interest: ChangeInterest, from place: Place, read: @escaping Reader) {
        context = store.context
        self.interest = interest
        self.place = place
        self.read = read
    }

    /// The next element; nil once the task has been cancelled. After an error there are no more elements.
    func next() async throws -> Element? {
        do {
            if let element = try await step() { return element }
        } catch {
            end()
            throw error
        }
        end()
        return nil
    }

    private func step() async throws -> Element? {
        while state != .ended && !Task.isCancelled {
            var change: ChangeRange?
            switch state {
            case .new:
                // Before the first reading, so that nothing between it and the waiting is missed.
                let interest = interest
                waiter = try await context.perform { try await ChangeWaiter($0, interest) }
            case .more: break
            case .waiting:
                change = await waiter?.next()
                if change == nil { return nil }
            case .ended: return nil
            }
            if let element = try await reading(after: change) { return element }
        }
        return nil
    }

    private func reading(after change: ChangeRange?) async throws -> Element? {
        let (read, before) = (read, place)
        let (reading, after) = try await context.perform { session in
            var place = before
            let reading = try await read(session, &place, change)
            return (reading, place)
        }
        place = after
        switch reading {
        case .element(let element, let hasMore):
            state = hasMore ? .more : .waiting
            return element
        case .nothing:
            state = .waiting
            return nil
        }
    }

    private func end() {
        state = .ended
        waiter?.cancel()
        waiter = nil
    }
}
