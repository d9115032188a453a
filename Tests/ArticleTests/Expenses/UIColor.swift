// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The replacement for UIKit's colour.
struct UIColor: Hashable {
    let red, green, blue: UInt8

    /// Returns the colour of a hexadecimal string after a number sign, with two digits each for red, green and blue.
    static func hex(_ text: String) -> UIColor {
        let value = UInt32(text.drop { $0 == "#" }, radix: 16) ?? 0
        return UIColor(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
