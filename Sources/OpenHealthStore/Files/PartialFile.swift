// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The file of an incomplete backup, in the folder of the backup and locked by the process that writes it.
///
/// The lock (`flock`) ends with the process, so a file without a lock is left over from a killed process.
struct PartialFile: ~Copyable {
    /// The path of the file.
    let path: String
    /// The open file.
    let descriptor: Int32

    /// Creates the file, readable only by its owner, or returns nil and sets `errno`.
    /// - Parameter backup: The final file of the backup.
    init?(for backup: URL) {
        // Each partial file has a unique name, so that two backups don't write to one file.
        (path, descriptor) = UnfinishedFile.create({ UnfinishedFile.copyPath(of: backup.path) }, NewFile.create)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { UnfinishedFile.end(descriptor) }
    }

    /// Removes the file with its journal and attachment folder.
    func remove() { Self.remove(URL(fileURLWithPath: path)) }

    @discardableResult
    private static func remove(_ file: URL) -> Bool {
        try? FileManager.default.removeItem(at: AttachmentFolder(besideStoreAt: file).url)
        for suffix in ["-journal", "-wal", "-shm"] { unlink(file.path + suffix) }
        return unlink(file.path) == 0
    }

    /// Removes the partial files of a backup whose processes have ended; see ``removeAbandoned(in:of:)``.
    static func removeAbandoned(for backup: URL) {
        removeAbandoned(in: backup.deletingLastPathComponent()) { $0 == backup.lastPathComponent }
    }

    /// Removes the partial files of backups whose processes have ended, with their journals and attachment folders. Files that
    /// can't be removed are ignored.
    /// - Parameter isBackup: A closure that returns whether a name is that of a backup.
    /// - Returns: The names of the files that were removed.
    @discardableResult
    static func removeAbandoned(in folder: URL, of isBackup: (String) -> Bool) -> [String] {
        UnfinishedFile.removeAbandoned(.file, in: folder, of: isBackup, remove: remove)
    }
}
