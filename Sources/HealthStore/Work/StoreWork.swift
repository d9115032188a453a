// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A use of the store that any thread can end: by cancellation, or when its time is over.
///
/// What runs inside ``run(_:)`` finds it as ``current``. SQLite's statements are interrupted, and loops that evaluate samples
/// call ``check()``. Without one, a use of the store runs to its end.
package final class StoreWork: Sendable {
    /// Why a use of the store ended early.
    enum End: Int {
        case cancelled = 1
        case timeLimit = 2
        /// Other work waited too long to write.
        case outOfTurn = 3
    }

    @TaskLocal static var current: StoreWork?

    /// Whether it waits for one of the shared connections, so that the rest stay free for others.
    let isShared: Bool
    private let ended = Atomic<Int>(0)
    /// In nanoseconds of the monotonic clock.
    private let deadline: UInt64
    private let isWanted: (@Sendable () -> Bool)?
    private let reason: End
    private let parent: StoreWork?

    /// Creates a use of the store.
    /// - Parameters:
    ///   - isShared: whether it waits for one of the shared connections.
    ///   - seconds: how long it may take from now on; nil for no limit.
    package init(isShared: Bool = false, seconds: Double? = nil) {
        self.isShared = isShared
        deadline = seconds.map { Self.now + UInt64(max(0, min($0, 1e9)) * 1e9) } ?? .max  // checked: clamped
        isWanted = nil
        reason = .cancelled
        parent = nil
    }

    /// Creates a part of another use that also ends when a closure returns false.
    init(of parent: StoreWork?, endingAs reason: End = .cancelled, isWanted: @escaping @Sendable () -> Bool) {
        isShared = parent?.isShared ?? false
        deadline = .max
        self.isWanted = isWanted
        self.reason = reason
        self.parent = parent
    }

    /// Ends it.
    package func cancel() {
        ended.store(End.cancelled.rawValue, ordering: .relaxed)
    }

    /// Runs a closure that may use the store.
    package func run<T>(_ body: () throws -> T) throws -> T {
        try check()
        return try Self.$current.withValue(self) { try body() }
    }

    /// Why it ended; nil while it goes on.
    var end: End? {
        if let end = End(rawValue: ended.load(ordering: .relaxed)) { return end }
        if deadline != .max, Self.now >= deadline { return .timeLimit }
        if let isWanted, !isWanted() { return reason }
        return parent?.end
    }

    /// Throws where it has ended.
    /// - Throws: a ``StoreError``, `cancelled` or `timeLimit`.
    func check() throws {
        if let end { throw end.error }
    }

    /// Coarse, because loops ask for each sample.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension StoreWork.End {
    var error: StoreError {
        switch self {
        case .cancelled:
            StoreError(
                .cancelled, message: "the question was withdrawn before it was answered", remedy: "ask again if needed")
        case .timeLimit:
            StoreError(
                .timeLimit, message: "answering took longer than it may",
                remedy: "ask for a shorter time, fewer types or a simpler predicate")
        case .outOfTurn:
            StoreError(
                .busy, message: "writing took so long that it made way for another change",
                remedy: "try again, with less at a time; nothing was changed")
        }
    }
}

extension StoreWork {
    /// Uses a connection, and lets SQLite end a statement early where the current use has ended.
    static func watching<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        guard let work = current else { return try body() }
        try work.check()
        let handle = db.sqliteConnection
        return try withExtendedLifetime(work) {
            // 1000 steps of SQLite's machine are about fifty samples.
            sqlite3_progress_handler(
                handle, 1000,
                { pointer in
                    guard let pointer else { return 0 }
                    return Unmanaged<StoreWork>.fromOpaque(pointer).takeUnretainedValue().end == nil ? 0 : 1
                }, Unmanaged.passUnretained(work).toOpaque())
            // The connection serves others afterwards, and the end of the transaction must not be interrupted.
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                throw work.end?.error ?? error
            }
        }
    }
}
