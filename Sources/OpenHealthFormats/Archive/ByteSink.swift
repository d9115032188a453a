// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A destination to which bytes are written in order.
public protocol ByteSink {
    /// Writes all the bytes.
    /// - Throws: A ``FormatError`` with the file and the problem; nothing can be written after an error.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A sink that collects bytes in memory.
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
