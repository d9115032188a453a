// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The part of a text that an export can contain: XML 1.0 excludes most control characters and two noncharacters.
package enum ExportText {
    /// Returns the text without the characters that XML excludes.
    package static func carried(_ text: String) -> String {
        isCarried(text) ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
    }

    /// Whether XML allows all characters of a text.
    package static func isCarried(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0xEF } || text.unicodeScalars.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
