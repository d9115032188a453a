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

    /// Creates a folder beside a path, with the name of the path and a random part.
    package init(of path: String) throws(POSIXError) {
        Self.removeAbandoned(of: path)
        let made = UnfinishedFile.create({ NewFile.partialPath(of: path) }, Self.make)
        guard made.descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        (url, lock) = (URL(fileURLWithPath: made.path, isDirectory: true), made.descriptor)
    }

    private static func make(_ path: String) -> Int32 {
        guard NewFile.createFolder(path) else { return -1 }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 {
            let fault = errno
            rmdir(path)
            errno = fault
        }
        return descriptor
    }

    deinit {
        if !isKept { try? FileManager.default.removeItem(at: url) }
        UnfinishedFile.end(lock)
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
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        return UnfinishedFile.removeAbandoned(.folder, in: url.deletingLastPathComponent()) { $0 == name }
    }
}
