// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import OpenHealthModel

/// A person's health database: one SQLite file.
///
/// Any number of processes can open it. Readers never wait; writers wait for one another. Committed changes survive a crash of
/// the process or the system.
public final class HealthDatabase: Sendable {
    /// The file; `:memory:` for an in-memory store.
    public let url: URL
    package let pool: any DatabaseWriter
    /// The folder for the files of an in-memory store.
    let temporaryFolder = TemporaryFolder()
    /// The hub of changes.
    let changeHub = ChangeHub()
    /// The limit on read connections of shared work.
    let readerTurns = ReaderTurns()
    /// The clock of time limits and delays.
    package let clock: AnyClock
    /// The order of writes.
    let writerTurns: WriterTurns
    /// The order of imports and pushes.
    let ingestTurn = IngestTurn()
    /// Whether the connections of reads only read, so that they can hide the samples of an unfinished import.
    private let hidesUnfinishedImport: Bool
    /// The objects that other modules keep with the database.
    package let companions = DatabaseCompanions()
    /// The file that was opened; nil for an in-memory store.
    let identity: FileIdentity?
    /// The migration that opening the store has performed; nil if there was nothing to migrate.
    package let migration: StoreMigration?
    /// The files and folders of killed processes that opening the store for writing has removed, one line each.
    package let removedLeftovers: [String]

    /// The mode in which a store is opened.
    public enum Mode: Sendable {
        /// Reading and writing. The file and its folders are created if they don't exist.
        case create
        /// Reading and writing an existing file.
        case readWrite
        /// Reading an existing file, which can be write-protected.
        case readOnly
    }

    /// Opens a store.
    ///
    /// Only the owner can read and write new files (mode 0600) and new folders (0700).
    /// - Throws: A ``StoreError`` with the problem of the file and its remedy.
    public convenience init(url: URL, mode: Mode = .create) throws {
        try self.init(url: url, mode: mode, clock: .continuous)
    }

    /// Opens a store.
    /// - Parameter clock: The clock of time limits and delays.
    /// - Throws: A ``StoreError`` with the problem of the file and its remedy.
    package init(url: URL, mode: Mode = .create, clock: AnyClock) throws {
        self.url = url
        self.clock = clock
        writerTurns = WriterTurns(clock: clock)
        let path = url.path
        do {
            switch mode {
            case .create: try Self.makeFile(url)
            case .readWrite, .readOnly:
                var facts = stat()
                guard stat(path, &facts) == 0 else {
                    throw StoreError(
                        .notAccessible, message: "there is no store at \(path)",
                        remedy: "create one with `health import` or `health add`, or name another with --store")
                }
                try Self.checkKind(facts, path)
            }
            if mode == .readOnly {
                pool = try Self.openForReading(path)
                migration = nil
                removedLeftovers = []
            } else {
                try Self.checkBeforeWriting(path)
                // Before a migration, which needs the space for its own copy.
                removedLeftovers = StoreLeftovers.remove(besideStoreAt: url)
                pool = try Self.openForWriting(path, clock)
                migration = try StoreSchema.migrate(pool, path: path)
            }
            try StoreSchema.check(pool, path: path)
            hidesUnfinishedImport = true
            identity = FileIdentity(path)
        } catch {
            let error = StoreError.wrapping(error, file: path)
            throw (mode == .readOnly ? nil : Self.missingPermission(toMigrate: path, error)) ?? error
        }
        // Where this fails, the samples stay hidden, and the next import or connection removes them.
        if mode != .readOnly { try? removeAbandonedImport() }
    }

