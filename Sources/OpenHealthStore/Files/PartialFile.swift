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
