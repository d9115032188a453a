// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

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
        do throws(POSIXError) {
            try bytes.writeAll(to: STDOUT_FILENO)
        } catch {
            if error.code == .EPIPE { exit(0) }
            throw FormatError(
                .notWritable, file: "standard output",
                message: "the output cannot be written: \(String(cString: strerror(error.code.rawValue)))",
                remedy: "free some space, or send the output elsewhere")
        }
        bytesWritten += Int64(bytes.count)
    }

    func finish() throws(FormatError) {}
}
