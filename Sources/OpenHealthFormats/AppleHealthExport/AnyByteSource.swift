// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source of UTF-8 whose concrete type is determined when the input is opened.
struct AnyByteSource: ByteSource {
    private var base: any ByteSource

    /// Creates a source of UTF-8 from a source with any supported encoding.
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
