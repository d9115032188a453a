// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// State behind a lock that the thread sanitizer supports.
///
/// Unchecked because the state is only accessed in `withLock`.
final class Locked<State>: @unchecked Sendable {
    private var state: State
    private let lock = NSLock()

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

/// A thread-safe list of events in order.
final class Recorder<Entry: Sendable>: Sendable {
    private let list = Locked<[Entry]>([])

    var entries: [Entry] { list.withLock { $0 } }

    @Sendable func note(_ entry: Entry) {
        list.withLock { $0.append(entry) }
    }
}

/// The error of failing steps.
struct Failure: Error, Hashable {
    var number = 0
}

/// An operation that another thread ends on request.
///
/// Unchecked because `Operation` locks its own state, and the additional state is behind a lock.
final class HeldOperation: Operation, @unchecked Sendable {
    private let state = Locked((isExecuting: false, isFinished: false))
    private let beginnings = AsyncStream.makeStream(of: Void.self)

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func start() {
        guard !isCancelled else { return change(to: (false, true)) }
        change(to: (true, false))
        beginnings.continuation.yield()
    }

    func release() { change(to: (false, true)) }

    /// Returns once the operation runs.
    func hasBegun() async {
        for await _ in beginnings.stream { break }
    }

    private func change(to next: (isExecuting: Bool, isFinished: Bool)) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        state.withLock { $0 = next }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}

/// An operation with a result, or with an error if it has none.
///
/// Unchecked because `Operation` locks its own state, and the additional state is behind a lock.
final class DoublingOperation: Operation, @unchecked Sendable {
    private let input: Int
    private let state = Locked<Result<Int, Failure>?>(nil)

    init(_ input: Int) { self.input = input }

    override func main() {
        state.withLock { $0 = input < 0 ? .failure(Failure(number: input)) : .success(2 * input) }
    }

    func result() throws -> Int { try state.withLock { $0 }?.get() ?? 0 }
}
