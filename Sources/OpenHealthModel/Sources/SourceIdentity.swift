// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The normalised form of names, which is the same for all exports of one phone.
package enum SourceIdentity {
    /// A source's name without the differences that mean nothing: kinds of space, kinds of apostrophe, the
    /// composition of accents, white space at the ends, characters that XML does not allow.
    ///
    /// All other differences, including case, are significant: `Watch` and `watch` can be two apps.
    package static func normalised(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) { return name }
        var out = ""
        var pendingSpace = false
        for scalar in ExportText.carried(name).precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.isWhitespace {
                pendingSpace = !out.isEmpty
                continue
            }
            if scalar.properties.isDefaultIgnorableCodePoint, scalar != "\u{200D}", scalar != "\u{FE0F}" { continue }
            if pendingSpace {
                out.append(" ")
                pendingSpace = false
            }
            out.unicodeScalars.append(scalar == "\u{2019}" || scalar == "\u{02BC}" ? "'" : scalar)
        }
        return out
    }
}
