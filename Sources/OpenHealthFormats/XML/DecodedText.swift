// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An attribute value decoded as defined in XML 1.0, with the number of omitted bytes.
///
/// The five predefined entities and character references are resolved. Any other reference is kept as written: documents that
/// declare entities are rejected earlier, so nothing can expand.
struct DecodedText {
    /// The decoded string.
    private(set) var string: String
    /// The number of bytes or references that are not UTF-8, or are characters that are invalid in XML.
    private(set) var illegalBytes = 0

    init(_ slice: ByteSlice) {
        let bytes = UnsafeBufferPointer(start: slice.start, count: slice.count)
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "&") }) {
            string = String(decoding: bytes, as: UTF8.self)
            return
        }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "&"):
                if let reference = Self.reference(in: bytes, at: index) {
                    if let scalar = reference.scalar {
                        out.append(contentsOf: Array(String(Character(scalar)).utf8))
                    } else {
                        illegalBytes += reference.length
                    }
                    index += reference.length
                    continue
                }
                out.append(byte)
            case 0x0d:
                // A carriage return with a line feed is one line end, and a line end is decoded as one space.
                out.append(0x20)
                if index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
            case 0x09, 0x0a:
                out.append(0x20)
            case 0..<0x20:
                illegalBytes += 1
            default:
                out.append(byte)
            }
            index += 1
        }
        let (text, replaced) = Self.repaired(out)
        string = text
        illegalBytes += replaced
    }

    /// Returns the string for bytes, with U+FFFD for invalid UTF-8, and the number of replacements.
    static func repaired(_ bytes: [UInt8]) -> (string: String, replaced: Int) {
        if let valid = String(validating: bytes, as: UTF8.self) { return (valid, 0) }
        let string = String(decoding: bytes, as: UTF8.self)
        // U+FFFD in the input is valid and not counted.
        var written = 0
        for index in bytes.indices.dropLast(2) where bytes[index] == 0xef && bytes[index + 1] == 0xbf {
            if bytes[index + 2] == 0xbd { written += 1 }
        }
        return (string, string.unicodeScalars.count { $0 == "\u{FFFD}" } - written)
    }

    /// Returns the length in bytes and the string of the reference that begins at an index (with a nil string for a character
    /// that is invalid in XML), or nil if there is no known reference.
    private static func reference(
        in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (length: Int, scalar: Unicode.Scalar?)? {
        // The longest reference is `&#x10FFFF;`; a few leading zeros are allowed.
        guard let end = bytes[start...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        let length = end + 1 - start
        switch name {
        case "lt": return (length, "<")
        case "gt": return (length, ">")
        case "amp": return (length, "&")
        case "quot": return (length, "\"")
        case "apos": return (length, "'")
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
        var code: UInt32 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue, isHexadecimal || value < 10 else {
                return nil
            }
            // The value is limited to just beyond Unicode, so that no number of digits can overflow.
            code = min(code, 0x11_0000) * (isHexadecimal ? 16 : 10) + UInt32(value)
        }
        guard !digits.isEmpty else { return nil }
        guard let scalar = Unicode.Scalar(code) else { return (length, nil) }
        let allowed = code == 0x09 || code == 0x0a || code == 0x0d || (code >= 0x20 && code != 0xfffe && code != 0xffff)
        return (length, allowed ? scalar : nil)
    }
}
