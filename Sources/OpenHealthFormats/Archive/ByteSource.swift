// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A source from which bytes are read once and in order.
public protocol ByteSource {
    /// Reads the next bytes.
    /// - Parameter buffer: The buffer to read into; not empty.
    /// - Returns: The number of bytes read, at most the size of the buffer; 0 at the end.
    /// - Throws: A ``FormatError`` with the file and the problem; nothing can be read after an error.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteSource {
    /// Reads all remaining bytes.
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - file: The name to use in errors.
    /// - Throws: The error of the source, or a ``FormatError`` with the code `tooLarge` beyond the limit.
    public mutating func readAll(limit: Int, file: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var pieceSize = 64 * 1024
        while true {
            // Reading one byte beyond the limit distinguishes a file of exactly that size from a larger one.
            let capacity = min(pieceSize, limit + 1 - bytes.count)
            let piece = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return bytes }
            bytes += piece
            if bytes.count > limit {
                throw FormatError(
                    .tooLarge, file: file, message: "the file has more than \(limit) bytes",
                    remedy: "check where it comes from; files of this kind are smaller")
            }
            pieceSize = min(pieceSize * 2, 4 * 1024 * 1024)
        }
    }
}

/// A source of bytes in memory.
public struct MemoryByteSource: ByteSource {
    private let bytes: [UInt8]
    private var position = 0
    private let pieceSize: Int

    /// Creates a source of bytes.
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - pieceSize: The maximum number of bytes in a read, for tests of arbitrary boundaries.
    public init(_ bytes: [UInt8], pieceSize: Int = .max) {
        self.bytes = bytes
        self.pieceSize = max(1, pieceSize)
    }

    /// Reads the next bytes; returns 0 at the end.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position, pieceSize)
        if count > 0 {
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
            }
            position += count
        }
        return max(0, count)
    }
}

/// A source that reads a file from its beginning to its end.
public struct FileByteSource: ByteSource {
    private let file: OpenFile
    /// The number of bytes read so far.
    public private(set) var bytesRead: Int64 = 0

    /// Opens a file.
    /// - Throws: A ``FormatError`` with the code `notReadable` if the file is missing, forbidden, or not a regular file.
    public init(path: String) throws(FormatError) {
        file = try OpenFile(path: path)
    }

    /// Opens a file; see ``init(path:)``.
    public init(url: URL) throws(FormatError) {
        try self.init(path: url.path)
    }

    /// Reads an open file from its start.
    package init(_ file: OpenFile) {
        self.file = file
    }

    /// The size of the file when it was opened, in bytes.
    public var size: Int64 { file.size }

    /// Reads the next bytes; returns 0 at the end.
    /// - Throws: A ``FormatError`` with the code `notReadable` if the disk fails.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        let count = try file.read(at: bytesRead, into: buffer)
        bytesRead += Int64(count)
        return count
    }
}
