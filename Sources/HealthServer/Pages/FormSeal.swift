// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Marks forms that are shown before there is a session, so that only forms that this daemon has shown are taken, for an hour.
struct FormSeal: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private static let seconds = 3600

    /// A seal of this moment.
    func text(at date: Date) -> String {
        let time = String(Int(date.timeIntervalSince1970))
        return time + "." + Secret.text(Data(code(time)))
    }

    /// Whether a text is a seal that still counts.
    func isValid(_ text: String, at date: Date) -> Bool {
        guard let time = text.split(separator: ".").first, let made = Int(time) else { return false }
        let age = Int(date.timeIntervalSince1970) - made
        return (0...Self.seconds).contains(age)
            && Secret.isEqual(text, time + "." + Secret.text(Data(code(String(time)))))
    }

    private func code(_ time: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(time.utf8), using: key)
    }
}