    /// Creates a store from an open database.
    package init(url: URL, pool: any DatabaseWriter, clock: AnyClock = .continuous) throws {
        self.url = url
        self.clock = clock
        writerTurns = WriterTurns(clock: clock)
        self.pool = pool
        hidesUnfinishedImport = pool is DatabasePool
        identity = nil
        migration = nil
        removedLeftovers = []
        do {
            try StoreSchema.migrate(pool, path: url.path)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    deinit {
        companions.databaseWillClose(self)
    }

    /// Returns the default location of a person's store: `$HEALTH_STORE`, or else `$XDG_DATA_HOME/openhealthkit/health.db`, or
    /// else `~/.local/share/openhealthkit/health.db`.
    public static func defaultURL(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        StoreFile.defaultURL(environment: environment)
    }

    /// Reads from a snapshot of the store. The current ``StoreWork`` can interrupt the read.
    package func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            return try readerTurns.run {
                try pool.read { db in
                    if hidesUnfinishedImport { try UnfinishedImport.hide(db) }
                    return try StoreWork.watching(db) { try body(db) }
                }
            }
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// Writes in one transaction after waiting for other writers. The transaction is rolled back if the current ``StoreWork``
    /// ends first.
    package func write<T>(_ body: (Database) throws -> T) throws -> T {
        let work = writerTurns.work(.current)
        let waiter = writerTurns.beginWaiting()
        defer { writerTurns.endWaiting(waiter) }
        do {
            let result = try pool.writeWithoutTransaction { db in
                var result: T?
                writerTurns.endWaiting(waiter)
                try work?.check()
                try db.inTransaction(.immediate) {
                    result = try StoreWork.$current.withValue(work) {
                        try StoreWork.watching(db) {
                            let place = try EffortUpdate.place(db)
                            let result = try body(db)
                            try EffortUpdate.run(db, after: place)
                            return result
                        }
                    }
                    return .commit
                }
                guard let result else { throw StoreError.inconsistent("a transaction ended without a result") }
                return result
            }
            changeHub.poke()
            return result
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// Moves committed pages from the log to the file, if there are no readers.
    func checkpoint() {
        // The log can't be emptied while there are readers; a later checkpoint empties it.
        _ = try? pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
    }

    private static func makeFile(_ url: URL) throws {
        let folder = url.deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: folder.path) {
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw StoreError(
                    .notAccessible, message: "the folder \(folder.path) cannot be created",
                    remedy: "check the path given with --store or in HEALTH_STORE", cause: error)
            }
        }
        // An existing file must not be opened here, because closing it would release the locks of another instance in this
        // process.
        var descriptor = NewFile.create(url.path)
        if descriptor < 0 && errno == EEXIST {
            var facts = stat()
            if stat(url.path, &facts) == 0 {
                try checkKind(facts, url.path)
                if access(url.path, R_OK | W_OK) == 0 { return }
            } else {
                // A link to a file that doesn't exist yet.
                descriptor = NewFile.createThroughLink(url.path)
            }
        }
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EACCES && errno != EROFS && errno != EPERM {
            throw StoreError(
                .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                remedy: "check the path given with --store or in HEALTH_STORE")
        } else {
            throw InterruptedWrite(besideStoreAt: url.path)?.error()
                ?? StoreError(
                    .readOnly, message: "\(url.path) cannot be written",
                    remedy: "check the permissions of the file and its folder, or choose another with --store")
        }
    }

    /// Returns the error for a store of an earlier version that this user cannot write to; nil for another store.
    /// - Parameter error: The error of opening the store for writing.
    private static func missingPermission(toMigrate path: String, _ error: any Error) -> StoreError? {
        var facts = stat()
        guard let cause = error as? StoreError, [.readOnly, .notAccessible].contains(cause.code),
            stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, let reader = try? openForReading(path)
        else { return nil }
        defer { try? reader.close() }
        do {
            try StoreSchema.check(reader, path: path)
            return nil
        } catch let error as StoreError where error.code == .olderSchema {
            return StoreError(
                .olderSchema,
                message: "\(path) has the tables of an older version of this program and must be migrated before it is "
                    + "used, and this user cannot write to it or its folder",
                remedy: "copy it to a folder in which you can write, and name the copy with --store; or permit "
                    + "writing to the file and its folder",
                cause: cause)
        } catch {
            return nil
        }
    }

    /// Refuses what is not a regular file. Opening a pipe would wait for its writer.
    private static func checkKind(_ facts: stat, _ path: String) throws(StoreError) {
        let kind = facts.st_mode & S_IFMT
        guard kind != S_IFREG else { return }
        throw StoreError(
            .notAccessible, message: "\(path) is \(kind == S_IFDIR ? "a folder" : "not a regular file")",
            remedy: "give the path of a file with --store or in HEALTH_STORE")
    }

    /// Checks that a file is a store before it is opened for writing, which would change its header.
    private static func checkBeforeWriting(_ path: String) throws {
        let reader = try openForReading(path)
        try StoreSchema.check(reader, path: path, allowsEmpty: true)
        try reader.close()
    }

    /// Opens a pool, which turns on the write-ahead log if necessary. SQLite doesn't wait for other processes that do the same
    /// with a new store, so this method waits.
    private static func openForWriting(_ path: String, _ clock: AnyClock) throws -> DatabasePool {
        let end = clock.now + .seconds(30)
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration())
            } catch let error as DatabaseError {
                guard error.resultCode == .SQLITE_BUSY, clock.now < end else { throw error }
                // Only another process can end this state; there is no event to wait for.
                Thread.sleep(forTimeInterval: .random(in: 0.001...0.01))
            }
        }
    }

    static func openForReading(_ path: String) throws -> any DatabaseWriter {
        try openForReading(path, Self.configuration())
    }

    /// Opens a connection that can't write. If a killed process has left a journal, it is rolled back first.
    static func openForReading(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        func open() throws -> DatabaseQueue {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
            return queue
        }
        do {
            do {
                return try open()
            } catch let error as DatabaseError where error.requiresWriter {
                try InterruptedWrite.resolve(inStoreAt: path, configuration)
                return try open()
            }
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN || error.extendedResultCode == .SQLITE_READONLY_DIRECTORY
        {
            if let interrupted = InterruptedWrite(besideStoreAt: path) { throw interrupted.error(error) }
            // SQLite can't create a log in a read-only folder, so there can't be other writers.
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
        }
    }

    package static func configuration() -> Configuration {
        var configuration = Configuration.guarded()
        // An import with the tool holds the write lock for a while.
        configuration.busyMode = .timeout(30)
        configuration.maximumReaderCount = ReaderTurns.most
        configuration.prepareDatabase { db in
            // The page size only affects new files. 8 KiB pages were the smallest and fastest in measurements.
            try db.execute(sql: "PRAGMA page_size = 8192")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA cache_size = -24000")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }
}

extension HealthDatabase {
    /// Returns whether there are any samples.
    /// - Throws: A ``StoreError``.
    package func hasSamples() throws -> Bool {
        try read { db in try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sample)") ?? false }
    }
}

extension HealthDatabase {
    /// Creates an in-memory store, which ends with the object. Reads and writes wait for one another.
    /// - Throws: A ``StoreError``.
    public static func inMemory() throws -> HealthDatabase {
        try HealthDatabase(url: inMemoryURL, pool: DatabaseQueue(configuration: configuration()))
    }

    /// Creates an in-memory store with the content of this one. This takes less time than creating the tables.
    /// - Throws: A ``StoreError``.
    package func copyInMemory() throws -> HealthDatabase {
        do {
            let copy = try DatabaseQueue(configuration: Self.configuration())
            try pool.backup(to: copy)
            return try HealthDatabase(url: Self.inMemoryURL, pool: copy)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// Whether the store is in memory and not accessible to other processes.
    public var isInMemory: Bool { url == Self.inMemoryURL }

    private static let inMemoryURL = URL(filePath: ":memory:", directoryHint: .notDirectory)
}

/// A temporary folder that is removed with the object.
final class TemporaryFolder: Sendable {
    let url: URL

    /// Chooses the path of the folder, which its users create.
    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "openhealthkit-\(UUID().uuidString)", isDirectory: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// A limit on the read connections of shared work, so that some are always available for other work.
final class ReaderTurns: Sendable {
    /// The maximum number of read connections.
    static let most = 6
    /// The maximum number of read connections for shared work.
    static let maximumShared = 4
    /// The interval at which waiting work checks whether it has ended.
    private static let pace = DispatchTimeInterval.milliseconds(20)

    private let free = DispatchSemaphore(value: maximumShared)

    /// Runs a closure that uses a connection. Shared work first waits until a connection is available.
    func run<T>(_ body: () throws -> T) throws -> T {
        guard let work = StoreWork.current, work.isShared else { return try body() }
        while free.wait(timeout: .now() + Self.pace) == .timedOut { try work.check() }
        defer { free.signal() }
        return try body()
    }
}

extension AttachmentFolder {
    /// Creates the folder of a store.
    package init(_ database: HealthDatabase) {
        self.init(
            url: database.isInMemory
                ? database.temporaryFolder.url : Self.folder(besideStoreAt: database.url))
    }
}

extension HealthDatabase {
    /// Removes the file of a store without content, for a program that has created it and failed. A store that another connection uses, or
    /// that has anything that a new store does not have, is kept.
    package static func removeIfNew(_ url: URL) {
        let path = url.resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: path) else { return }
        var configuration = Configuration.guarded()
        // An exclusive connection waits for no other, and keeps its lock until it is closed.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        // What cannot be opened or locked is kept.
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        func remove() { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) } }
        try? queue.writeWithoutTransaction { db in
            do {
                try db.inTransaction(.exclusive) {
                    if try isNew(db) { remove() }
                    return .rollback
                }
            } catch let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode) {
                // SQLite locks an empty file, and then writes the first page to its journal, which a full disk prevents.
                var facts = stat()
                if stat(path, &facts) == 0, facts.st_size == 0 { remove() }
            }
        }
    }

    /// Returns whether each table has as many rows as in a new store, or there are no tables.
    private static func isNew(_ db: Database) throws -> Bool {
        func counts(_ db: Database) throws -> [String: Int] {
            let names = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
            return Dictionary(
                try names.map {
                    ($0, try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0.quotedDatabaseIdentifier)") ?? 0)
                },
                uniquingKeysWith: { first, _ in first })
        }
        let found = try counts(db)
        return try found.isEmpty || found == inMemory().read(counts)
    }
}

extension HealthDatabase {
    /// Subscribes to all future changes by any process.
    ///
    /// Ranges are delivered in order, without gaps or overlaps, on a thread of the store. The handler should return quickly,
    /// because other subscribers wait for it. Changes in quick succession can be delivered as one range.
    ///
    /// The subscription observes the file that this object opened. If another file replaces it, no more changes are delivered,
    /// because reads continue to use the old file; open the store again. If the content is replaced by older content, ranges
    /// continue after the last position of that content, and a range without types reports that everything else can have changed.
    /// - Parameters:
    ///   - anchor: The position after which changes are delivered, including earlier ones; nil for the last position.
    /// - Returns: The subscription, which ends when it is deinitialized.
    /// - Throws: A ``StoreError``.
    package func subscribe(
        after anchor: Int64? = nil, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        do {
            return try changeHub.subscribe(after: anchor, open: changeSource, handler)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// Returns a source with its own connection, because all connections of the pool can be busy with long reads.
    private func changeSource() throws -> ChangeSource {
        guard let path = currentPath else { return ChangeSource(pool) }
        return ChangeSource(try Self.openForReading(path), file: path)
    }

    /// The path of the opened file, for further connections; nil for an in-memory store, and if another file has replaced it.
    var currentPath: String? {
        guard let identity, identity == FileIdentity(url.path) else { return nil }
        return FileIdentity.resolved(url.path)
    }
}
