// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Copies the store to another file while others read and write it.
    ///
    /// The copy is the state of the store at one moment, and a store itself: readable by its owner alone, in one file.
    /// It has the name only once it is complete.
    /// - Parameters:
    ///   - url: the file to make.
    ///   - progress: called now and then with the part that is done, from 0 to 1.
    /// - Throws: a ``StoreError``, in particular where there is such a file already.
    public func backup(to url: URL, progress: ((Double) -> Void)? = nil) throws {
        // A name of its own, so that two backups do not write to one file.
        let partial = url.path + ".partial-\(UUID().uuidString.prefix(8))"
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw StoreError(
                .invalidArgument, message: "there is a file at \(url.path) already",
                remedy: "give the path of a file that does not exist, or remove that one")
        }
        let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                remedy: "check the path, and that its folder exists and can be written")
        }
        defer { close(descriptor) }
        do {
            try copy(to: partial, named: url.path, progress: progress)
            // The copy is only a backup once it is on the disk.
            guard fsync(descriptor) == 0, rename(partial, url.path) == 0 else {
                throw StoreError(
                    .notAccessible, message: "\(url.path) cannot be made: \(String(cString: strerror(errno)))",
                    remedy: "check the path and the room on the disk")
            }
        } catch {
            unlink(partial)
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    private func copy(to path: String, named name: String, progress: ((Double) -> Void)?) throws {
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
        // The copy is in the log's mode like the store, which would make it three files.
        try target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        try target.close()
    }
}
