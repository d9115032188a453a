// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Reads the CSV file of an electrocardiogram.
///
/// Keys, classifications and numbers are in the language of the phone, so the file is read by position and form. The header
/// has keys and values, and ends at the first line that is only a number. Then each line is one measurement.
public enum ElectrocardiogramCSVReader {
    /// The maximum size of a file in bytes; real files have 150 kB.
    public static let sizeLimit = 16 * 1024 * 1024

    /// Reads a file.
    /// - Parameters:
    ///   - data: The bytes of the file in UTF-8 or UTF-16.
    ///   - path: The path inside the export, for the result and for errors.
    /// - Returns: The electrocardiogram. The unit is `µV` with the micro sign, regardless of which of the two code points the
    ///   file contains.
    /// - Throws: ``FormatError`` with the codes `tooLarge`, `malformed` (no readable date, rate, unit or measurement).
    public static func read(_ data: Data, file path: String) throws -> ElectrocardiogramData {
        var source = TranscodingByteSource(MemoryByteSource(Array(data)), file: path)
        let bytes = try source.readAll(limit: sizeLimit, file: path)
        var header: [MetadataPair] = []
        var position = 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            let line = line(bytes[position..<end])
            if LocalizedNumber(line) != nil { break }
            if let pair = pair(line[...]) { header.append(pair) }
            position = end + 1
        }
        var facts = try facts(header: header, path: path)
        let body = bytes[min(position, bytes.count)...]
        if let plain = PlainNumbers.parse(body) {
            facts.voltages = plain
        } else {
            let text = String(decoding: body, as: UTF8.self)
            let first = bytes[..<body.startIndex].reduce(into: 1) { count, byte in if byte == 0x0A { count += 1 } }
            facts.voltages = try voltages(
                text.split(omittingEmptySubsequences: false) { $0.isNewline }, firstLine: first, path: path)
        }
        return facts
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    // MARK: Header

    private static func facts(header: [MetadataPair], path: String) throws(FormatError) -> ElectrocardiogramData {
        guard
            let dateIndex = header.firstIndex(where: { date($0.value) != nil }),
            let start = date(header[dateIndex].value)
        else { throw malformed(path, nil, "it has no line with the date of the recording") }
        let after = header[(dateIndex + 1)...]
        guard
            // A version can look like a rate: "2.0 beta".
            let rateIndex = after.lastIndex(where: { rate($0.value) != nil }),
            let sampleRate = rate(header[rateIndex].value)
        else { throw malformed(path, nil, "it has no line with the rate of measurement") }
        guard let unit = header[(rateIndex + 1)...].lazy.compactMap({ unit($0.value) }).first else {
            throw malformed(path, nil, "it has no line with the unit of the measurements")
        }
        // The order of the header: date, classification, symptoms, version, device, rate. The classification follows the date,
        // and the others precede the rate.
        func value(_ index: Int) -> String? {
            guard index > dateIndex, index < rateIndex, !header[index].value.isEmpty else { return nil }
            return header[index].value
        }
        return ElectrocardiogramData(
            path: path, start: start, classification: value(dateIndex + 1), header: header,
            device: value(rateIndex - 1), softwareVersion: rateIndex - 2 > dateIndex + 1 ? value(rateIndex - 2) : nil,
            sampleRate: sampleRate, unit: unit, voltages: [])
    }

    /// Returns a line of the header, or nil for a blank line. A key can have no value.
    private static func pair(_ line: Substring) -> MetadataPair? {
        var fields = fields(line)
        if fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return nil }
        let key = fields.removeFirst()
        return MetadataPair(
            key: SpreadsheetText.original(key), value: SpreadsheetText.original(fields.joined(separator: ",")))
    }

    private static func fields(_ line: Substring) -> [String] {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var previousWasQuote = false
        for character in line {
            if character == "\"" {
                // Two quotation marks inside quotation marks represent one.
                if !isQuoted, previousWasQuote { field.append("\"") }
                isQuoted.toggle()
                previousWasQuote = !isQuoted
                continue
            }
            previousWasQuote = false
            if character == ",", !isQuoted {
                fields.append(field)
                field = ""
            } else {
                field.append(character)
            }
        }
        fields.append(field)
        return fields
    }

    private static func date(_ value: String) -> Double? {
        var text = LocalizedNumber.asciiDigits(value)
        return text.withUTF8 { bytes in bytes.baseAddress.flatMap { parseTimestamp($0, bytes.count) } }
    }

    /// Parses a number and a word, with or without a space: `512 hertz`, `512,84 Hz`, `512赫兹`. A point or comma is a decimal sign, unless
    /// the rate would be below 10 per second: then `1.024` is a thousand.
    private static func rate(_ value: String) -> Double? {
        let text = LocalizedNumber.asciiDigits(value).trimmingCharacters(in: .whitespaces)
        let number = text.prefix { $0.isASCII && $0.isNumber || ".,\u{66B}".contains($0) }
        let word = text.dropFirst(number.count).drop(while: \.isWhitespace)
        guard word.first?.isLetter == true, !word.contains(where: \.isNumber) else { return nil }
        let digits = number.map { $0.isNumber ? $0 : "." }
        guard let rate = Double(String(digits)), rate >= 1, rate <= 100_000 else { return nil }
        let isGrouped = rate < 10 && digits.count == 5
        return isGrouped ? (rate * 1000).rounded() : rate
    }

    private static func unit(_ value: String) -> String? {
        switch value.trimmingCharacters(in: .whitespaces) {
        case "\u{B5}V", "\u{3BC}V", "uV": "\u{B5}V"
        case "mV": "mV"
        case "V": "V"
        default: nil
        }
    }

    // MARK: Measurements

    private static func voltages(
        _ lines: [Substring], firstLine: Int, path: String
    ) throws(FormatError) -> [Double] {
        var numbers: [LocalizedNumber] = []
        numbers.reserveCapacity(lines.count)
        for (offset, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            guard let number = LocalizedNumber(line) else {
                throw malformed(path, firstLine + offset, "this measurement is not a number")
            }
            numbers.append(number)
        }
        if numbers.isEmpty { throw malformed(path, nil, "it has no measurements") }
        // If any number contains a point, a comma is a grouping separator.
        let commaIsDecimal = !numbers.contains { $0.pointIsDecimal }
        var voltages: [Double] = []
        voltages.reserveCapacity(numbers.count)
        for number in numbers {
            guard let value = number.value(commaIsDecimal: commaIsDecimal) else {
                throw malformed(path, nil, "one of its measurements cannot be read")
            }
            voltages.append(value)
        }
        return voltages
    }

    private static func malformed(_ path: String, _ line: Int?, _ message: String) -> FormatError {
        FormatError(
            .malformed, file: path, line: line, message: "the electrocardiogram cannot be read: \(message)",
            remedy: "export again on the phone")
    }
}

