// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The powers of ten that a double represents exactly.
private let exactPowers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
]

/// Parses a number: a sign, digits with a point, and an exponent, with nothing before or after.
///
/// The result is correctly rounded. Up to about 15 digits are parsed with Clinger's algorithm: if the mantissa and the power of
/// ten are both exact, a single operation returns the correct result. Other numbers are passed to the standard library.
/// - Returns: The number, or nil for anything else: an empty string, white space, hexadecimal, infinity, NaN, and numbers that
///   exceed a double.
package func parseDouble(_ p: UnsafePointer<UInt8>, _ n: Int) -> Double? {
    var index = 0
    var isNegative = false
    if n > 0, p[0] == 0x2D || p[0] == 0x2B {
        isNegative = p[0] == 0x2D
        index = 1
    }
    var mantissa: UInt64 = 0
    let integerStart = index
    skipDigits(p, n, &index, adding: &mantissa)
    var digits = index - integerStart
    var exponent = 0
    if index < n, p[index] == 0x2E {
        index += 1
        let fractionStart = index
        skipDigits(p, n, &index, adding: &mantissa)
        exponent = fractionStart - index
        digits -= exponent
    }
    if digits == 0 { return nil }
    if index < n {
        guard let written = parseExponent(p, n, from: index) else { return nil }
        exponent += written
    }
    // Beyond 19 digits the mantissa may have overflowed.
    guard digits <= 19, mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return parseSlowly(p, n) }
    let value = Double(mantissa)
    let magnitude = exponent < 0 ? value / exactPowers[-exponent] : value * exactPowers[exponent]
    return isNegative ? -magnitude : magnitude
}

/// Skips digits, and appends them to a number.
@inline(__always)
private func skipDigits(_ p: UnsafePointer<UInt8>, _ n: Int, _ index: inout Int, adding number: inout UInt64) {
    while index < n {
        let digit = p[index] &- 0x30
        if digit > 9 { return }
        number = number &* 10 &+ UInt64(digit)
        index &+= 1
    }
}

/// Parses a number in a string; see ``parseDouble(_:_:)``.
package func parseDouble(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.flatMap { parseDouble($0, bytes.count) } }
}

private func parseExponent(_ p: UnsafePointer<UInt8>, _ n: Int, from start: Int) -> Int? {
    guard p[start] | 0x20 == 0x65 else { return nil }
    var index = start + 1
    var isNegative = false
    if index < n, p[index] == 0x2D || p[index] == 0x2B {
        isNegative = p[index] == 0x2D
        index += 1
    }
    if index == n { return nil }
    var value = 0
    while index < n {
        let digit = p[index] &- 0x30
        if digit > 9 { return nil }
        // Larger exponents are out of range anyway; the standard library parses the string again.
        if value < 100_000 { value = value * 10 + Int(digit) }
        index += 1
    }
    return isNegative ? -value : value
}

/// Parses a string whose form has been checked, so that the result is a number or out of range.
@inline(never)
private func parseSlowly(_ p: UnsafePointer<UInt8>, _ n: Int) -> Double? {
    let text = String(decoding: UnsafeBufferPointer(start: p, count: n), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
}
