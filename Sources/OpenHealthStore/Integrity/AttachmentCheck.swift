// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Finds and repairs attachments whose file is missing or of another kind or size, and files that no attachment names.
enum AttachmentCheck {
    /// An attachment as the store describes it.
    private struct Stored {
        var uuid: UUID
        var size: Int64
    }

    /// The age at which a file without an attachment is a fault, in seconds. A shorter time can be that of an upload or a write.
    private static let age: TimeInterval = 3600

    private static func stored(_ db: Database) throws -> [Stored] {
        try Row.fetchAll(db, sql: "SELECT uuid, size FROM attachment ORDER BY id").compactMap { row in
            guard let uuid = UUID(bytes: try row.value(of: "uuid")) else { return nil }
            return Stored(uuid: uuid, size: try row.value(of: "size"))
        }
    }

    // MARK: Finding

    /// Returns the faults as lines of a report.
    static func findings(_ database: HealthDatabase) throws -> [String] {
        let folder = AttachmentFolder(database)
        let attachments = try database.read { try stored($0) }
        let found = attachments.map { ($0, AttachmentFolder.entry(at: folder.file($0.uuid))) }
        let others = try others(in: folder)
        // Attachments can have been removed or added in the meantime.
        let known = Set(try database.read { try stored($0) }.map(\.uuid.uuidString))
        var faults = FaultList(rest: "attachments have no file, or another one")
        for (attachment, entry) in found where known.contains(attachment.uuid.uuidString) {
            switch entry {
            case .file(let size) where size == attachment.size: break
            case .file:
                faults.add(
                    "the file of the attachment \(attachment.uuid) is incomplete or was changed: its size is another; "
                        + "restore the file from a backup, or `health check --repair` accepts it")
            case .folder: faults.add(entry.fault(of: attachment.uuid) + "; move the folder elsewhere")
            case .link, .special, .nothing:
                faults.add(
                    entry.fault(of: attachment.uuid)
                        + "; restore the file from a backup, or `health check --repair` removes the attachment")
            }
        }
        var unnamed = FaultList(rest: "files belong to no attachment")
        for (name, isOurs) in others where !known.contains(name) {
            unnamed.add(
                "\(name) in the folder of attachments belongs to no attachment; "
                    + (isOurs ? "`health check --repair` removes it" : "move it elsewhere"))
        }
        return faults.lines + unnamed.lines
    }

    /// Returns the names in a folder that are not of an upload, and whether each can be removed: files of former attachments and
    /// abandoned uploads. Files that can be part of an upload are left out.
    private static func others(in folder: AttachmentFolder) throws -> [(name: String, isOurs: Bool)] {
        guard AttachmentFolder.entry(at: folder.url) != .nothing else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        } catch {
            throw StoreError(
                .notAccessible, message: "the folder of attachments \(folder.url.path) cannot be read",
                remedy: "check that it is a folder, and its permissions", cause: error)
        }
        return names.sorted().compactMap { name in
            let file = folder.url.appendingPathComponent(name)
            if AttachmentFolder.isUnfinished(name) { return AttachmentFolder.isAbandoned(file) ? (name, true) : nil }
            guard UUID(uuidString: name)?.uuidString == name else { return (name, false) }
            guard AttachmentFolder.isAbandoned(file, after: age) else { return nil }
            return (name, AttachmentFolder.entry(at: file) != .folder)
        }
    }

    // MARK: Repairing

    /// Removes attachments without a regular file, links and special files in their places, and files that no attachment names;
    /// accepts the sizes of the other files.
    /// - Precondition: The write lock is held.
    /// - Returns: The numbers of removed attachments, of accepted sizes and of removed files.
    static func repair(_ db: Database, in folder: AttachmentFolder) throws -> (removed: Int, resized: Int, files: Int) {
        var count = (removed: 0, resized: 0, files: 0)
        var known: Set<String> = []
        for attachment in try stored(db) {
            let file = folder.file(attachment.uuid)
            known.insert(attachment.uuid.uuidString)
            switch AttachmentFolder.entry(at: file) {
            case .folder: continue
            case .file(let size) where size == attachment.size: continue
            case .file(let size):
                try db.execute(
                    sql: "UPDATE attachment SET size = ? WHERE uuid = ?", arguments: [size, attachment.uuid.bytes])
                count.resized += 1
            case .link, .special, .nothing:
                // A link is removed, and not what it names.
                unlink(file.path)
                try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [attachment.uuid.bytes])
                count.removed += 1
            }
        }
        for (name, isOurs) in try others(in: folder) where isOurs && !known.contains(name) {
            if unlink(folder.url.appendingPathComponent(name).path) == 0 { count.files += 1 }
        }
        return count
    }
}
