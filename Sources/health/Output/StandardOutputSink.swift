// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// Standard output as the target of an export.
///
/// If the reader closes the pipe (`| head`), the process exits without an error.
final class StandardOutputSink: ArchiveSink {
    private(set) var bytesWritten: Int64 = 0

    /// The argument for standard output.
    static let name = "-"
    /// The names that systems have for it.
    private static let paths: Set<String> = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

    /// Whether a target is standard output.
    static func isNamed(_ target: String) -> Bool { target == name || paths.contains(target) }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        guard let base = bytes.baseAddress else { return }
        var done = 0
        while done < bytes.count {
            let count = Foundation.write(STDOUT_FILENO, base + done, bytes.count - done)
            if count >= 0 {
                done += count
            } else if errno == EPIPE {
                exit(0)
            } else if errno != EINTR {
                throw FormatError(
                    .notWritable, file: "standard output",
                    message: "the output cannot be written: \(String(cString: strerror(errno)))",
                    remedy: "free some space, or send the output elsewhere")
            }
        }
        bytesWritten += Int64(bytes.count)
    }

    func finish() throws(FormatError) {}
}
