// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A folder with a random name that only this user can read. It is removed with this object, unless it has got another name.
///
/// The process holds a lock on the folder. One without a lock is left over from a process that was killed, and is removed by the next object
/// for the same path.
package final class PartialFolder {
    /// The folder.
    package let url: URL
    private let lock: Int32
    private var isKept = false

    /// The age at which a folder without a lock is abandoned, in seconds. A new folder is not locked yet.
    private static let abandonedAge = 2.0

    /// Creates a folder beside a path, with the name of the path and a random part.
    package init(of path: String) throws(POSIXError) {
        Self.removeAbandoned(of: path)
        let partial = NewFile.partialPath(of: path)
        url = URL(fileURLWithPath: partial, isDirectory: true)
        guard NewFile.createFolder(partial) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        lock = open(partial, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        _ = flock(lock, LOCK_EX | LOCK_NB)
    }

    deinit {
        if !isKept { try? FileManager.default.removeItem(at: url) }
        // Until it executes a program, a child process shares the lock, which a closed descriptor would not release.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Renames the complete folder.
    /// - Returns: Whether it has the name; `errno` has the reason.
    package func move(to path: String) -> Bool {
        guard rename(url.path, path) == 0 else { return false }
        isKept = true
        return true
    }

    /// Removes the folders for a path whose processes were killed.
    /// - Returns: Their names.
    @discardableResult
    package static func removeAbandoned(of path: String) -> [String] {
        var removed: [String] = []
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let start = URL(fileURLWithPath: path).lastPathComponent + "."
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let digits = name.dropFirst(start.count).dropLast(NewFile.partialSuffix.count)
            guard name.hasPrefix(start), name.hasSuffix(NewFile.partialSuffix), digits.count == NewFile.partialDigits,
                digits.allSatisfy(\.isHexDigit)
            else { continue }
            let partial = folder.appendingPathComponent(name).path
            let descriptor = open(partial, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                // The date of the folder is from the system's clock, too.
                (Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)).magnitude > abandonedAge,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            defer { flock(descriptor, LOCK_UN) }
            // What cannot be removed is ignored.
            if (try? FileManager.default.removeItem(atPath: partial)) != nil { removed.append(name) }
        }
        return removed.sorted()
    }
}
