// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A check of the files that SQLite reads with a database: its rollback journal, its write-ahead log and the index of the log.
///
/// A rollback journal can end with the path of a super-journal, and SQLite deletes the file at this path when it has rolled back the
/// journal, whatever the file is. SQLite writes such a path only in transactions that change several attached databases. Stores are never
/// attached, so a journal with a path is from someone else.
package enum JournalCheck {
    /// The bytes at the beginning of a journal, and at its end if it has the path of a super-journal.
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    /// Refuses a database beside which there is a journal that names another file, or a link, pipe or folder in the place of a journal.
    ///
    /// This does not depend on the checksum and the length of the name, with which SQLite decides whether to follow it.
    /// - Parameter path: The path of the database.
    package static func run(besideDatabaseAt path: String) throws(StoreError) {
        let database = FileIdentity.resolved(path) ?? path
        for suffix in ["-journal", "-wal", "-shm"] {
            let file = database + suffix
            var facts = stat()
            guard lstat(file, &facts) == 0 else { continue }
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw refusal(
                    database, "\(file) is not a regular file", "move it elsewhere, and then run `health check`")
            }
            guard suffix == "-journal", endsWithName(file) else { continue }
            throw refusal(
                database, "its journal \(file) names another file, which SQLite would delete",
                "use another copy of the database; to use this one without the changes that the journal undoes, move the "
                    + "journal elsewhere, and then run `health check`")
        }
    }

    private static func refusal(_ database: String, _ message: String, _ remedy: String) -> StoreError {
        StoreError(
            .notAccessible, message: "\(database) was not opened: \(message)",
            remedy: "if you do not know where it comes from, do not open it with other programs either; " + remedy)
    }

    /// Returns whether a journal ends with the name of a super-journal. SQLite cannot follow a journal that cannot be read.
    private static func endsWithName(_ file: String) -> Bool {
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size >= magic.count else { return false }
        var end = [UInt8](repeating: 0, count: magic.count)
        return pread(descriptor, &end, end.count, facts.st_size - off_t(end.count)) == end.count && end == magic
    }
}
