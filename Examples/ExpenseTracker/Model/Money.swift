// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parses and formats amounts in the currency of a locale.
struct Money: Sendable {
    let locale: Locale

    /// The currency's code; nil for a locale without a country, whose amounts are plain numbers.
    let currency: String?

    /// The number of decimals of the currency: 2 for most, 0 for the yen, 3 for some dinars.
    let digits: Int

    init(locale: Locale) {
        self.locale = locale
        currency = locale.currency?.identifier
        if let currency {
            let zero = Decimal(0).formatted(.currency(code: currency).locale(Locale(identifier: "en_US_POSIX")))
            digits = zero.firstIndex(of: ".").map { zero[$0...].count(where: \.isNumber) } ?? 0
        } else {
            digits = 2
        }
    }

    /// Returns the amount with the currency's symbol, in the format of the locale.
    func text(_ amount: Decimal) -> String {
        if let currency {
            amount.formatted(.currency(code: currency).locale(locale))
        } else {
            amount.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        }
    }

    /// Parses digits with one decimal separator: a point, or that of the locale.
    func amount(_ text: String) throws -> Decimal {
        let refusal = ExpenseError.badAmount(text, digits: digits)
        let plain = text.replacingOccurrences(of: locale.decimalSeparator ?? ".", with: ".")
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...12).contains(parts[0].count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts.count == 1 || parts[1].count <= digits,
            let amount = Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX")), amount > 0
        else { throw refusal }
        return amount
    }
}
