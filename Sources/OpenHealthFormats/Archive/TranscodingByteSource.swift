// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source of UTF-8 from a source in UTF-8 or UTF-16, with or without a byte order mark.
///
/// The first bytes determine the encoding: a byte order mark, or the `<` at the beginning of every XML document. UTF-8 is passed
/// through except for the mark, including invalid bytes, which the consumer counts and reports.
public struct TranscodingByteSource<Base: ByteSource>: ByteSource {
    private enum Encoding {
        case unknown
        case utf8
        case utf16(bigEndian: Bool)
    }

    private var base: Base
    private let file: String
    private var encoding = Encoding.unknown
    /// Bytes of the base; the first ``rawCount`` of them have been read but not processed.
    private var raw: [UInt8] = []
    private var rawCount = 0
    /// Converted UTF-8 that has not been returned yet.
    private var ready: [UInt8] = []
    private var readyPosition = 0
    private var highSurrogate: UInt16 = 0
    private var atEnd = false

    /// Wraps a source.
    /// - Parameters:
    ///   - base: The source of the bytes.
    ///   - file: The name to use in errors.
    public init(_ base: Base, file: String) {
        self.base = base
        self.file = file
    }

    /// The wrapped source, for its progress.
    public var source: Base { base }

    /// Reads the next bytes of UTF-8; returns 0 at the end.
    /// - Throws: The error of the base, or a ``FormatError`` with the code `unsupportedEncoding` for UTF-32.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if case .unknown = encoding { try detect() }
        while true {
            if readyPosition < ready.count { return handOut(buffer) }
            guard case .utf16(let bigEndian) = encoding else { return try base.read(into: buffer) }
            if atEnd { return 0 }
            try decode(bigEndian: bigEndian)
        }
    }

    private mutating func handOut(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, ready.count - readyPosition)
        ready.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[readyPosition..<readyPosition + count]))
        }
        readyPosition += count
        return count
    }

    private static var chunkSize: Int { 64 * 1024 }

    private mutating func detect() throws {
        var head = [UInt8](repeating: 0, count: 4)
        var count = 0
        while count < 4 {
            let more = try head.withUnsafeMutableBytes {
                try base.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            if more == 0 { break }
            count += more
        }
        head.removeLast(4 - count)
        if head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] || head == [0x3C, 0, 0, 0]
            || head == [0, 0, 0, 0x3C]
        {
            throw FormatError(
                .unsupportedEncoding, file: file, line: 1, message: "the text is in UTF-32",
                remedy: "convert it to UTF-8: iconv -f UTF-32 -t UTF-8")
        }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            encoding = .utf8
            ready = Array(head.dropFirst(3))
        } else if head.starts(with: [0xFF, 0xFE]) {
            encoding = .utf16(bigEndian: false)
            setRaw(head.dropFirst(2))
        } else if head.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16(bigEndian: true)
            setRaw(head.dropFirst(2))
        } else if head.starts(with: [0x3C, 0]) {
            encoding = .utf16(bigEndian: false)
            setRaw(head[...])
        } else if head.starts(with: [0, 0x3C]) {
            encoding = .utf16(bigEndian: true)
            setRaw(head[...])
        } else {
            encoding = .utf8
            ready = head
        }
    }

    private mutating func setRaw(_ bytes: ArraySlice<UInt8>) {
        raw = Array(bytes)
        rawCount = bytes.count
    }

    private mutating func decode(bigEndian: Bool) throws {
        if raw.count < Self.chunkSize { raw += repeatElement(0, count: Self.chunkSize - raw.count) }
        let count = try raw.withUnsafeMutableBytes {
            try base.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[rawCount...]))
        }
        rawCount += count
        ready.removeAll(keepingCapacity: true)
        readyPosition = 0
        var index = 0
        while index + 1 < rawCount {
            let first = UInt16(raw[index])
            let second = UInt16(raw[index + 1])
            appendUnit(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        if index < rawCount { raw[0] = raw[index] }
        rawCount -= index
        if count == 0 {
            atEnd = true
            if highSurrogate != 0 || rawCount > 0 { appendScalar(0xFFFD) }
        }
    }

    private mutating func appendUnit(_ unit: UInt16) {
        switch unit {
        case 0xD800...0xDBFF:
            if highSurrogate != 0 { appendScalar(0xFFFD) }
            highSurrogate = unit
        case 0xDC00...0xDFFF:
            if highSurrogate == 0 {
                appendScalar(0xFFFD)
            } else {
                appendScalar(0x10000 + (UInt32(highSurrogate) - 0xD800) << 10 + (UInt32(unit) - 0xDC00))
                highSurrogate = 0
            }
        default:
            if highSurrogate != 0 { appendScalar(0xFFFD) }
            highSurrogate = 0
            appendScalar(UInt32(unit))
        }
    }

    private mutating func appendScalar(_ value: UInt32) {
        switch value {
        case 0..<0x80:
            ready.append(UInt8(value))
        case 0..<0x800:
            ready.append(UInt8(0xC0 | value >> 6))
            ready.append(UInt8(0x80 | value & 0x3F))
        case 0..<0x10000:
            ready.append(UInt8(0xE0 | value >> 12))
            ready.append(UInt8(0x80 | value >> 6 & 0x3F))
            ready.append(UInt8(0x80 | value & 0x3F))
        default:
            ready.append(UInt8(0xF0 | value >> 18))
            ready.append(UInt8(0x80 | value >> 12 & 0x3F))
            ready.append(UInt8(0x80 | value >> 6 & 0x3F))
            ready.append(UInt8(0x80 | value & 0x3F))
        }
    }
}
