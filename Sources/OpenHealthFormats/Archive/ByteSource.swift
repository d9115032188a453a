// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Something that bytes can be read from, once and in order.
public protocol ByteSource {
    /// Reads the next bytes.
    /// - Parameter buffer: where they go; not empty.
    /// - Returns: how many bytes were read, at most the size of the buffer; 0 at the end and from then on.
    /// - Throws: a ``FormatError`` that names the file and what is wrong; nothing can be read after that.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteSource {
    /// Reads all that is left.
    /// - Parameters:
    ///   - limit: the most bytes that anything of this kind can have.
    ///   - file: the name for errors.
    /// - Throws: what reading throws, or ``FormatError/Code/tooLarge`` beyond the limit.
    public mutating func readAll(limit: Int, file: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var pieceSize = 64 * 1024
        while true {
            // One byte beyond the limit tells a file that fills it from one that exceeds it.
            let room = min(pieceSize, limit + 1 - bytes.count)
            let piece = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return bytes }
            bytes += piece
            if bytes.count > limit {
                throw FormatError(
                    .tooLarge, file: file, message: "the file has more than \(limit) bytes",
                    remedy: "check where it comes from; no file of this kind is so large")
            }
            pieceSize = min(pieceSize * 2, 4 * 1024 * 1024)
        }
    }
}

/// Bytes in memory.
public struct MemoryByteSource: ByteSource {
    private let bytes: [UInt8]
    private var position = 0
    private let pieceSize: Int

    /// Creates a source of bytes.
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - pieceSize: the most bytes that one read hands out, so that tests can cut anywhere.
    public init(_ bytes: [UInt8], pieceSize: Int = .max) {
        self.bytes = bytes
        self.pieceSize = max(1, pieceSize)
    }

    /// Reads the next bytes; 0 at the end.
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
