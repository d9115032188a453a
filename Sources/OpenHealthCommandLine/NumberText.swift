// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of numbers.
public enum NumberText {
    /// Returns the shortest string that is parsed to the same number, without a zero fraction; empty if the number is not finite.
    public static func exact(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the number for people: all digits of an integer, six digits of any other number.
    package static func short(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if number == number.rounded() || number.magnitude >= 1e6 { return exact(number) }
        return String(format: "%.6g", number)
    }

    /// Returns a count with thousands separators.
    public static func grouped(_ count: Int) -> String {
        var text = ""
        let digits = String(count.magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + text
    }

    /// Returns a count with its noun, in the singular or plural.
    public static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(grouped(count)) \(count == 1 ? one : many)"
    }

    /// Returns a duration as `1:05:09`.
    public static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds.magnitude < 1e12 else { return "" }
        let whole = Int(seconds.rounded())
        let sign = whole < 0 ? "-" : ""
        let (hours, minutes, rest) = (whole.magnitude / 3600, whole.magnitude / 60 % 60, whole.magnitude % 60)
        return sign + "\(hours):" + twoDigits(minutes) + ":" + twoDigits(rest)
    }

    /// Returns a size in bytes for people.
    package static func bytes(_ count: Int64) -> String {
        var size = Double(count)
        for unit in ["B", "KB", "MB"] {
            if size < 1000 { return (unit == "B" ? "\(count)" : String(format: "%.1f", size)) + " \(unit)" }
            size /= 1000
        }
        return String(format: "%.2f GB", size)
    }

    /// Returns a number below 100 with two digits.
    package static func twoDigits(_ number: some BinaryInteger) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// The format of computed numbers for people.
public enum FigureText {
    /// Returns six digits, or the whole integer part: the last digits of a sum of shares are rounding errors.
    public static func short(_ number: Double) -> String {
        guard number.magnitude >= 1e5, number.magnitude < 1e15 else { return NumberText.short(number) }
        return NumberText.exact(number.rounded())
    }

    /// Returns four digits, or the whole integer part, for the narrow space next to a chart.
    package static func brief(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if number.magnitude >= 1000, number.magnitude < 1e15 { return NumberText.exact(number.rounded()) }
        return String(format: "%.4g", number)
    }
}

/// The format of percentages for people. HealthKit's unit `%` is a fraction, so 95 % is the value 0.95; JSON, CSV and the store's
/// views contain the fraction.
package enum PercentText {
    /// The unit of fractions.
    package static let unit = "%"

    /// Returns a value as a table or chart shows it: fractions in hundredths with one decimal (three digits below 1 %), values of
    /// other units unchanged.
    package static func shown(_ value: Double, unit: String?) -> Double {
        guard unit == Self.unit, value.isFinite else { return value }
        let percent = value * 100
        let size = percent.magnitude
        let decimals = size >= 1 || size == 0 ? 1 : min(8, 2 - Int(log10(size).rounded(.down)))
        let scale = pow(10, Double(decimals))
        return (percent * scale).rounded() / scale
    }
}

/// The format of the amounts of a sum, all with the same number of decimals, so that a person can add them up.
package struct AmountText {
    /// The number of decimals.
    package let decimals: Int

    /// Creates the format for amounts: no decimals for integers, otherwise as many as give the largest amount six digits.
    package init(_ amounts: [Double]) {
        let isWhole = amounts.allSatisfy { ($0 - $0.rounded()).magnitude < 1e-6 }
        let largest = amounts.reduce(0) { max($0, $1.magnitude) }
        guard !isWhole, largest > 0, largest.isFinite else {
            decimals = 0
            return
        }
        decimals = max(1, min(6, 5 - Int(log10(largest).rounded(.down))))
    }

    /// Returns an amount as a string.
    package func text(_ amount: Double) -> String {
        let text = String(format: "%.\(decimals)f", amount)
        return text.hasPrefix("-") && !text.contains(where: { "123456789".contains($0) })
            ? String(text.dropFirst()) : text
    }

    /// Returns the parts of a sum, rounded so that the strings add up to the string of the total.
    ///
    /// If the parts do not add up to the total, each is rounded separately, since rounding must not hide the difference.
    package func parts(_ parts: [Double], of total: Double) -> [String] {
        let tolerance = max(1e-9 * total.magnitude, 1e-9)
        guard (parts.reduce(0, +) - total).magnitude <= tolerance, total.magnitude * scale < 1e15 else {
            return parts.map(text)
        }
        return share(out: (total * scale).rounded(), among: parts)
    }

    /// Returns the parts of an amount that is itself part of a sum, rounded so that the strings add up to its string,
    /// which can have been rounded in either direction.
    package func parts(_ parts: [Double], ofText text: String) -> [String] {
        guard let shown = Double(text), shown.magnitude * scale < 1e15,
            (parts.reduce(0, +) - shown).magnitude * scale < 1 + 1e-6
        else { return parts.map(self.text) }
        return share(out: (shown * scale).rounded(), among: parts)
    }

    private var scale: Double { pow(10, Double(decimals)) }

    /// Rounds parts so that they add up to a number of the smallest units.
    private func share(out total: Double, among parts: [Double]) -> [String] {
        let scale = scale
        var units = parts.map { ($0 * scale).rounded(.down) }
        let missing = Int(exactly: (total - units.reduce(0, +)).rounded()) ?? 0
        let order = parts.indices.sorted { left, right in
            parts[left] * scale - units[left] > parts[right] * scale - units[right]
        }
        for index in order.prefix(max(0, missing)) { units[index] += 1 }
        return units.map { text($0 / scale) }
    }
}
