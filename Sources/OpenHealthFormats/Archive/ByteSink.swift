// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A destination to which bytes are written in order.
public protocol ByteSink {
    /// Writes all the bytes.
    /// - Throws: A ``FormatError`` with the file and the problem; nothing can be written after an error.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A destination of an archive, such as a file, that counts its bytes and is completed.
package protocol ArchiveSink: AnyObject, ByteSink {
    /// The number of written bytes.
    var bytesWritten: Int64 { get }
    /// Writes all the bytes.
    /// - Throws: ``FormatError/Code/notWritable``.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError)
    /// Completes the archive.
    /// - Throws: ``FormatError/Code/notWritable``.
    func finish() throws(FormatError)
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
