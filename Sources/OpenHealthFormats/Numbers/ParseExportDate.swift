// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Parses a date of an export, and returns the date and the offset that it was written with.
///
/// The common form, `yyyy-MM-dd HH:mm:ss +HHMM`, is parsed in a few nanoseconds. Other forms of old exports, other programs and
/// GPX files are parsed more slowly: `T` or nothing between day and time, `yyyyMMddHHmmss`, fractions of a second (ignored here;
/// see ``parseTimestamp(_:_:)``), `Z`, `+HH:MM`, `+HH`.
/// - Returns: The seconds since 1970 and the offset in seconds east of UTC; nil if the input is not a valid date, for days and
///   times that do not exist, years outside 1900...9999, and offsets beyond 18 hours. In an export, the end of a sample that is
///   still in progress is in the year 4001, `Date.distantFuture`.
@inline(__always)
package func parseExportDate(_ p: UnsafePointer<UInt8>, _ n: Int) -> (seconds: Int64, offset: Int32)? {
    if n == 25, let result = parseFixedDate(p) { return result }
    guard let slow = parseTolerantDate(p, n) else { return nil }
    return (slow.seconds, slow.offset)
}

/// Parses a date with a fraction of a second; see ``parseExportDate(_:_:)``.
package func parseTimestamp(_ p: UnsafePointer<UInt8>, _ n: Int) -> Double? {
    // `yyyy-MM-ddTHH:mm:ssZ`, as in every point of a route, differs from the common form in three places.
    if n == 20, p[10] == 0x54, p[19] == 0x5A {
        let fixed = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 25) { buffer -> Int64? in
            guard let base = buffer.baseAddress else { return nil }
            base.update(from: p, count: 19)
            for (index, byte) in " +0000".utf8.enumerated() { base[19 + index] = byte }
            base[10] = 0x20
            return parseFixedDate(base)?.seconds
        }
        if let fixed { return Double(fixed) }
    }
    guard let slow = parseTolerantDate(p, n) else { return nil }
    return Double(slow.seconds) + slow.fraction
}

/// Parses `yyyy-MM-dd HH:mm:ss +HHMM`, eight bytes at a time.
///
/// The exclusive or with the pattern (`0` for each digit) converts digits to 0...9 and separators to 0. After adding the
/// difference to 128, the top bits indicate whether all bytes are in range.
@inline(__always)
private func parseFixedDate(_ p: UnsafePointer<UInt8>) -> (seconds: Int64, offset: Int32)? {
    let raw = UnsafeRawPointer(p)
    let sign = p[20]
    guard sign == 0x2B || sign == 0x2D else { return nil }
    // "yyyy-MM-", "dd HH:mm", ":ss ±HHM" and the last digit, lowest byte first.
    let first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) ^ 0x2D30_302D_3030_3030
    let second = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) ^ 0x3030_3A30_3020_3030
    let third =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        ^ (0x3030_3000_2030_303A | UInt64(sign) << 32)
    let last = p[24] ^ 0x30
    let top: UInt64 = 0x8080_8080_8080_8080
    let wrong =
        first | ((first & ~top) &+ 0x7F76_767F_7676_7676) | second | ((second & ~top) &+ 0x7676_7F76_767F_7676)
        | third | ((third & ~top) &+ 0x7676_767F_7F76_767F)
    guard wrong & top == 0, last <= 9 else { return nil }
    @inline(__always)
    func digit(_ word: UInt64, _ index: UInt64) -> Int { Int(truncatingIfNeeded: (word &>> (index &* 8)) & 0xFF) }
    let year = digit(first, 0) * 1000 + digit(first, 1) * 100 + digit(first, 2) * 10 + digit(first, 3)
    let month = digit(first, 5) * 10 + digit(first, 6)
    let day = digit(second, 0) * 10 + digit(second, 1)
    let hour = digit(second, 3) * 10 + digit(second, 4)
    let minute = digit(second, 6) * 10 + digit(second, 7)
    let secondOfMinute = digit(third, 1) * 10 + digit(third, 2)
    let offsetHours = digit(third, 5) * 10 + digit(third, 6)
    let offsetMinutes = digit(third, 7) * 10 + Int(last)
    let offset = (offsetHours * 60 + offsetMinutes) * 60
    return DateParts(
        year: year, month: month, day: day, hour: hour, minute: minute, second: secondOfMinute,
        offset: sign == 0x2D ? -offset : offset, isOffsetValid: offsetMinutes < 60
    ).instant
}

private struct DateParts {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0
    var offset = 0
    var isOffsetValid = true

    @inline(__always)
    var instant: (seconds: Int64, offset: Int32)? {
        guard year >= 1900, year <= 9999, month >= 1, month <= 12, day >= 1,
            day <= CivilDay.daysInMonth(year: year, month: month), hour < 24, minute < 60, second < 60,
            isOffsetValid, offset.magnitude <= 18 * 3600
        else { return nil }
        let days = CivilDay.number(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        // With a negative offset, the last hours of the year 9999 are in the next year in UTC.
        guard seconds <= Self.last else { return nil }
        return (Int64(seconds), Int32(offset))
    }

    /// 9999-12-31 23:59:59 UTC.
    private static var last: Int { 253_402_300_799 }
}

@inline(never)
private func parseTolerantDate(
    _ p: UnsafePointer<UInt8>, _ n: Int
) -> (seconds: Int64, fraction: Double, offset: Int32)? {
    var index = 0
    func number(_ count: Int) -> Int? {
        guard index + count <= n else { return nil }
        var value = 0
        for _ in 0..<count {
            let digit = p[index] &- 0x30
            if digit > 9 { return nil }
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }
    func skip(_ byte: UInt8) -> Bool {
        guard index < n, p[index] == byte else { return false }
        index += 1
        return true
    }
    var parts = DateParts()
    guard let year = number(4) else { return nil }
    let isDashed = skip(0x2D)
    guard let month = number(2), !isDashed || skip(0x2D), let day = number(2) else { return nil }
    // Old exports omit the separator between day and time, but only if they omit all separators.
    let isParted = skip(0x20) || skip(0x54) || skip(0x74)
    guard isParted || !isDashed, let hour = number(2) else { return nil }
    let isColoned = skip(0x3A)
    guard isColoned || !isDashed, let minute = number(2), !isColoned || skip(0x3A), let second = number(2) else {
        return nil
    }
    var fraction = 0.0
    if skip(0x2E) || skip(0x2C) {
        let start = index
        var scale = 0.1
        while index < n, p[index] &- 0x30 <= 9 {
            fraction += Double(p[index] &- 0x30) * scale
            scale /= 10
            index += 1
        }
        if index == start { return nil }
    }
    _ = skip(0x20)
    if !skip(0x5A), !skip(0x7A) {
        let isNegative = skip(0x2D)
        guard isNegative || skip(0x2B), let hours = number(2) else { return nil }
        var minutes = 0
        if index < n {
            _ = skip(0x3A)
            guard let written = number(2) else { return nil }
            minutes = written
        }
        parts.isOffsetValid = minutes < 60
        parts.offset = (hours * 60 + minutes) * (isNegative ? -60 : 60)
    }
    guard index == n else { return nil }
    parts.year = year
    parts.month = month
    parts.day = day
    parts.hour = hour
    parts.minute = minute
    parts.second = second
    guard let instant = parts.instant else { return nil }
    return (instant.seconds, fraction, instant.offset)
}
