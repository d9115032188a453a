// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// Standard output with a large buffer.
///
/// If the reader closes the pipe (`| head`), the process exits without an error.
public final class Output {
    private let descriptor: Int32
    private var buffer = ByteText()
    private static let limit = 1 << 16

    /// Creates an output for a file descriptor.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserve(Self.limit + 4096)
    }

    /// The standard output of the process.
    public static func standard() -> Output { Output(descriptor: STDOUT_FILENO) }

    /// The number of columns of the output's terminal; `nil` if it is not a terminal.
    package var terminalWidth: Int? { Terminal.width(descriptor) }

    /// Writes a string.
    public func write(_ text: String) throws {
        buffer.add(text)
        if buffer.count >= Self.limit { try flush() }
    }

    /// Writes the bytes that a closure appends.
    package func write(_ body: (inout ByteText) -> Void) throws {
        body(&buffer)
        if buffer.count >= Self.limit { try flush() }
    }

    /// Writes a line.
    public func line(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// Writes the buffer.
    public func flush() throws {
        try buffer.bytes.withUnsafeBytes { bytes in
            do throws(POSIXError) {
                try bytes.writeAll(to: descriptor)
            } catch {
                if error.code == .EPIPE { exit(0) }
                throw ToolError(
                    .notWritable, "the output cannot be written: \(String(cString: strerror(error.code.rawValue)))",
                    remedy: "free some space, or send the output elsewhere")
            }
        }
        buffer.removeAll()
    }
}

/// A file that only its owner may read.
public enum PrivateFile {
    /// Writes a file under another name, and gives it its name once it is complete.
    /// - Throws: A ``ToolError`` if the folder cannot be written.
    public static func write(_ data: Data, to url: URL) throws {
        do {
            let sink = try FileByteSink(url: url)
            try data.withUnsafeBytes { try sink.write($0) }
            try sink.finish()
        } catch {
            throw ToolError(
                .notWritable, "\(url.path) cannot be written",
                remedy: "name a file in a folder that this user may write, on a disk with space")
        }
    }
}
