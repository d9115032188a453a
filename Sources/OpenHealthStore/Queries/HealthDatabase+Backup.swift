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
        // SQLite would apply the journal or log of an earlier file to the copy.
        for path in [url.path, attachments.url.path, url.path + "-journal", url.path + "-wal"]
        where FileManager.default.fileExists(atPath: path) {
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
            file.remove()
            throw StoreError.wrapping(StoreError.ofCopy(error, file: url.path), file: url.path)
        }
    }

    private func copy(
        to path: String, attachments: AttachmentFolder, named name: String, progress: ((Double) -> Void)?
    ) throws {
        let target = try StoreCopy.open(path)
        // A single read transaction, so that writers don't restart the copy.
        try read { source in try StoreCopy.write(source, to: target, named: name, progress: progress) }
        try target.writeWithoutTransaction { db in try copyAttachments(of: db, to: attachments) }
        try StoreCopy.close(target)
    }

    /// Removes what killed processes have left of backups.
    /// - Parameters:
    ///   - folder: The folder of the backups.
    ///   - isBackup: A closure that returns whether a name is that of a backup.
    package static func removeAbandonedBackups(in folder: URL, of isBackup: (String) -> Bool) {
        PartialFile.removeAbandoned(in: folder, of: isBackup)
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

    /// Removes the file with its journal and attachment folder.
    func remove() { Self.remove(URL(fileURLWithPath: path)) }

    private static func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: AttachmentFolder(besideStoreAt: file).url)
        for suffix in ["-journal", "-wal", "-shm", ""] { unlink(file.path + suffix) }
    }

    /// Removes the partial files of a backup whose processes have ended; see ``removeAbandoned(in:of:)``.
    static func removeAbandoned(for backup: URL) {
        removeAbandoned(in: backup.deletingLastPathComponent()) { $0 == backup.lastPathComponent }
    }

    /// Removes the partial files of backups whose processes have ended, with their journals and attachment folders. Files that
    /// can't be removed are ignored.
    /// - Parameter isBackup: A closure that returns whether a name is that of a backup.
    static func removeAbandoned(in folder: URL, of isBackup: (String) -> Bool) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where backup(ofPartial: name).map(isBackup) ?? false {
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
            remove(file)
        }
    }

    /// Returns the name of the backup of a partial file, or nil for another file. The name of a partial file is that of the
    /// backup, the mark, and eight hexadecimal digits.
    private static func backup(ofPartial name: String) -> String? {
        let rest = name.suffix(digits)
        guard rest.allSatisfy({ $0.isHexDigit && !$0.isLowercase }), name.dropLast(digits).hasSuffix(mark) else {
            return nil
        }
        return String(name.dropLast(digits + mark.count))
    }
}
