// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Copies the store to another file while other connections read and write it.
    ///
    /// The method removes files of earlier backups with the same name whose processes were killed.
    ///
    /// The copy is a snapshot of the store and a store itself. Only its owner can read it. It consists of one file, and a folder
    /// beside it if samples have attachments. It gets its name only after it is complete.
    /// - Parameters:
    ///   - url: The file to create.
    ///   - progress: A closure that is called repeatedly with the completed fraction, from 0 to 1.
    /// - Throws: A ``StoreError``, for example if the file already exists.
    public func backup(to url: URL, progress: ((Double) -> Void)? = nil) throws {
        let attachments = AttachmentFolder(besideStoreAt: url)
        for path in [url.path, attachments.url.path] where FileManager.default.fileExists(atPath: path) {
            throw StoreError(
                .invalidArgument, message: "a file exists at \(path)",
                remedy: "give the path of a file that does not exist, or remove that one")
        }
        PartialFile.removeAbandoned(for: url)
        guard let file = PartialFile(for: url) else {
            throw StoreError(
                .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                remedy: "check the path, and that its folder exists and can be written")
        }
        let partial = file.path
        let partialAttachments = AttachmentFolder(besideStoreAt: URL(fileURLWithPath: partial))
        do {
            try copy(to: partial, attachments: partialAttachments, named: url.path, progress: progress)
            // The backup is complete only after it is written to the disk.
            let hasAttachments = FileManager.default.fileExists(atPath: partialAttachments.url.path)
            guard fsync(file.descriptor) == 0,
                !hasAttachments || rename(partialAttachments.url.path, attachments.url.path) == 0,
                rename(partial, url.path) == 0
            else {
                throw StoreError(
                    .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                    remedy: "check the path and the free space on the disk")
            }
        } catch {
            unlink(partial)
            try? FileManager.default.removeItem(at: partialAttachments.url)
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    private func copy(
        to path: String, attachments: AttachmentFolder, named name: String, progress: ((Double) -> Void)?
    ) throws {
        var configuration = Configuration.guarded()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        let target = try DatabaseQueue(path: path, configuration: configuration)
        // A single read transaction, so that writers don't restart the copy.
        try read { source in
            try target.writeWithoutTransaction { destination in
                do {
                    try source.backup(to: destination, pagesPerStep: 1024) { step in
                        let total = step.totalPageCount
                        progress?(total == 0 ? 1 : Double(total - step.remainingPageCount) / Double(total))
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    // The error concerns the disk of the copy, not that of the store.
                    throw StoreError.wrapping(error, file: name)
                }
            }
        }
        try target.writeWithoutTransaction { db in try copyAttachments(of: db, to: attachments) }
        // The copy is in WAL mode like the store, and would consist of three files.
        try target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        try target.close()
    }

    /// Copies the files of the attachments in a copy of the store.
    private func copyAttachments(of db: Database, to folder: AttachmentFolder) throws {
        let own = AttachmentFolder(self)
        for uuid in try Data.fetchAll(db, sql: "SELECT uuid FROM attachment").compactMap(UUID.init(bytes:)) {
            if FileManager.default.fileExists(atPath: own.file(uuid).path) {
                try folder.finish(try folder.copy(own.file(uuid), as: uuid))
            } else {
                // The attachment was deleted after the copy was created.
                try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid.bytes])
            }
        }
    }
}

/// The file of an incomplete backup, in the folder of the backup and locked by the process that writes it.
///
/// The lock (`flock`) ends with the process, so a file without a lock is left over from a killed process.
struct PartialFile: ~Copyable {
    /// The path of the file.
    let path: String
    /// The open file.
    let descriptor: Int32

    private static let mark = ".partial-"
    private static let digits = 8

    /// Creates the file, readable only by its owner, or returns nil and sets `errno`.
    /// - Parameter backup: The final file of the backup.
    init?(for backup: URL) {
        // Each partial file has a unique name, so that two backups don't write to one file.
        path = backup.path + Self.mark + UUID().uuidString.prefix(Self.digits)
        descriptor = NewFile.create(path)
        guard descriptor >= 0 else { return nil }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Until it executes a program, a child process shares the lock, which a closed descriptor would not release.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Removes the partial files of a backup whose processes have ended, with their journals and attachment folders. Files that
    /// can't be removed are ignored.
    static func removeAbandoned(for backup: URL) {
        let folder = backup.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where isPartial(name, of: backup.lastPathComponent) {
            let file = folder.appendingPathComponent(name)
            var status = stat()
            guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                // A recently created file might not be locked yet.
                Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > 2
            else { continue }
            let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            defer { flock(descriptor, LOCK_UN) }
            try? FileManager.default.removeItem(at: AttachmentFolder(besideStoreAt: file).url)
            for suffix in ["-journal", "-wal", "-shm", ""] { unlink(file.path + suffix) }
        }
    }

    /// Returns whether a name is that of a partial file of a backup: the backup's name, the mark, and eight hexadecimal digits.
    private static func isPartial(_ name: String, of backup: String) -> Bool {
        guard name.hasPrefix(backup + mark) else { return false }
        let rest = name.dropFirst((backup + mark).count)
        return rest.count == digits && rest.allSatisfy { $0.isHexDigit && !$0.isLowercase }
    }
}
