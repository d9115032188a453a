// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A person's health database: one SQLite file.
///
/// Any number of processes may have it open. Readers never wait; writers wait for one another. What has been
/// written survives a crash of the process or the machine.
public final class HealthDatabase: Sendable {
    /// The file; `:memory:` for a store in memory.
    public let url: URL
    package let pool: any DatabaseWriter
    /// Where a store in memory keeps what is in files.
    let temporaryFolder = TemporaryFolder()
    /// The hub of changes.
    let changeHub = ChangeHub()
    /// The order in which shared work reads.
    let readerTurns = ReaderTurns()
    /// The order in which work writes.
    let writerTurns = WriterTurns()
    /// The objects that other modules keep with the database.
    package let companions = DatabaseCompanions()
    /// The file that was opened; nil for a store in memory.
    let identity: FileIdentity?

    /// How to open a store.
    public enum Mode: Sendable {
        /// Read and write; make the file, and the folders it is in, where there are none.
        case create
        /// Read and write a file that is there.
        case readWrite
        /// Read a file that is there, which may be one that cannot be written.
        case readOnly
    }

    /// Opens a store.
    ///
    /// A new file can be read and written by its owner alone (mode 0600), as can new folders (0700).
    /// - Throws: a ``StoreError`` that says what is wrong with the file and what to do.
    public init(url: URL, mode: Mode = .create) throws {
        self.url = url
        let path = url.path
        do {
            switch mode {
            case .create: try Self.makeFile(url)
            case .readWrite, .readOnly:
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                    throw StoreError(
                        .notAccessible, message: "there is no store at \(path)",
                        remedy: "make one with `health import` or `health add`, or name another with --store")
                }
                if isFolder.boolValue { throw Self.folderError(path) }
            }
            if mode == .readOnly {
                pool = try Self.openForReading(path)
            } else {
                try Self.checkBeforeWriting(path)
                pool = try Self.openForWriting(path)
                try StoreSchema.migrate(pool, path: path)
            }
            try StoreSchema.check(pool, path: path)
            identity = FileIdentity(path)
        } catch {
            throw StoreError.wrapping(error, file: path)
        }
    }

    /// Takes a database that is open, and makes it a store.
    package init(url: URL, pool: any DatabaseWriter) throws {
        self.url = url
        self.pool = pool
        identity = nil
        do {
            try StoreSchema.migrate(pool, path: url.path)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    deinit {
        companions.databaseWillClose(self)
    }

    /// Where a person's store is unless they say otherwise: `$HEALTH_STORE`, else
    /// `$XDG_DATA_HOME/openhealthkit/health.db`, else `~/.local/share/openhealthkit/health.db`.
    public static func defaultURL(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        StoreFile.defaultURL(environment: environment)
    }

    /// Reads from a snapshot of the store. The current ``StoreWork`` can interrupt the read.
    package func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            return try readerTurns.run { try pool.read { db in try StoreWork.watching(db) { try body(db) } } }
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
                    result = try StoreWork.$current.withValue(work) { try StoreWork.watching(db) { try body(db) } }
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

    /// Moves written pages from the log to the file, if there are no readers.
    func checkpoint() {
        // A reader keeps the log from being emptied; it is then emptied at a later time.
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
                    .notAccessible, message: "the folder \(folder.path) cannot be made",
                    remedy: "check the path given with --store or in HEALTH_STORE", cause: error)
            }
        }
        // A file that is there must not be opened here: closing it would drop the locks that another instance in this
        // process has on it.
        var descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 && errno == EEXIST {
            var facts = stat()
            if stat(url.path, &facts) == 0 {
                if facts.st_mode & S_IFMT == S_IFDIR { throw folderError(url.path) }
                if access(url.path, R_OK | W_OK) == 0 { return }
            } else {
                // A link to a file that is not there yet.
                descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            }
        }
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EACCES && errno != EROFS && errno != EPERM {
            throw StoreError(
                .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                remedy: "check the path given with --store or in HEALTH_STORE")
        } else {
            throw StoreError(
                .readOnly, message: "\(url.path) cannot be written",
                remedy: "check the permissions of the file and its folder, or choose another with --store")
        }
    }

    private static func folderError(_ path: String) -> StoreError {
        StoreError(
            .notAccessible, message: "\(path) is a folder",
            remedy: "give the path of a file with --store or in HEALTH_STORE")
    }

    /// Refuses what is no store while it is as it was: opening a file for writing changes its header.
    private static func checkBeforeWriting(_ path: String) throws {
        do {
            let reader = try openForReading(path)
            try StoreSchema.check(reader, path: path, allowsEmpty: true)
            try reader.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            // What a crash left undone wants a writer.
        }
    }

    /// Opens a pool, which turns the write-ahead log on where it is not. SQLite does not wait for others there, who may
    /// be doing the same with a store that is just being made; so this waits.
    private static func openForWriting(_ path: String) throws -> DatabasePool {
        let end = Date(timeIntervalSinceNow: 30)
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration())
            } catch let error as DatabaseError {
                guard error.resultCode == .SQLITE_BUSY, Date() < end else { throw error }
                Thread.sleep(forTimeInterval: .random(in: 0.001...0.01))
            }
        }
    }

    static func openForReading(_ path: String) throws -> any DatabaseWriter {
        var configuration = Self.configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
            return queue
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN || error.extendedResultCode == .SQLITE_READONLY_DIRECTORY
        {
            // A log cannot be made beside a file in a folder that cannot be written: there can be no other writer.
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
        }
    }

    package static func configuration() -> Configuration {
        var configuration = Configuration()
        // An import of gigabytes holds the write lock for a while.
        configuration.busyMode = .timeout(30)
        configuration.maximumReaderCount = ReaderTurns.most
        configuration.prepareDatabase { db in
            // Takes effect on a new file alone; 8 KiB pages were measured to be the smallest and fastest.
            try db.execute(sql: "PRAGMA page_size = 8192")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA cache_size = -24000")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }
}

extension HealthDatabase {
    /// Whether there is any sample.
    /// - Throws: a ``StoreError``.
    package func hasSamples() throws -> Bool {
        try read { db in try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sample)") ?? false }
    }
}

extension HealthDatabase {
    /// A store in memory, which ends with the object. Reads and writes wait for one another.
    /// - Throws: a ``StoreError``.
    public static func inMemory() throws -> HealthDatabase {
        try HealthDatabase(url: inMemoryURL, pool: DatabaseQueue(configuration: configuration()))
    }

    /// Whether the store is in memory: no other process can see it.
    public var isInMemory: Bool { url == Self.inMemoryURL }

    private static let inMemoryURL = URL(filePath: ":memory:", directoryHint: .notDirectory)
}

/// A folder that is there as long as the object is.
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
