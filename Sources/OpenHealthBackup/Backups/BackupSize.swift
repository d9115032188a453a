// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// Checks of the size of a backup before it is copied.
enum BackupSize {
    /// Returns the free bytes of the disk of a folder; nil if they are unknown.
    static func available(_ folder: URL) -> Int64? {
        var disk = statvfs()
        guard statvfs(folder.path, &disk) == 0 else { return nil }
        return Int64(exactly: (Double(disk.f_bavail) * Double(disk.f_frsize)).rounded(.down))
    }

    /// Returns the size of a file that is about to be copied.
    /// - Throws: a ``BackupError`` if most of the file is a hole, which a copy would fill with zeros.
    static func ofFile(_ file: URL, followsLinks: Bool = false) throws -> Int64 {
        var facts = stat()
        guard (followsLinks ? stat(file.path, &facts) : lstat(file.path, &facts)) == 0 else { return 0 }
        let (size, stored) = (Int64(facts.st_size), Int64(facts.st_blocks) * 512)
        // Some file systems do not know how much they store, and others compress, but not more than archives may.
        if size > InflateByteSource.harmlessSize, stored > 0, size / InflateByteSource.ratioLimit > stored {
            throw BackupError(
                .damaged,
                "\(file.path) has \(size) bytes, of which the disk has only \(stored): the rest was never written",
                remedy: "use an earlier backup")
        }
        return size
    }

    /// Refuses a database that is longer than its header states. SQLite does not read the rest.
    /// - Parameter name: The path of the backup, for the error.
    /// - Throws: a ``BackupError``, or a `FormatError` if the file cannot be read.
    static func checkLength(of database: URL, name: String) throws {
        let file = try OpenFile(path: database.path)
        // Another file than a database is refused when it is opened.
        guard let header = try file.bytes(at: 0, count: 100), header.starts(with: Array("SQLite format 3\0".utf8))
        else { return }
        func number(_ offset: Int, _ count: Int) -> Int64 {
            header[offset..<offset + count].reduce(0) { $0 << 8 | Int64($1) }
        }
        let pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
        // All versions of SQLite that can write a store keep the number of pages.
        let expected = pageSize * number(28, 4)
        guard file.size > expected + pageSize else { return }
        throw BackupError(
            .damaged, "the backup \(name) has \(file.size) bytes, but its database has only \(expected)",
            remedy: "use an earlier backup")
    }
}
