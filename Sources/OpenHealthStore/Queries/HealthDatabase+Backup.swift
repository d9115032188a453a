// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Copies the store to another file while others read and write it.
    ///
    /// Files that earlier backups of the same name left behind when their process was killed are removed.
    ///
    /// The copy is the state of the store at one moment, and a store itself: readable by its owner alone, in one file, and
    /// a folder beside it where samples have attachments. It has the name only once it is complete.
    /// - Parameters:
    ///   - url: the file to make.
    ///   - progress: called now and then with the part that is done, from 0 to 1.
    /// - Throws: a ``StoreError``, in particular where there is such a file already.
    public func backup(to url: URL, progress: ((Double) -> Void)? = nil) throws {
        let attachments = AttachmentFolder(besideStoreAt: url)
        for path in [url.path, attachments.url.path] where FileManager.default.fileExists(atPath: path) {
            throw StoreError(
                .invalidArgument, message: "there is a file at \(path) already",
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
            // The copy is only a backup once it is on the disk.
            let hasAttachments = FileManager.default.fileExists(atPath: partialAttachments.url.path)
            guard fsync(file.descriptor) == 0,
                !hasAttachments || rename(partialAttachments.url.path, attachments.url.path) == 0,
                rename(partial, url.path) == 0
            else {
                throw StoreError(
                    .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                    remedy: "check the path and the room on the disk")
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
        var configuration = Configuration()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        let target = try DatabaseQueue(path: path, configuration: configuration)
        // Inside one read, so that writers do not make the copy begin again.
        try read { source in
            try target.writeWithoutTransaction { destination in
                do {
                    try source.backup(to: destination, pagesPerStep: 1024) { step in
                        let total = step.totalPageCount
                        progress?(total == 0 ? 1 : Double(total - step.remainingPageCount) / Double(total))
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    // Not the disk that the store is on.
                    throw StoreError.wrapping(error, file: name)
                }
            }
        }
        try target.writeWithoutTransaction { db in try copyAttachments(of: db, to: attachments) }
        // The copy is in the log's mode like the store, which would make it three files.
        try target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        try target.close()
    }

    /// Copies the bytes of the attachments that a copy of the store knows.
    private func copyAttachments(of db: Database, to folder: AttachmentFolder) throws {
        let own = AttachmentFolder(self)
        for uuid in try Data.fetchAll(db, sql: "SELECT uuid FROM attachment").compactMap(UUID.init(bytes:)) {
            if FileManager.default.fileExists(atPath: own.file(uuid).path) {
                try folder.finish(try folder.copy(own.file(uuid), as: uuid))
            } else {
                // Deleted since the copy was made.
                try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid.bytes])
            }
        }
    }
}
