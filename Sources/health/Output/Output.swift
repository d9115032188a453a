// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard output, collected into large writes.
///
/// A reader that goes away (`| head`) ends the process quietly: it has seen what it wanted to see.
final class Output {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private static let limit = 1 << 16

    /// Makes an output to a file that is open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.limit + 4096)
    }

    /// The standard output of the process.
    static func standard() -> Output { Output(descriptor: STDOUT_FILENO) }

    /// How many columns the terminal has that this output goes to; nil where it goes elsewhere.
    var terminalWidth: Int? { Terminal.width(descriptor) }

    /// Adds text.
    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.limit { try flush() }
    }

    /// Adds a line.
    func line(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// Hands on what has been collected.
    func flush() throws {
        var start = 0
        while start < buffer.count {
            let count = buffer[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                start += count
            } else if errno == EPIPE {
                exit(0)
            } else if errno != EINTR {
                throw ToolError(
                    .notWritable, "the output cannot be written: \(String(cString: strerror(errno)))",
                    remedy: "make room, or send the output elsewhere")
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
