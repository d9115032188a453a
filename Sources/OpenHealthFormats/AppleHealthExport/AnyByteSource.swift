// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source of UTF-8 whose kind is not known until the input has been opened.
struct AnyByteSource: ByteSource {
    private var base: any ByteSource

    /// Reads what a source has, whatever its encoding.
    init(_ source: any ByteSource, file: String) {
        base = Self.transcoded(source, file)
    }

    private static func transcoded(_ source: some ByteSource, _ file: String) -> any ByteSource {
        TranscodingByteSource(source, file: file)
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try base.read(into: buffer)
    }
}
