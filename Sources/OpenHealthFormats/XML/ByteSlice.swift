// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A range of bytes in the scanner's window. It is valid until the scanner advances.
struct ByteSlice {
    var start: UnsafePointer<UInt8>
    var count: Int

    /// Returns whether the bytes are equal to a string.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && memcmp(start, text.utf8Start, count) == 0
    }

    /// Returns whether the bytes begin with a string.
    @inline(__always)
    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Returns whether the bytes end with a string.
    @inline(__always)
    func hasSuffix(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        return count >= size && memcmp(start + (count - size), text.utf8Start, size) == 0
    }

    /// The hash of the bytes as written, with unresolved references.
    @inline(__always)
    var hash: ContentHash {
        var hash = ContentHash.empty
        hash.combine(start, count)
        return hash
    }

    /// The bytes without leading and trailing white space.
    var trimmed: ByteSlice {
        var slice = self
        while slice.count > 0, slice.start[0] <= 0x20 {
            slice.start += 1
            slice.count -= 1
        }
        while slice.count > 0, slice.start[slice.count - 1] <= 0x20 { slice.count -= 1 }
        return slice
    }

    /// Whether the bytes differ from the decoded string: they contain a reference, white space other than a space, or a byte that
    /// is invalid in XML or not ASCII.
    var needsDecoding: Bool {
        UnsafeBufferPointer(start: start, count: count)
            .contains { $0 < 0x20 || $0 >= 0x80 || $0 == UInt8(ascii: "&") }
    }

    /// The decoded attribute value: with references resolved, white space normalized, and without bytes that are invalid in XML.
    var text: DecodedText { DecodedText(self) }
}

/// An attribute of a start tag.
struct AttributeSlice {
    var name: ByteSlice
    var value: ByteSlice
}
