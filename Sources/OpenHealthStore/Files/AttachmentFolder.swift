// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The folder beside a store that contains the bytes of attachments, one file for each, named by its UUID.
///
/// A file gets its final name in the transaction that adds its row, before the row is added. A row therefore always has its file,
/// and a file without a row is left over from a crash, provided that the write lock is held.
package struct AttachmentFolder {
    package let url: URL

    /// The maximum number of bytes of an attachment. Apple's limit isn't documented.
    static let maximumBytes = 100 << 20
    /// The age at which an unfinished file is abandoned, in seconds.
    private static let unfinishedAge: TimeInterval = 24 * 3600
    private static let unfinishedSuffix = ".part"

    /// Creates a folder at a URL.
    init(url: URL) {
        self.url = url
    }

    /// Creates the folder of a store at a URL.
    package init(besideStoreAt file: URL) {
        url = Self.folder(besideStoreAt: file)
    }

    static func folder(besideStoreAt file: URL) -> URL {
        URL(fileURLWithPath: file.resolvingSymlinksInPath().path + ".attachments", isDirectory: true)
    }

    /// Returns the file of an attachment.
    package func file(_ uuid: UUID) -> URL { url.appendingPathComponent(uuid.uuidString) }

    /// The entry of a folder with the name of a file. A link is not followed.
    package enum Entry: Equatable {
        case file(size: Int64)
        case link
        case folder
        /// A pipe, a socket or a device.
        case special
        case nothing

        /// Returns the fault of an attachment that has no regular file.
        package func fault(of uuid: UUID) -> String {
            let file = "the file of the attachment \(uuid)"
            return switch self {
            case .file, .special: file + " is not a regular file"
            case .link: file + " is a link"
            case .folder: file + " is a folder"
            case .nothing: file + " is missing"
            }
        }
    }

    /// Returns the entry with the name of a file.
    package static func entry(at file: URL) -> Entry {
        var facts = stat()
        guard lstat(file.path, &facts) == 0 else { return .nothing }
        return switch facts.st_mode & S_IFMT {
        case S_IFREG: .file(size: Int64(facts.st_size))
        case S_IFLNK: .link
        case S_IFDIR: .folder
        default: .special
        }
    }

    /// Opens a regular file for reading. A link is not followed, and a pipe is not waited for.
    /// - Returns: The descriptor, or -1, and `errno` has the reason: `ELOOP` for a link, and `EINVAL` for other entries.
    package static func openFile(_ file: URL) -> Int32 {
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        var facts = stat()
        if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
        close(descriptor)
        errno = EINVAL
        return -1
    }

    /// Creates an unfinished file in the folder, with a temporary name.
    /// - Parameter rest: The number of bytes that the app can still attach, and the error for more.
    package func begin(_ uuid: UUID, rest: (most: Int, refusal: any Error)? = nil) throws -> AttachmentUpload {
        try makeFolder()
        return try AttachmentUpload(
            uuid, file: url.appendingPathComponent(uuid.uuidString + Self.unfinishedSuffix), rest: rest)
    }

    /// Copies an open file to an unfinished file in the folder, and synchronizes it with the disk.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the file can't be read, `errorDataSizeExceeded` if it is too large.
    func copy(_ source: FileHandle, as uuid: UUID) throws -> AttachmentUpload {
        let upload = try begin(uuid)
        try upload.copy(source)
        _ = try upload.close()
        return upload
    }

    /// Renames a complete file to its final name.
    package func finish(_ upload: AttachmentUpload) throws {
        let target = file(upload.uuid)
        guard rename(upload.file.path, target.path) == 0 else { throw Self.failure("be kept at", target) }
        try Self.sync(url)
    }

    /// Returns whether the name is that of an unfinished file.
    static func isUnfinished(_ name: String) -> Bool { name.hasSuffix(unfinishedSuffix) }

    /// Returns whether a file was last written too long ago for an upload in progress.
    static func isAbandoned(_ file: URL, after age: TimeInterval = unfinishedAge) -> Bool {
        var facts = stat()
        guard lstat(file.path, &facts) == 0 else { return false }
        // The date of the file is from the system's clock, too.
        return Date().timeIntervalSince1970 - Double(facts.st_mtim.tv_sec) > age
    }

    /// Removes unneeded files.
    /// - Precondition: The write lock is held.
    /// - Parameter known: The attachments of the store.
    package func removeOthers(than known: Set<UUID>) {
        let files = FileManager.default
        guard let found = try? files.contentsOfDirectory(at: url, includingPropertiesForKeys: nil) else { return }
        for file in found {
            let name = file.lastPathComponent
            if let uuid = UUID(uuidString: name) {
                if !known.contains(uuid) { try? files.removeItem(at: file) }
            } else if Self.isUnfinished(name), Self.isAbandoned(file) {
                try? files.removeItem(at: file)
            }
        }
    }

    private func makeFolder() throws {
        guard !NewFile.createFolder(url.path), errno != EEXIST else { return }
        throw Self.failure("be made at", url)
    }

    /// Synchronizes the names in a folder with the disk.
    private static func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("be synchronised at", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("be synchronised at", folder) }
    }

    package static func failure(_ what: String, _ url: URL, _ number: Int32 = errno) -> HKError {
        HKError(
            .errorDatabaseInaccessible,
            "The attachment cannot \(what) \(url.path): \(String(cString: strerror(number))).")
    }
}

