// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

/// The folder of waiting changes: a file for each, with names in the order of the app's calls.
///
/// An added change is on the disk, and survives the process and a loss of power. Processes of the same app may share a folder; each
/// step holds a lock on a file in it.
struct UnsentFolder: Sendable {
    let url: URL
    let most: Int
    let maximumBytes: Int

    /// A change and the name of its file.
    struct Entry: Sendable {
        var name: String
        /// The change; nil if the file cannot be read.
        var change: UnsentChange?
    }

    init(_ url: URL, most: Int, maximumBytes: Int) {
        self.url = url
        self.most = most
        self.maximumBytes = maximumBytes
    }

    /// Returns the default folder of an app's changes for a server.
    static func usual(_ address: DaemonAddress, app: String) -> URL {
        let name = "\(address.host)-\(address.port)-\(app)".map { letter -> Character in
            letter.isASCII && (letter.isLetter || letter.isNumber || letter == "." || letter == "-") ? letter : "_"
        }
        return StoreFile.defaultURL().deletingLastPathComponent().appending(path: "unsent")
            .appending(path: String(name.prefix(200)))
    }

    // MARK: Steps

    /// Whether no change waits.
    var isEmpty: Bool { names.isEmpty }

    /// Adds a change after the others.
    /// - Throws: an `HKError`, `errorDatabaseInaccessible` if too many changes wait already or the disk is full.
    func add(_ change: UnsentChange) throws {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw unusable("\(error)")
        }
        try locked("lock") {
            let names = names
            let bytes = names.reduce(0) { $0 + size($1) }
            let file = change.file
            guard names.count < most, bytes + file.count <= maximumBytes else {
                throw HKError(
                    .errorDatabaseInaccessible,
                    "The health server cannot be reached, and no more changes can be kept for it: \(names.count) of them wait "
                        + "already. Start the server, and they are sent.")
            }
            let number = (names.last.flatMap { Int($0.prefix(16)) } ?? 0) + 1
            let digits = String(number)
            try write(file, String(repeating: "0", count: max(0, 16 - digits.count)) + digits + Self.suffix)
        }
    }

    /// Returns the change that has waited longest.
    func first() -> Entry? {
        guard let name = names.first else { return nil }
        let data = try? Data(contentsOf: url.appending(path: name))
        return Entry(name: name, change: data.flatMap(UnsentChange.init(file:)))
    }

    /// Removes a change.
    /// - Throws: an `HKError` if it cannot be removed.
    func remove(_ entry: Entry) throws {
        guard unlink(url.appending(path: entry.name).path) == 0 || errno == ENOENT else { throw unusable(reason) }
        try sync()
    }

    /// Moves a file that cannot be read aside, so that its contents can be recovered.
    func putAside(_ entry: Entry) throws {
        let path = url.appending(path: entry.name).path
        guard rename(path, path + ".unreadable") == 0 || errno == ENOENT else { throw unusable(reason) }
        try sync()
    }

    /// Runs a closure while no other task or process sends. Waiting does not block a thread.
    /// - Parameter clock: The clock of the pauses between attempts to get the lock.
    func sending(_ clock: AnyClock, _ body: () async throws -> Void) async throws {
        let descriptor = NewFile.openLock(url.appending(path: "sending").path)
        guard descriptor >= 0 else { throw unusable(reason) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw unusable(reason) }
            try await clock.sleep(for: .milliseconds(20))
        }
        // Until it executes a program, a child process shares the lock, which a closed descriptor would not release.
        defer { flock(descriptor, LOCK_UN) }
        try await body()
    }

    // MARK: Files

    private static let suffix = ".change"

    private var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return all.filter { $0.hasSuffix(Self.suffix) }.sorted()
    }

    private func size(_ name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    private func write(_ data: Data, _ name: String) throws {
        let path = url.appending(path: name).path
        let temporary = path + ".new"
        // A file of a process that was killed.
        unlink(temporary)
        let descriptor = NewFile.create(temporary)
        guard descriptor >= 0 else { throw unusable(reason) }
        do {
            defer { close(descriptor) }
            try data.withUnsafeBytes { bytes in
                do throws(POSIXError) {
                    try bytes.writeAll(to: descriptor)
                } catch {
                    throw unusable(String(cString: strerror(error.code.rawValue)))
                }
            }
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw unusable(reason) }
            try sync()
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Synchronises the directory entries to the disk.
    private func sync() throws {
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unusable(reason) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw unusable(reason) }
    }

    private func locked<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = NewFile.openLock(url.appending(path: name).path)
        guard descriptor >= 0 else { throw unusable(reason) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw unusable(reason) }
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private var reason: String { String(cString: strerror(errno)) }

    private func unusable(_ reason: String) -> HKError {
        HKError(
            .errorDatabaseInaccessible,
            "Changes for the health server cannot be kept in \(url.path): \(reason). Choose another folder in the options."
        )
    }
}

extension Slice where Base == UnsafeRawBufferPointer {
    fileprivate var baseAddress: UnsafeRawPointer? { base.baseAddress.map { $0 + startIndex } }
}

/// A change by an app, in the form in which it is sent and kept until then.
struct UnsentChange: Sendable, Equatable {
    var kind: RefusedChange.Kind
    /// The idempotency key, by which the server recognises a repeated change.
    var key: UUID
    var date: Date
    var objects: [UUID]
    /// The body of the request.
    var body: Data

    init(_ kind: RefusedChange.Kind, _ objects: [UUID], at date: Date, body: Data) {
        self.kind = kind
        self.objects = objects
        self.date = date
        self.body = body
        key = UUID()
    }

    var request: DaemonRequest {
        var request = DaemonRequest(kind == .save ? SampleRoutes.save.route : SampleRoutes.deleteMany.route)
        request.body = body
        request.headers.append((SampleRoutes.onceField, key.uuidString))
        return request
    }

    // MARK: File

    /// The contents of the file: a line of JSON about the change, and the body.
    var file: Data {
        let about = JSONValue.object([
            ("version", .integer(1)), ("kind", .string(kind.rawValue)), ("key", .string(key.uuidString)),
            ("date", .string(APIDate.text(date))), ("size", .integer(body.count)),
            ("objects", .array(objects.map { .string($0.uuidString) })),
        ])
        return Data(about.bytes) + [UInt8(ascii: "\n")] + body
    }

    /// Parses the contents of ``file``; nil for anything else.
    init?(file: Data) {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")), let about = JSONValue(utf8: file[..<end]),
            about["version"]?.double == 1,
            let kind = about["kind"]?.string.flatMap(RefusedChange.Kind.init(rawValue:)),
            let key = about["key"]?.string.flatMap(UUID.init(uuidString:)),
            let date = about["date"]?.string.flatMap(APIDate.date), let objects = about["objects"]?.array
        else { return nil }
        self.kind = kind
        self.key = key
        self.date = date
        self.objects = objects.compactMap { $0.string.flatMap(UUID.init(uuidString:)) }
        body = Data(file[file.index(after: end)...])
        guard about["size"]?.double == Double(body.count), self.objects.count == objects.count else { return nil }
    }
}
