// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore

/// A file for an upload, next to the store. Only the server's user can read it, and it is removed with this object at the latest.
///
/// Files of a server that was killed are removed by the next server of the same store.
final class UploadFile: Sendable {
    let url: URL
    private let folder: URL
    private let descriptor: CInt

    /// Creates an empty file.
    /// - Parameter name: The name, whose extension indicates the contents.
    /// - Throws: A ``Problem``.
    init(besideStore store: URL, name: String) throws {
        folder = store.deletingLastPathComponent().appendingPathComponent(
            Self.prefix(store) + UUID().uuidString, isDirectory: true)
        url = folder.appendingPathComponent(name)
        guard NewFile.createFolder(folder.path) else { throw Self.problem(errno) }
        descriptor = NewFile.create(url.path)
        if descriptor < 0 {
            let code = errno
            rmdir(folder.path)
            throw Self.problem(code)
        }
    }

    deinit {
        close(descriptor)
        remove()
    }

    /// Removes the file before the end of the object.
    func remove() {
        unlink(url.path)
        rmdir(folder.path)
    }

    private static func prefix(_ store: URL) -> String { ".\(store.lastPathComponent)-upload-" }

    /// Removes files of servers that were killed. Only the holder of the lock for serving the store may call it.
    static func removeLeftovers(besideStore store: URL) {
        let folder = store.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(prefix(store)) {
            // A failed removal is repeated at the next start.
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Appends bytes. Blocks until the disk has answered.
    /// - Throws: A ``Problem``.
    func append(_ buffer: ByteBuffer) throws {
        try buffer.withUnsafeReadableBytes { bytes in
            do throws(POSIXError) {
                try bytes.writeAll(to: descriptor)
            } catch {
                throw Self.problem(error.code.rawValue)
            }
        }
    }

    private static func problem(_ code: CInt) -> Problem {
        code == ENOSPC || code == EDQUOT
            ? Problem(
                .insufficientStorage,
                "There is no space for the export beside the store. Free some and upload it again."
            )
            : Problem(.unavailable, "The export cannot be kept beside the store: \(String(cString: strerror(code))).")
    }
}
