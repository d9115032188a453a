// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A localized number: with comma or point, any decimal digits, and a minus sign.
struct LocalizedNumber {
    /// The number in ASCII: a sign, digits, points and commas.
    private var text: [UInt8] = []

    /// Creates a number from a string, or returns nil if the string contains anything else.
    init?(_ line: some StringProtocol) {
        var hasDigit = false
        for scalar in line.unicodeScalars {
            switch scalar {
            case "0"..."9":
                hasDigit = true
                text.append(UInt8(scalar.value))
            case "-", "\u{2212}":
                if !text.isEmpty { return nil }
                text.append(0x2D)
            case "+":
                if !text.isEmpty { return nil }
            case ".", "\u{66B}":
                text.append(0x2E)
            case ",", "\u{66C}":
                text.append(0x2C)
            case "'", "\u{2019}", "\u{A0}", "\u{202F}", "\u{200E}", "\u{200F}", "\u{61C}", " ", "\t", "\r":
                // Ignores grouping separators, directional marks and surrounding spaces.
                continue
            default:
                guard let digit = Self.digit(scalar) else { return nil }
                hasDigit = true
                text.append(0x30 + digit)
            }
        }
        if !hasDigit { return nil }
    }

    /// Whether a point can only be the decimal separator.
    var pointIsDecimal: Bool {
        guard let point = text.lastIndex(of: 0x2E) else { return false }
        return point > (text.lastIndex(of: 0x2C) ?? -1) && text.firstIndex(of: 0x2E) == point
    }

    /// Returns the value.
    /// - Parameter commaIsDecimal: Whether a single comma is the decimal separator rather than a grouping separator.
    func value(commaIsDecimal: Bool) -> Double? {
        var plain: [UInt8] = []
        for byte in text {
            if byte == (commaIsDecimal ? 0x2E : 0x2C) { continue }
            plain.append(byte == 0x2C ? 0x2E : byte)
        }
        return plain.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { parseDouble($0, bytes.count) }
        }
    }

    /// Returns a string with all decimal digits converted to ASCII.
    static func asciiDigits(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(digit(scalar).map { Unicode.Scalar(0x30 + $0) } ?? scalar)
        }
        return String(scalars)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return UInt8(exactly: value)
    }
}
