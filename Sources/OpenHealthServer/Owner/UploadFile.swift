// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import NIOCore

/// A file for what is uploaded, beside the store: only the daemon's user can read it, and it goes away with this object.
///
/// What a daemon leaves behind that was killed, the next one on the same store removes.
final class UploadFile: Sendable {
    let url: URL
    private let folder: URL
    private let descriptor: CInt

    /// Makes an empty file.
    /// - Parameter name: with the ending that tells what is in it.
    /// - Throws: a ``Problem``.
    init(besideStore store: URL, name: String) throws {
        folder = store.deletingLastPathComponent().appendingPathComponent(
            Self.prefix(store) + UUID().uuidString, isDirectory: true)
        url = folder.appendingPathComponent(name)
        guard mkdir(folder.path, 0o700) == 0 else { throw Self.problem(errno) }
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            let code = errno
            rmdir(folder.path)
            throw Self.problem(code)
        }
    }

    deinit {
        close(descriptor)
        unlink(url.path)
        rmdir(folder.path)
    }

    private static func prefix(_ store: URL) -> String { ".\(store.lastPathComponent)-upload-" }

    /// Removes what daemons have left behind that were killed. Only whoever has the right to serve the store may.
    static func removeLeftovers(besideStore store: URL) {
        let folder = store.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(prefix(store)) {
            // What cannot be removed now is tried again at the next start.
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Adds bytes. Waits for the disk.
    /// - Throws: a ``Problem``.
    func append(_ buffer: ByteBuffer) throws {
        try buffer.withUnsafeReadableBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw Self.problem(errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func problem(_ code: CInt) -> Problem {
        code == ENOSPC || code == EDQUOT
            ? Problem(
                .insufficientStorage, "There is no room for the export beside the store. Make some and upload it again."
            )
            : Problem(.unavailable, "The export cannot be kept beside the store: \(String(cString: strerror(code))).")
    }
}
