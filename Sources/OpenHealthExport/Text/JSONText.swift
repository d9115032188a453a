// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Strings as JSON.
enum JSONText {
    /// Returns a string with its quotation marks.
    static func string(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        return isPlain ? "\"\(text)\"" : JSONValue.string(text).text
    }
}
