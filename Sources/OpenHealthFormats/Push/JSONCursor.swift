// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A position in a large JSON document whose parts are read one after the other.
///
/// Elements of lists are parsed strictly but for their texts, each on its own, so that a broken element does not affect the others. The
/// structure around them is only matched by its brackets.
package struct JSONCursor {
    /// The error if the document ends in the middle, or is broken outside of an element.
    package struct Broken: Error {
        /// The number of bytes before the fault.
        package var position: Int
    }

    let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position = 0
    /// The mapped bytes of a large document.
    private let pages: MappedBytes?
    /// The position from which the pages before it are released.
    private var nextRelease: Int

    /// Throws an error once the document is to be read no further; nil for documents that are read to the end.
    private let check: (() throws -> Void)?
    /// The position from which the check is called again.
    private var nextCheck: Int

    /// The number of bytes after which pages are released.
    private static let releasedBytes = 4 << 20
    /// The number of bytes between two checks.
    private static let checkedBytes = 1 << 18

    /// Creates a position at the beginning of a document.
    /// - Parameters:
    ///   - pages: The mapped bytes of a large document, whose pages are released after they have been read; nil for bytes in memory.
    ///   - check: Throws an error once the document is to be read no further.
    package init(
        _ bytes: UnsafeBufferPointer<UInt8>, pages: MappedBytes? = nil, check: (() throws -> Void)? = nil
    ) {
        self.bytes = bytes
        self.pages = pages
        self.check = check
        nextCheck = check == nil ? .max : 0
        nextRelease = pages == nil ? .max : Self.releasedBytes
        // Some programs write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Creates a position at the beginning of a push.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, for sink: PushSink?) {
        guard let sink else {
            self.init(bytes)
            return
        }
        self.init(bytes, pages: sink.pages, check: { try sink.check() })
    }

    /// The number of bytes of the document.
    package var count: Int { bytes.count }

    private mutating func releasePages() {
        pages?.release(before: position)
        nextRelease = position + Self.releasedBytes
    }

    /// The next byte that is not white space; nil at the end.
    package mutating func peek() -> UInt8? {
        if position >= nextRelease { releasePages() }
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    private var broken: Broken { Broken(position: position) }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Calls a closure with each key of an object. The closure reads or skips the value.
    package mutating func entries(_ body: (String, inout JSONCursor) throws -> Void) throws {
        guard take(UInt8(ascii: "{")) else { throw broken }
        if take(UInt8(ascii: "}")) { return }
        repeat {
            guard peek() == UInt8(ascii: "\""), let key = try value()?.string, take(UInt8(ascii: ":")) else {
                throw broken
            }
            try body(key, &self)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw broken }
    }

    /// Calls a closure with the index of each element of an array. The closure reads or skips the element.
    package mutating func elements(_ body: (Int, inout JSONCursor) throws -> Void) throws {
        guard take(UInt8(ascii: "[")) else { throw broken }
        if take(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            try body(index, &self)
            index += 1
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw broken }
    }

    /// Reads a value; returns nil if it is not JSON, or contains too many values.
    package mutating func value(maximumValues: Int = .max, leniency: JSONLeniency = .texts) throws -> JSONValue? {
        _ = peek()
        let start = position
        try skip()
        var hasTooMany = false
        return JSONValue(
            utf8: UnsafeBufferPointer(rebasing: bytes[start..<position]), maximumValues: maximumValues,
            leniency: leniency, hasTooMany: &hasTooMany)
    }

    /// Skips a value by its brackets and quotation marks.
    package mutating func skip() throws {
        guard peek() != nil else { throw broken }
        if position >= nextCheck {
            nextCheck = position + Self.checkedBytes
            try check?()
        }
        var depth = 0
        repeat {
            guard position < bytes.count else { throw broken }
            if position >= nextRelease { releasePages() }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 {
                    position -= 1
                    throw broken
                }
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 {
                    position -= 1
                    throw broken
                }
            case 0x20, 0x09, 0x0a, 0x0d: break
            default: skipWord()
            }
        } while depth > 0
    }

    private mutating func skipString() throws {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        position = bytes.count
        throw broken
    }

    /// Skips the rest of a number or a literal.
    private mutating func skipWord() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
                position += 1
            default: return
            }
        }
    }
}
