// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A regular file that is open for positional reads. It is closed when it is deallocated.
package final class OpenFile: Sendable {
    /// The path, for use in errors.
    package let path: String
    /// The size in bytes when the file was opened.
    package let size: Int64
    private let descriptor: Int32

    /// Opens a file.
    /// - Parameter followsLinks: Whether a link at the path is followed; if not, it is an error.
    /// - Throws: A ``FormatError`` with the code `notReadable` if the file is missing, forbidden, or not a regular file.
    package init(path: String, followsLinks: Bool = true) throws(FormatError) {
        self.path = path
        // Opening a pipe would wait for its writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            close(descriptor)
            throw Self.unreadable(path, number)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FormatError(
                .notReadable, file: path, message: "this is not a regular file",
                remedy: "name a file; a pipe must be saved to one first")
        }
        size = Int64(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Reads bytes at a position; fills the buffer unless the file ends.
    package func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(FormatError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw Self.unreadable(path, errno)
            }
        }
        return done
    }

    /// Reads a number of bytes at a position, or returns nil if the file ends before.
    package func bytes(at offset: Int64, count: Int) throws(FormatError) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var result: Result<Int, FormatError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(FormatError) {
                result = .success(try read(at: offset, into: buffer))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get() == count ? bytes : nil
    }

    private static func unreadable(_ path: String, _ number: Int32) -> FormatError {
        FormatError(
            .notReadable, file: path, message: "the file cannot be read: \(String(cString: strerror(number)))",
            remedy: number == ENOENT
                ? "check the path" : number == ELOOP ? "name the file, not a link" : "check that you may read it")
    }
}
