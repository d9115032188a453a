// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A queue of bounded length between a producer thread and a consumer thread.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // Unchecked because every access to the state is made under the condition's lock.
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isCancelled = false
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds an element, waiting for space.
    /// - Returns: Whether the element was added; false if the consumer has ended.
    func put(_ element: Element) -> Bool {
        condition.withLock {
            while elements.count >= capacity, !isCancelled { condition.wait() }
            guard !isCancelled else { return false }
            elements.append(element)
            condition.broadcast()
            return true
        }
    }

    /// Ends the production with a result.
    func finish(_ result: Result<Void, any Error>) {
        condition.withLock {
            end = result
            condition.broadcast()
        }
    }

    /// Removes and returns the next element, waiting for one. Returns nil at the end.
    /// - Throws: The producer's error.
    func take() throws -> Element? {
        try condition.withLock {
            while elements.isEmpty, end == nil { condition.wait() }
            if elements.isEmpty {
                try end?.get()
                return nil
            }
            let element = elements.removeFirst()
            condition.broadcast()
            return element
        }
    }

    /// Ends the consumption.
    func cancel() {
        condition.withLock {
            isCancelled = true
            elements = []
            condition.broadcast()
        }
    }

    /// Waits until the producer has finished.
    func waitForEnd() {
        condition.withLock {
            while end == nil { condition.wait() }
        }
    }
}
