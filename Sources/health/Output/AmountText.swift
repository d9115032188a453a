// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of the amounts of a sum, all with the same number of decimals, so that a person can add them up.
struct AmountText {
    /// The number of decimals.
    let decimals: Int

    /// Creates the format for amounts: no decimals for integers, otherwise as many as give the largest amount six digits.
    init(_ amounts: [Double]) {
        let isWhole = amounts.allSatisfy { abs($0 - $0.rounded()) < 1e-6 }
        let largest = amounts.reduce(0) { max($0, abs($1)) }
        guard !isWhole, largest > 0, largest.isFinite else {
            decimals = 0
            return
        }
        decimals = max(1, min(6, 5 - Int(log10(largest).rounded(.down))))
    }

    /// Returns an amount as a string.
    func text(_ amount: Double) -> String {
        let text = String(format: "%.\(decimals)f", amount)
        return text.hasPrefix("-") && !text.contains(where: { "123456789".contains($0) })
            ? String(text.dropFirst()) : text
    }

    /// Returns the parts of a sum, rounded so that the strings add up to the string of the total.
    ///
    /// If the parts do not add up to the total, each is rounded separately, since rounding must not hide the difference.
    func parts(_ parts: [Double], of total: Double) -> [String] {
        let tolerance = max(1e-9 * abs(total), 1e-9)
        guard abs(parts.reduce(0, +) - total) <= tolerance, abs(total) * scale < 1e15 else { return parts.map(text) }
        return share(out: (total * scale).rounded(), among: parts)
    }

    /// Returns the parts of an amount that is itself part of a sum, rounded so that the strings add up to its string, which can
    /// have
    /// been rounded in either direction.
    func parts(_ parts: [Double], ofText text: String) -> [String] {
        guard let shown = Double(text), abs(shown) * scale < 1e15,
            abs(parts.reduce(0, +) - shown) * scale < 1 + 1e-6
        else { return parts.map(self.text) }
        return share(out: (shown * scale).rounded(), among: parts)
    }

    private var scale: Double { pow(10, Double(decimals)) }

    /// Rounds parts so that they add up to a number of the smallest units.
    private func share(out total: Double, among parts: [Double]) -> [String] {
        let scale = scale
        var units = parts.map { ($0 * scale).rounded(.down) }
        let missing = Int(total - units.reduce(0, +))
        let order = parts.indices.sorted { left, right in
            parts[left] * scale - units[left] > parts[right] * scale - units[right]
        }
        for index in order.prefix(max(0, missing)) { units[index] += 1 }
        return units.map { text($0 / scale) }
    }
}
