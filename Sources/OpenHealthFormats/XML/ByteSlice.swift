// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A run of bytes in the scanner's window. Valid until the scanner moves on.
struct ByteSlice {
    var start: UnsafePointer<UInt8>
    var count: Int

    /// Whether the bytes are those of the text.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && memcmp(start, text.utf8Start, count) == 0
    }

    /// Whether the bytes begin with those of the text.
    @inline(__always)
    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether the bytes end with those of the text.
    @inline(__always)
    func hasSuffix(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        return count >= size && memcmp(start + (count - size), text.utf8Start, size) == 0
    }

    /// The hash of the bytes as they stand, entities and all.
    @inline(__always)
    var hash: ContentHash {
        var hash = ContentHash.empty
        hash.combine(start, count)
        return hash
    }

    /// The bytes without white space at either end.
    var trimmed: ByteSlice {
        var slice = self
        while slice.count > 0, slice.start[0] <= 0x20 {
            slice.start += 1
            slice.count -= 1
        }
        while slice.count > 0, slice.start[slice.count - 1] <= 0x20 { slice.count -= 1 }
        return slice
    }

    /// Whether the bytes are not the text they stand for: a reference, white space other than a blank, a byte that
    /// XML does not allow or that is not ASCII.
    var needsDecoding: Bool {
        UnsafeBufferPointer(start: start, count: count)
            .contains { $0 < 0x20 || $0 >= 0x80 || $0 == UInt8(ascii: "&") }
    }

    /// The text of an attribute value: references resolved, white space normalised, bytes that XML does not
    /// allow left out.
    var text: DecodedText { DecodedText(self) }
}

/// An attribute of a start tag.
struct AttributeSlice {
    var name: ByteSlice
    var value: ByteSlice
}
