// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSession

extension AppIdentity {
    /// The pattern of identifiers: letters, digits, full stops, hyphens and underscores, at most 155 of them.
    static let identifierPattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,154}$"
    /// The pattern of names: no control characters, no invisible characters, and no characters that change the text direction.
    /// ``AppName`` checks the other rules.
    static let namePattern = "^[^\(Self.invisible)]{1,200}$"
    /// The pattern of versions and machines.
    static let shortPattern = "^[^\(Self.invisible)]{1,100}$"
    /// The pattern of system versions.
    static let systemPattern = #"^[0-9]{1,6}(\.[0-9]{1,6}){0,2}$"#
    private static let invisible =
        #"\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0"#

    /// Returns whether a string is a valid identifier of an app.
    package static func isIdentifier(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        return bytes.count <= 155 && bytes.first.map(isLetterOrDigit) ?? false
            && bytes.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    /// Returns whether a character is invisible or changes the text direction.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1f, 0x7f...0x9f, 0xad, 0x61c, 0x115f...0x1160, 0x180e, 0x200b...0x200f, 0x2028...0x202e,
            0x2060...0x206f, 0x3164, 0xfeff, 0xffa0:
            true
        default: false
        }
    }
}
