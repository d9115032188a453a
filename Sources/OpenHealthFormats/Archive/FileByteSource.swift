// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A source that reads a file from its beginning to its end.
public struct FileByteSource: ByteSource {
    private let file: OpenFile
    /// The number of bytes read so far.
    public private(set) var bytesRead: Int64 = 0

    /// Opens a file.
    /// - Throws: ``FormatError/Code/notReadable`` if the file is missing, forbidden, or not a regular file.
    public init(path: String) throws(FormatError) {
        file = try OpenFile(path: path)
    }

    /// Opens a file; see ``init(path:)``.
    public init(url: URL) throws(FormatError) {
        try self.init(path: url.path)
    }

    /// The size of the file when it was opened, in bytes.
    public var size: Int64 { file.size }

    /// Reads the next bytes; returns 0 at the end.
    /// - Throws: ``FormatError/Code/notReadable`` if the disk fails.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        let count = try file.read(at: bytesRead, into: buffer)
        bytesRead += Int64(count)
        return count
    }
}