/// The bytes of a new attachment: a file in the attachment folder without a row.
///
/// Only one caller can write at a time. Deinitialization deletes the file, unless it has become an attachment.
package final class AttachmentUpload: Sendable {
    /// The UUID of the attachment.
    package let uuid: UUID
    package let file: URL
    private let descriptor: Mutex<Int32?>
    private let written = Mutex(0)
    /// The number of bytes that the app can still attach, and the error for more.
    private let rest: (most: Int, refusal: any Error)?

    /// The maximum number of bytes of an attachment.
    package static let maximumBytes = AttachmentFolder.maximumBytes

    package init(_ uuid: UUID, file: URL, rest: (most: Int, refusal: any Error)? = nil) throws {
        self.uuid = uuid
        self.rest = rest
        self.file = file
        let descriptor = NewFile.create(file.path)
        guard descriptor >= 0 else { throw AttachmentFolder.failure("be made at", file) }
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        if let open = descriptor.withLock({ $0 }) { _ = Foundation.close(open) }
        // The file of an attachment has been renamed.
        unlink(file.path)
    }

    /// The number of written bytes.
    package var size: Int { written.withLock { $0 } }

    /// Appends bytes.
    /// - Throws: An `HKError`: `errorDataSizeExceeded` if there are too many bytes, `errorDatabaseInaccessible` if the file can't
    ///   be written.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard size + bytes.count <= Self.maximumBytes else {
            throw HKError(.errorDataSizeExceeded, "An attachment can have \(Self.maximumBytes) bytes at most.")
        }
        if let rest, size + bytes.count > rest.most { throw rest.refusal }
        guard let descriptor = descriptor.withLock({ $0 }) else {
            throw HKError(.errorInvalidArgument, "The attachment already has all its bytes.")
        }
        do {
            try bytes.writeAll(to: descriptor)
        } catch {
            throw AttachmentFolder.failure("be written to", file, error.code.rawValue)
        }
        written.withLock { $0 += bytes.count }
    }

    /// Appends the bytes of a file.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the file can't be read, and the errors of ``write(_:)``.
    package func copy(_ source: URL) throws {
        guard source.isFileURL, let input = try? FileHandle(forReadingFrom: source) else { throw Self.unreadable }
        defer { try? input.close() }
        try copy(input)
    }

    /// Appends the bytes of an open file.
    func copy(_ input: FileHandle) throws {
        while true {
            let bytes: Data?
            do { bytes = try input.read(upToCount: 1 << 18) } catch { throw Self.unreadable }
            guard let bytes, !bytes.isEmpty else { return }
            try bytes.withUnsafeBytes { try write($0) }
        }
    }

    private static var unreadable: HKError {
        HKError(.errorInvalidArgument, "The file to attach cannot be read. Give the URL of an existing file.")
    }

    /// Synchronizes the bytes with the disk, and closes the file.
    /// - Returns: The number of bytes.
    package func close() throws -> Int {
        let open = descriptor.withLock { held -> Int32? in
            defer { held = nil }
            return held
        }
        guard let open else { return size }
        defer { _ = Foundation.close(open) }
        guard fsync(open) == 0 else { throw AttachmentFolder.failure("be written to", file) }
        return size
    }
}
