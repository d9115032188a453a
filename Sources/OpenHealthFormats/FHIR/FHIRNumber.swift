// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Numbers as FHIR decimals with the precision of the measurement.
enum FHIRNumber {
    /// Returns the shortest decimal that is parsed as the same number, times a power of ten; returns nil if it is not finite.
    static func json(_ number: Double, powerOfTen: Int = 0) -> JSONValue? {
        number.isFinite ? .number(text(number, powerOfTen: powerOfTen)) : nil
    }

    /// Shifts the decimal point in the digits, so that 0.07 % is 7 and not 7.000000000000001.
    static func text(_ number: Double, powerOfTen: Int = 0) -> String {
        let written = "\(number.magnitude)".split(separator: "e")
        let mantissa = written[0].split(separator: ".")
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        var digits = (mantissa[0] + fraction).drop { $0 == "0" }
        if digits.isEmpty { return "0" }
        let exponent = written.count > 1 ? Int(written[1]) ?? 0 : 0
        // The value is the product of the digits and this power of ten.
        var power = exponent - fraction.count + powerOfTen
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        return (number < 0 ? "-" : "") + placed(String(digits), power)
    }

    private static func placed(_ digits: String, _ power: Int) -> String {
        let point = digits.count + power
        if power >= 0, point <= 21 { return digits + String(repeating: "0", count: power) }
        if power < 0, point > 0 { return digits.prefix(point) + "." + digits.suffix(-power) }
        if power < 0, point > -6 { return "0." + String(repeating: "0", count: -point) + digits }
        let rest = digits.dropFirst()
        return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(point - 1)"
    }
}
