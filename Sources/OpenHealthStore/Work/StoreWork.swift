// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel
import Synchronization

/// A unit of work on the store that ends early if it is cancelled or exceeds its time limit.
///
/// It is available as ``current`` in closures of ``run(_:)``. When it ends, SQLite statements are interrupted; loops over samples
/// call ``check()``. Without a current work, operations always run to completion.
package final class StoreWork: Sendable {
    /// The reason why work ended early.
    package enum End: Int {
        case cancelled = 1
        case timeLimit = 2
        /// Other work has waited too long to write.
        case outOfTurn = 3
        /// The time limit of work that changes the store.
        case changeTimeLimit = 4
    }

    @TaskLocal package static var current: StoreWork?

    /// Whether the work uses only the shared connections, so that the others remain available.
    let isShared: Bool
    /// The maximum number of buckets of statistics, which limits the memory of work that runs at the same time as other work.
    let maximumBuckets: Int
    private let ended = Atomic<Int>(0)
    /// The deadline in nanoseconds of the monotonic clock.
    private let deadline: UInt64
    /// Returns whether the deadline by another clock is over; nil if there is none.
    private let isOver: (@Sendable () -> Bool)?
    private let isWanted: (@Sendable () -> Bool)?
    /// The reason of an end that ``isWanted`` tells.
    private let reason: End
    /// The reason of an end at the time limit.
    private let lateEnd: End
    private let parent: StoreWork?

    /// Creates a unit of work.
    /// - Parameters:
    ///   - isShared: Whether the work uses only the shared connections.
    ///   - isChange: Whether the work changes the store, which the error at the time limit mentions.
    ///   - seconds: The time limit in seconds from now; nil for no limit.
    ///   - maximumBuckets: The maximum number of buckets of statistics.
    ///   - clock: The clock of the time limit.
    package init(
        isShared: Bool = false, isChange: Bool = false, seconds: Double? = nil, maximumBuckets: Int = .max,
        clock: AnyClock = .continuous
    ) {
        self.isShared = isShared
        self.maximumBuckets = maximumBuckets
        let seconds = seconds.map { max(0, min($0, 1e9)) }
        if clock.isContinuous {
            deadline = seconds.map { Self.now + UInt64($0 * 1e9) } ?? .max  // checked: clamped
            isOver = nil
        } else {
            deadline = .max
            isOver = seconds.map { seconds in
                let end = clock.now + .seconds(seconds)
                return { clock.now >= end }
            }
        }
        isWanted = nil
        reason = .cancelled
        lateEnd = isChange ? .changeTimeLimit : .timeLimit
        parent = nil
    }

    /// Creates a part of other work that also ends when a closure returns false.
    package init(
        of parent: StoreWork? = nil, endingAs reason: End = .cancelled, isWanted: @escaping @Sendable () -> Bool
    ) {
        isShared = parent?.isShared ?? false
        maximumBuckets = parent?.maximumBuckets ?? .max
        deadline = .max
        isOver = nil
        self.isWanted = isWanted
        self.reason = reason
        lateEnd = .timeLimit
        self.parent = parent
    }

    /// Cancels the work.
    package func cancel() {
        ended.store(End.cancelled.rawValue, ordering: .relaxed)
    }

    /// Runs a closure that can use the store.
    package func run<T>(_ body: () throws -> T) throws -> T {
        try check()
        return try Self.$current.withValue(self) { try body() }
    }

    /// The reason why the work ended; nil if it has not ended.
    var end: End? {
        if let end = End(rawValue: ended.load(ordering: .relaxed)) { return end }
        if deadline != .max, Self.now >= deadline { return lateEnd }
        if let isOver, isOver() { return lateEnd }
        if let isWanted, !isWanted() { return reason }
        return parent?.end
    }

    /// Throws an error if the work has ended.
    /// - Throws: A ``StoreError``: `cancelled`, `timeLimit` or `busy`.
    package func check() throws {
        if let end { throw end.error }
    }

    /// The current time of the coarse clock, because loops read it for every sample.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension StoreWork.End {
    package var error: StoreError {
        switch self {
        case .cancelled:
            StoreError(
                .cancelled, message: "the request was cancelled before it was answered", remedy: "try again if needed")
        case .timeLimit:
            StoreError(
                .timeLimit, message: "the request exceeded its time limit",
                remedy: "request a shorter time interval, fewer types or a simpler predicate")
        case .changeTimeLimit:
            StoreError(
                .timeLimit, message: "the request exceeded its time limit",
                remedy: "send fewer records or documents at once")
        case .outOfTurn:
            StoreError(
                .busy, message: "the write took too long and was cancelled for another change",
                remedy: "try again with less data at a time; nothing was changed")
        }
    }
}

extension StoreWork {
    /// Runs a closure that uses a connection, and interrupts its statements when the current work has ended.
    static func watching<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        guard let work = current else { return try body() }
        try work.check()
        let handle = db.sqliteConnection
        return try withExtendedLifetime(work) {
            // 1000 instructions of SQLite's virtual machine process about fifty samples.
            sqlite3_progress_handler(
                handle, 1000,
                { pointer in
                    guard let pointer else { return 0 }
                    return Unmanaged<StoreWork>.fromOpaque(pointer).takeUnretainedValue().end == nil ? 0 : 1
                }, Unmanaged.passUnretained(work).toOpaque())
            // The connection is reused afterwards, and the end of the transaction must not be interrupted.
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                throw work.end?.error ?? error
            }
        }
    }
}

/// The order of writes. It ends long writes of shared work when other work has waited for some time, so that apps cannot prevent
/// the owner from signing in or revoking a permission.
final class WriterTurns: Sendable {
    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: AnyClock.Instant] = [:]
    }

    /// The time that other work waits before it ends a write of shared work.
    private static let patience = Duration.seconds(2)

    private let clock: AnyClock
    private let state = Mutex(State())

    init(clock: AnyClock) {
        self.clock = clock
    }

    /// Registers work that waits for its turn to write.
    /// - Returns: The number of the registration; nil for shared work, which doesn't end other work.
    func beginWaiting() -> UInt64? {
        if StoreWork.current?.isShared == true { return nil }
        return state.withLock { state in
            state.next += 1
            state.waiting[state.next] = clock.now
            return state.next
        }
    }

    /// Removes the registration of work that has its turn or no longer waits.
    func endWaiting(_ number: UInt64?) {
        guard let number else { return }
        state.withLock { _ = $0.waiting.removeValue(forKey: number) }
    }

    /// Returns the work for a write. Shared work ends early when other work has waited too long.
    func work(_ current: StoreWork?) -> StoreWork? {
        guard let current, current.isShared else { return current }
        return StoreWork(of: current, endingAs: .outOfTurn) { [self] in
            state.withLock { state in
                guard let first = state.waiting.values.min() else { return true }
                return first + Self.patience > clock.now
            }
        }
    }
}
