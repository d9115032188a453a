// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A connection for another thread, which reads the content of a store in the same state as the ``StoreContents`` it was made for.
package final class ContentReader: Sendable {
    private let queue: DatabaseQueue
    private let shared: StoreContents.Shared
    private let work = StoreWork.current

    fileprivate init(_ queue: DatabaseQueue, _ contents: StoreContents) {
        self.queue = queue
        shared = contents.shared
    }

    /// Calls a function with the content, on the thread that calls this method. Other calls wait.
    package func read<Result>(_ body: (StoreContents) throws -> Result) throws -> Result {
        // Other threads do not inherit the task-local value.
        try StoreWork.$current.withValue(work) {
            try queue.unsafeRead { db in
                try StoreWork.watching(db) { try body(StoreContents(db, like: shared)) }
            }
        }
    }
}

extension StoreContents {
    /// The attempts to open connections that see the same state.
    private static let attempts = 10

    /// Reads the selected content of a store in its state of this moment, with readers for other threads that see the same state.
    ///
    /// - Parameters:
    ///   - count: The number of readers for other threads. There are none for a store in memory, or while others write without a pause.
    ///   - body: Receives the content for this thread, and the readers. They are not used after it returns.
    /// - Throws: The error of `body`, or a ``StoreError``.
    package static func read<Result>(
        _ database: HealthDatabase, _ selection: ContentSelection, readers count: Int,
        _ body: (StoreContents, [ContentReader]) throws -> Result
    ) throws -> Result {
        guard count > 0, !database.isInMemory else { return try read(database, selection) { try body($0, []) } }
        let connections = try SnapshotConnections(path: database.url.path, count: count)
        defer { connections.close() }
        for _ in 0..<attempts {
            let versions = try connections.versions()
            let result: Result? = try database.read { db in
                _ = try SnapshotConnections.version(db)
                guard try connections.begin(at: versions) else { return nil }
                let contents = try StoreContents(db, selection)
                return try body(contents, connections.queues.map { ContentReader($0, contents) })
            }
            if let result { return result }
            try connections.end()
        }
        return try read(database, selection) { try body($0, []) }
    }
}

/// Connections with a transaction each, all of which see the same state of a store.
///
/// Snapshots of SQLite are not part of the builds of most distributions. Instead, each connection compares the number of changes of
/// the file before another connection has begun to read, and after it has begun itself: if there was no change in between, both see
/// the same state.
private final class SnapshotConnections {
    let queues: [DatabaseQueue]

    /// The cache of a connection in KiB. The samples are read once, in the order of the file.
    private static let cacheSize = 4000

    init(path: String, count: Int) throws {
        var configuration = HealthDatabase.configuration()
        // The transactions last from begin(at:) to end().
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)") }
        do {
            queues = try (0..<count).map { _ in try HealthDatabase.openForReading(path, configuration) }
        } catch {
            throw StoreError.wrapping(error, file: path)
        }
    }

    /// The number of changes that each connection has seen.
    func versions() throws -> [Int64] { try queues.map { try $0.unsafeRead(Self.version) } }

    /// Begins the transactions.
    /// - Returns: Whether the store has not changed since it had these versions.
    func begin(at versions: [Int64]) throws -> Bool {
        for (queue, version) in zip(queues, versions) {
            let isSame = try queue.unsafeRead { db in
                try db.beginTransaction(.deferred)
                return try Self.version(db) == version
            }
            guard isSame else { return false }
        }
        return true
    }

    /// Ends the transactions that have begun.
    func end() throws {
        for queue in queues {
            try queue.unsafeRead { db in if db.isInsideTransaction { try db.rollback() } }
        }
    }

    func close() {
        for queue in queues { try? queue.close() }
    }

    /// The number of changes of the file that a connection has seen. Reading it determines the state that a transaction sees.
    static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    }
}

/// The part of a store that is exported.
package struct ContentSelection: Sendable {
    /// The identifiers of the types; nil for all.
    package var types: Set<String>?
    /// The beginning of the range; nil for none. A sample is in the range if it ends at this date or later.
    package var from: Date?
    /// The end of the range; nil for none. A sample is in the range if it starts before this date.
    package var to: Date?
    /// The names of the sources; nil for all.
    package var sources: Set<String>?
    /// The time zone of days and of samples that have none; nil for the home time zone of the store, or UTC if none is set.
    package var timeZone: TimeZone?

    package init(
        types: Set<String>? = nil, from: Date? = nil, to: Date? = nil, sources: Set<String>? = nil,
        timeZone: TimeZone? = nil
    ) {
        self.types = types
        self.from = from
        self.to = to
        self.sources = sources
        self.timeZone = timeZone
    }

    /// Whether everything is selected.
    package var isEverything: Bool { types == nil && from == nil && to == nil && sources == nil }

    /// Whether a type is selected.
    package func includes(type identifier: String) -> Bool { types?.contains(identifier) ?? true }

    /// Whether a time is in the range: it ends at the beginning of the range or later, and starts before its end.
    func includes(from start: Double, through end: Double) -> Bool {
        end >= (from?.timeIntervalSince1970 ?? -.infinity) && start < (to?.timeIntervalSince1970 ?? .infinity)
    }
}
