// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard output with a large buffer.
///
/// If the reader closes the pipe (`| head`), the process exits without an error.
final class Output {
    private let descriptor: Int32
    private var buffer = ByteText()
    private static let limit = 1 << 16

    /// Creates an output for a file descriptor.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserve(Self.limit + 4096)
    }

    /// The standard output of the process.
    static func standard() -> Output { Output(descriptor: STDOUT_FILENO) }

    /// The number of columns of the output's terminal; `nil` if it is not a terminal.
    var terminalWidth: Int? { Terminal.width(descriptor) }

    /// Writes a string.
    func write(_ text: String) throws {
        buffer.add(text)
        if buffer.count >= Self.limit { try flush() }
    }

    /// Writes the bytes that a closure appends.
    func write(_ body: (inout ByteText) -> Void) throws {
        body(&buffer)
        if buffer.count >= Self.limit { try flush() }
    }

    /// Writes a line.
    func line(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// Writes the buffer.
    func flush() throws {
        var start = 0
        while start < buffer.count {
            let count = buffer.bytes[start...].withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                start += count
            } else if errno == EPIPE {
                exit(0)
            } else if errno != EINTR {
                throw ToolError(
                    .notWritable, "the output cannot be written: \(String(cString: strerror(errno)))",
                    remedy: "free some space, or send the output elsewhere")
            }
        }
        buffer.removeAll()
    }
}