/// Parses the measurements of most electrocardiograms: ASCII, one number per line, one kind of separator.
enum PlainNumbers {
    /// Returns the numbers, or nil if the input is unusual and requires the slower parser.
    static func parse(_ body: ArraySlice<UInt8>) -> [Double]? {
        var numbers: [Double] = []
        numbers.reserveCapacity(body.count / 8 + 1)
        let isUsual = body.withUnsafeBufferPointer { bytes in
            let hasComma = bytes.contains(0x2C)
            if hasComma, bytes.contains(0x2E) { return false }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { line in
                var count = 0
                for index in 0...bytes.count {
                    let byte = index < bytes.count ? bytes[index] : 0x0A
                    if byte == 0x0A {
                        if count == 0 { continue }
                        guard let base = line.baseAddress, let value = parseDouble(base, count) else { return false }
                        numbers.append(value)
                        count = 0
                    } else if byte != 0x0D {
                        // Digits, minus signs and separators; phones do not write exponents.
                        let isUsual = byte &- 0x30 <= 9 || byte == 0x2C || byte == 0x2D || byte == 0x2E
                        if !isUsual || count == line.count { return false }
                        line[count] = byte == 0x2C ? 0x2E : byte
                        count += 1
                    }
                }
                return true
            }
        }
        return isUsual && !numbers.isEmpty ? numbers : nil
    }
}

/// A localized number: with comma or point, any decimal digits, and a minus sign.
struct LocalizedNumber {
    /// The number in ASCII: a sign, digits, points and commas.
    private var text: [UInt8] = []

    /// Creates a number from a string, or returns nil if the string contains anything else.
    init?(_ line: some StringProtocol) {
        var hasDigit = false
        for scalar in line.unicodeScalars {
            switch scalar {
            case "0"..."9":
                hasDigit = true
                text.append(UInt8(scalar.value))
            case "-", "\u{2212}":
                if !text.isEmpty { return nil }
                text.append(0x2D)
            case "+":
                if !text.isEmpty { return nil }
            case ".", "\u{66B}":
                text.append(0x2E)
            case ",", "\u{66C}":
                text.append(0x2C)
            case "'", "\u{2019}", "\u{A0}", "\u{202F}", "\u{200E}", "\u{200F}", "\u{61C}", " ", "\t", "\r":
                // Ignores grouping separators, directional marks and surrounding spaces.
                continue
            default:
                guard let digit = Self.digit(scalar) else { return nil }
                hasDigit = true
                text.append(0x30 + digit)
            }
        }
        if !hasDigit { return nil }
    }

    /// Whether a point can only be the decimal separator.
    var pointIsDecimal: Bool {
        guard let point = text.lastIndex(of: 0x2E) else { return false }
        return point > (text.lastIndex(of: 0x2C) ?? -1) && text.firstIndex(of: 0x2E) == point
    }

    /// Returns the value.
    /// - Parameter commaIsDecimal: Whether a single comma is the decimal separator rather than a grouping separator.
    func value(commaIsDecimal: Bool) -> Double? {
        var plain: [UInt8] = []
        for byte in text {
            if byte == (commaIsDecimal ? 0x2E : 0x2C) { continue }
            plain.append(byte == 0x2C ? 0x2E : byte)
        }
        return plain.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { parseDouble($0, bytes.count) }
        }
    }

    /// Returns a string with all decimal digits converted to ASCII.
    static func asciiDigits(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(digit(scalar).map { Unicode.Scalar(0x30 + $0) } ?? scalar)
        }
        return String(scalars)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return UInt8(exactly: value)
    }
}
