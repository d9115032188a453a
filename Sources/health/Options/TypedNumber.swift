// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Numbers in arguments.
enum TypedNumber {
    /// Parses a decimal number; `nil` for anything else, such as hexadecimal digits, `nan` or `inf`.
    static func parse(_ text: String) -> Double? {
        let plain = TypedArguments.plain(text)
        let allowed = plain.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard allowed, let number = Double(plain), number.isFinite else { return nil }
        return number
    }
}
