// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The implementation of the iterators of continuing results: reads once, and again after each relevant change.
///
/// It does not buffer results: changes that occur between two requests are read together.
final class ChangingResults<Place: Sendable, Element: Sendable> {
    /// The outcome of reading.
    enum Reading: Sendable {
        /// A result. If there is more, it is read by the next call without waiting for a change.
        case element(Element, hasMore: Bool = false)
        /// No result; waits for the next change.
        case nothing
    }

    /// Reads a result on a thread that may block.
    /// - Parameters:
    ///   - session: The app's view of the store.
    ///   - place: The position up to which has been read, which is kept for the next call.
    ///   - change: The changes since the last call; nil in the first call, and if the previous result was incomplete.
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

    /// Returns the next element, or nil if the task was canceled. There are no more elements after an error.
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
                // Subscribes before the first read, so that no change in between is missed.
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
