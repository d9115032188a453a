// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Simple case folding: the form of a Unicode scalar that its upper and lower case share.
enum TextPatternCase {
    /// The folded form. Mappings to several scalars are left out, as patterns compare scalar by scalar.
    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }
        // The dotless i has the upper case I but is no form of it.
        if scalar == "\u{131}" { return scalar }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? upper
    }

    /// The scalar with its other forms that patterns take for the same.
    static func variants(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let folded = fold(scalar)
        if folded == "\u{131}" { return [scalar] }
        let upper = single(folded.properties.uppercaseMapping)
        return [scalar, folded, upper ?? scalar] + (others[folded] ?? [])
    }

    /// Further scalars with the same folded form, which the mappings between upper and lower case do not reach.
    private static let others: [Unicode.Scalar: [Unicode.Scalar]] = [
        "k": ["\u{212a}"], "s": ["\u{17f}"], "å": ["\u{212b}"], "ω": ["\u{2126}"], "μ": ["\u{b5}"], "σ": ["\u{3c2}"],
    ]

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
