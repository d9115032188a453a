// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A buffer for output, with the primitive forms of an export.
///
/// The methods do not check the capacity: the buffer is flushed as soon as it is full, and ``slack`` bytes remain for the fixed
/// parts of any element.
struct ExportBuffer {
    /// The capacity beyond the size at which the buffer is full.
    static let slack = 64 * 1024
    private static let capacity = 256 * 1024

    private let base: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private let offset: Int64
    private let offsetText: [UInt8]
    /// The local day that was written last, and its string.
    private var lastDay = Int64.min
    private var lastDayText: InlineArray<11, UInt8> = .init(repeating: 0x20)

    init(offset: Int) {
        base = .allocate(capacity: Self.capacity + Self.slack)
        self.offset = Int64(offset)
        let minutes = offset.magnitude / 60
        var text: [UInt8] = [0x20, offset < 0 ? 0x2D : 0x2B]
        for divisor in [600, 60] as [UInt] { text.append(0x30 + UInt8(minutes / divisor % 10)) }
        text.append(0x30 + UInt8(minutes % 60 / 10))
        text.append(0x30 + UInt8(minutes % 60 % 10))
        offsetText = text
    }

    func deallocate() {
        base.deallocate()
    }

    var isFull: Bool { count >= Self.capacity }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    mutating func removeAll() {
        count = 0
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func put(static text: StaticString) {
        memcpy(base + count, text.utf8Start, text.utf8CodeUnitCount)
        count &+= text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { memcpy(base + count, start, source.count) }
        }
        count &+= bytes.count
    }

    mutating func put(text: String) {
        put(Array(text.utf8))
    }

    @inline(__always)
    mutating func indent(_ depth: Int) {
        for _ in 0..<depth { put(0x20) }
    }

    @inline(__always)
    private mutating func putPair(_ value: Int64) {
        base[count] = 0x30 &+ UInt8(truncatingIfNeeded: value / 10)
        base[count &+ 1] = 0x30 &+ UInt8(truncatingIfNeeded: value % 10)
        count &+= 2
    }

    /// Writes `yyyy-MM-dd HH:mm:ss +HHMM`. Most dates have the same day as the previous one.
    mutating func put(date: Int64) {
        let local = date &+ offset
        var day = local / 86_400
        var second = local % 86_400
        if second < 0 {
            day -= 1
            second += 86_400
        }
        if day != lastDay { render(day) }
        for index in 0..<11 { base[count &+ index] = lastDayText[index] }
        count &+= 11
        putPair(second / 3600)
        put(0x3A)
        putPair(second / 60 % 60)
        put(0x3A)
        putPair(second % 60)
        put(offsetText)
    }

    private mutating func render(_ day: Int64) {
        lastDay = day
        let date = CivilDay.date(Int(day))
        let digits = [
            date.year / 1000 % 10, date.year / 100 % 10, date.year / 10 % 10, date.year % 10, -1, date.month / 10,
            date.month % 10, -1, date.day / 10, date.day % 10,
        ]
        for (index, digit) in digits.enumerated() {
            lastDayText[index] = digit < 0 ? 0x2D : 0x30 + UInt8(digit)
        }
    }

    /// Writes a number as phones do: integers in full, other numbers with six significant digits and without trailing zeros.
    mutating func put(number: Double) {
        if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000 { return put(whole: whole) }
        let magnitude = number.magnitude
        guard magnitude >= 1e-4, magnitude < 999_999.5 else {
            return put(text: String(format: "%g", number))
        }
        if number < 0 { put(0x2D) }
        // The exponent of the first digit.
        var exponent = 5
        var power = 1e5
        while magnitude < power {
            exponent -= 1
            power = exponent >= 0 ? power / 10 : power
            if exponent < 0 {
                power = exponent == -1 ? 1e-1 : exponent == -2 ? 1e-2 : exponent == -3 ? 1e-3 : 1e-4
            }
        }
        var scale = 1.0
        for _ in 0..<(5 - exponent) { scale *= 10 }
        var digits = Self.rounded(magnitude, times: scale)
        if digits >= 1_000_000 {
            digits = 100_000
            exponent += 1
        }
        var significant = 6
        while digits % 10 == 0 {
            digits /= 10
            significant -= 1
        }
        if exponent < 0 {
            put(static: "0.")
            for _ in 0..<(-exponent - 1) { put(0x30) }
            put(digits: digits, count: significant, pointAfter: .max)
        } else {
            put(digits: digits, count: significant, pointAfter: exponent + 1)
            for _ in 0..<max(0, exponent + 1 - significant) { put(0x30) }
        }
    }

    /// Writes a number with as many digits as reading it back takes.
    mutating func put(exact number: Double) {
        if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000 { return put(whole: whole) }
        var text = "\(number)"
        text.withUTF8 { for byte in $0 { put(byte) } }
    }

    /// The product rounded as if it were exact, as C's printf does: halves, which a product may only seem to be, go by
    /// what its rounding has lost.
    private static func rounded(_ value: Double, times scale: Double) -> Int64 {
        let product = value * scale
        let floor = product.rounded(.down)
        // checked: six digits
        if product - floor != 0.5 { return Int64(product.rounded()) }
        let lost = (-product).addingProduct(value, scale)
        let isUp = lost > 0 || (lost == 0 && floor.truncatingRemainder(dividingBy: 2) == 1)
        // checked: six digits
        return Int64(floor) + (isUp ? 1 : 0)
    }

    private mutating func put(digits: Int64, count digitCount: Int, pointAfter: Int) {
        var divisor: Int64 = 1
        for _ in 1..<max(1, digitCount) { divisor *= 10 }
        for index in 0..<digitCount {
            if index == pointAfter { put(0x2E) }
            put(0x30 + UInt8(truncatingIfNeeded: digits / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func put(whole: Int64) {
        if whole < 0 { put(0x2D) }
        var rest = whole.magnitude
        var length = 1
        var probe = rest
        while probe >= 10 {
            probe /= 10
            length += 1
        }
        var index = count + length
        count = index
        repeat {
            index -= 1
            base[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }
}
