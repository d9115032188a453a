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
    /// beside it if samples have attachments. It gets its name only after it is complete. An attachment whose file is missing, a
    /// link or not a regular file is left out.
    /// - Parameters:
    ///   - url: The file to create.
    ///   - progress: A closure that is called repeatedly with the completed fraction, from 0 to 1.
    /// - Returns: The attachments that were left out, one line each.
    /// - Throws: A ``StoreError``, for example if the file already exists.
    @discardableResult
    public func backup(to url: URL, progress: ((Double) -> Void)? = nil) throws -> [String] {
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
            let omitted = try copy(
                to: partial, attachments: partialAttachments, named: url.path, progress: progress)
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
            return omitted
        } catch {
            file.remove()
            throw StoreError.wrapping(StoreError.ofCopy(error, file: url.path), file: url.path)
        }
    }

    private func copy(
        to path: String, attachments: AttachmentFolder, named name: String, progress: ((Double) -> Void)?
    ) throws -> [String] {
        let target = try StoreCopy.open(path)
        // A single read transaction, so that writers don't restart the copy.
        try read { source in try StoreCopy.write(source, to: target, named: name, progress: progress) }
        let omitted = try target.writeWithoutTransaction { db in try copyAttachments(of: db, to: attachments) }
        try StoreCopy.close(target)
        return omitted
    }

    /// Removes what killed processes have left of backups.
    /// - Parameters:
    ///   - folder: The folder of the backups.
    ///   - isBackup: A closure that returns whether a name is that of a backup.
    package static func removeAbandonedBackups(in folder: URL, of isBackup: (String) -> Bool) {
        PartialFile.removeAbandoned(in: folder, of: isBackup)
    }

    /// Copies the files of the attachments in a copy of the store.
    /// - Returns: The attachments that were left out, one line each. The copy has no row of them.
    private func copyAttachments(of db: Database, to folder: AttachmentFolder) throws -> [String] {
        let own = AttachmentFolder(self)
        var omitted: [String] = []
        for uuid in try Data.fetchAll(db, sql: "SELECT uuid FROM attachment").compactMap(UUID.init(bytes:)) {
            let file = own.file(uuid)
            let descriptor = AttachmentFolder.openFile(file)
            if descriptor >= 0 {
                let source = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                try folder.finish(try folder.copy(source, as: uuid))
                continue
            }
            let number = errno
            let entry = AttachmentFolder.entry(at: file)
            if case .file = entry {
                throw StoreError(
                    .notAccessible,
                    message:
                        "\(file.path), an attachment of the store, cannot be read: \(String(cString: strerror(number)))",
                    remedy: "check that you may read it")
            }
            // An attachment that was deleted after the copy was created is not missing.
            let isStored = try read { db in
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM attachment WHERE uuid = ?)", arguments: [uuid.bytes])
            }
            if isStored == true { omitted.append(entry.fault(of: uuid)) }
            try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid.bytes])
        }
        return omitted
    }
}
