// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

extension SortedPlace {
    /// Creates a position from ``text``. Any 32 lowercase hexadecimal digits are a position.
    package init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            let bits = UInt64(text.prefix(16), radix: 16), let id = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(start: Double(bitPattern: bits), id: Int64(bitPattern: id))
    }

    /// The position as 32 hexadecimal digits, an opaque string for clients.
    ///
    /// Every sample that existed when the first page was read is on exactly one of the pages, regardless of samples that are saved
    /// meanwhile, because positions never change.
    package var text: String { Self.hex(start.bitPattern) + Self.hex(UInt64(bitPattern: id)) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
