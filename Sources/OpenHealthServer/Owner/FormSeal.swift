// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// A seal for forms that are shown before there is a session. Only forms that this server has sent within the last hour are
/// accepted.
package struct FormSeal: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private static let seconds = 3600.0
    /// The maximum length of a seal: a time of 20 digits, a point, and a code of 43 letters.
    private static let longest = 64

    /// Returns a seal for a date.
    package func text(at date: Date) -> String {
        text(String(Int(date.timeIntervalSince1970)))  // checked: the clock of the computer
    }

    private func text(_ time: String) -> String { time + "." + Secret.text(Data(code(time))) }

    /// Returns whether a string is a valid seal.
    package func isValid(_ text: String, at date: Date) -> Bool {
        // The code is checked first, so that only numbers that this server has written are parsed.
        guard text.utf8.count <= Self.longest, let time = text.split(separator: ".").first,
            Secret.isEqual(text, self.text(String(time))), let made = Int(time)
        else { return false }
        return (0...Self.seconds).contains(date.timeIntervalSince1970.rounded(.down) - Double(made))
    }

    private func code(_ time: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(time.utf8), using: key)
    }
}
