// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Something that bytes can be written to, in order.
public protocol ByteSink {
    /// Writes all the bytes.
    /// - Throws: a ``FormatError`` that names the file and what is wrong; nothing can be written after that.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// Bytes collected in memory.
public struct MemoryByteSink: ByteSink {
    /// The written bytes.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty sink.
    public init() {}

    /// Appends the bytes.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) {
        self.bytes.append(contentsOf: bytes)
    }
}
