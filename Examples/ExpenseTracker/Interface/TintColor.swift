// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A color that a terminal can show.
struct TintColor: Equatable {
    let red: Int
    let green: Int
    let blue: Int

    /// Parses `#RRGGBB`; invalid colors are black.
    init(hex: String) {
        let value = Int(hex.drop { $0 == "#" }, radix: 16) ?? 0
        red = value >> 16 & 0xFF
        green = value >> 8 & 0xFF
        blue = value & 0xFF
    }

    /// The escape sequence that sets this background with black or white text, whichever is easier to read.
    var background: String {
        let lightness = (299 * red + 587 * green + 114 * blue) / 1000
        return "\u{1B}[48;2;\(red);\(green);\(blue)m\u{1B}[\(lightness > 150 ? 30 : 97)m"
    }
}
