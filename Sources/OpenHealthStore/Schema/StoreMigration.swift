// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A completed migration of a store that an earlier version of the program created.
package struct StoreMigration: Sendable, CustomStringConvertible {
    /// The path of the store.
    let store: String
    /// The versions of the tables before and after the migration.
    let versions: (from: Int, to: Int)
    /// The copy of the store as it was before the migration, or the reason why there is none.
    package let copy: Copy

    /// The copy of a store as it was before a migration.
    package enum Copy: Sendable, Equatable {
        /// The copy was created.
        case kept(URL)
        /// There is no copy.
        case missing(reason: String)
    }

    /// Whether a store is copied before it is migrated. The copy of a backup would be a second one.
    @TaskLocal package static var keepsCopy = true

    /// One line with the versions, and the copy or the reason why there is none.
    package var description: String {
        let versions = "migrated \(store) from version \(versions.from) of its tables to version \(versions.to); "
        switch copy {
        case .kept(let url):
            return versions + "the store as it was before is in \(url.path), which you can delete"
        case .missing(let reason): return versions + "no copy of the store as it was before was kept: \(reason)"
        }
    }
}

extension StoreMigration.Copy {
    /// Copies a store before it is migrated. There is one copy of each pair of versions, in a file beside the store.
    /// - Returns: The copy; nil if another process has migrated the store meanwhile.
    static func make(of store: any DatabaseReader, path: String, from: Int, to: Int) -> Self? {
        guard StoreMigration.keepsCopy else { return .missing(reason: "the migrated store is itself a copy") }
        let resolved = FileIdentity.resolved(path) ?? path
        guard hasSpace(forCopyOf: resolved) else {
            return .missing(reason: "the disk has too little free space for it")
        }
        let url = URL(fileURLWithPath: MigrationCopyName.path(resolved, from: from, to: to))
        guard let file = PartialFile(for: url) else {
            return .missing(reason: "\(url.path) cannot be created: \(String(cString: strerror(errno)))")
        }
        do {
            let target = try StoreCopy.open(file.path)
            let isComplete = try store.read { db in
                guard try StoreSchema.version(db) == from else { return false }
                try StoreCopy.write(db, to: target, named: url.path)
                return true
            }
            try StoreCopy.close(target)
            guard isComplete else {
                file.remove()
                return nil
            }
            guard fsync(file.descriptor) == 0, rename(file.path, url.path) == 0 else {
                throw StoreError(
                    .notAccessible, message: "\(url.path) cannot be created: \(String(cString: strerror(errno)))",
                    remedy: "check the free space on the disk")
            }
            return .kept(url)
        } catch {
            file.remove()
            return .missing(reason: "\(error)")
        }
    }

    /// Removes the copies of earlier migrations. If this copy was not created, they remain.
    func removeEarlier(besideStoreAt path: String) {
        guard case .kept(let url) = self else { return }
        let store = URL(fileURLWithPath: FileIdentity.resolved(path) ?? path)
        let folder = store.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names
        where name != url.lastPathComponent && MigrationCopyName.isCopy(name, of: store.lastPathComponent) {
            unlink(folder.appendingPathComponent(name).path)
        }
    }

    /// Returns whether a disk has space for a copy of a store, and as much again for the log of the migration.
    private static func hasSpace(forCopyOf path: String) -> Bool {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return false }
        let size = ["", "-wal"].reduce(0.0) { sum, suffix in
            var facts = stat()
            return stat(path + suffix, &facts) == 0 ? sum + Double(facts.st_size) : sum
        }
        return Double(disk.f_bavail) * Double(disk.f_frsize) > 2 * size
    }
}
