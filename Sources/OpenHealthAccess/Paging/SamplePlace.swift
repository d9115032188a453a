// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// Where a reader of pages stopped, as text that goes to a client and comes back.
///
/// What was there when the first page was read is on one of the pages, once, whatever is saved meanwhile: places do not
/// move.
package struct SamplePlace: Hashable, Sendable {
    let start: Double
    let id: Int64

    init(start: Double, id: Int64) {
        self.start = start
        self.id = id
    }

    /// Reads what ``text`` wrote. Any 32 hexadecimal digits in small letters are some place.
    package init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            let bits = UInt64(text.prefix(16), radix: 16), let id = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        start = Double(bitPattern: bits)
        self.id = Int64(bitPattern: id)
    }

    /// The place as 32 hexadecimal digits.
    package var text: String { Self.hex(start.bitPattern) + Self.hex(UInt64(bitPattern: id)) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
