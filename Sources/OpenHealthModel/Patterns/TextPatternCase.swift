// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Simple case folding: maps the uppercase and lowercase forms of a Unicode scalar to the same scalar.
enum TextPatternCase {
    /// Returns the folded form of a scalar. Mappings to several scalars are ignored because patterns compare single scalars.
    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }
        // The uppercase form of the dotless i is I, but the two do not match each other.
        if scalar == "\u{131}" { return scalar }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? upper
    }

    /// Returns the scalar and the other scalars that match it when case is ignored.
    static func variants(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let folded = fold(scalar)
        if folded == "\u{131}" { return [scalar] }
        let upper = single(folded.properties.uppercaseMapping)
        return [scalar, folded, upper ?? scalar] + (others[folded] ?? [])
    }

    /// Further scalars with the same folded form that are not found by mapping between uppercase and lowercase.
    private static let others: [Unicode.Scalar: [Unicode.Scalar]] = [
        "k": ["\u{212a}"], "s": ["\u{17f}"], "å": ["\u{212b}"], "ω": ["\u{2126}"], "μ": ["\u{b5}"], "σ": ["\u{3c2}"],
    ]

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
