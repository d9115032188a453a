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
            let file = own.file(uuid)
            var facts = stat()
            if lstat(file.path, &facts) == 0 {
                guard facts.st_mode & S_IFMT == S_IFREG else {
                    throw StoreError(
                        .notAccessible, message: "\(file.path), an attachment of the store, is not a regular file",
                        remedy: "remove it; if you have a backup, restore the file from it")
                }
                try folder.finish(try folder.copy(file, as: uuid))
            } else {
                // The attachment was deleted after the copy was created.
                try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid.bytes])
            }
        }
    }
}
