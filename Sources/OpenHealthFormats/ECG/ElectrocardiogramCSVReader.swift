// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Reads the CSV file of an electrocardiogram.
///
/// Keys, classifications and numbers are in the language of the phone, so the file is read by position and form: a header of keys
/// and values until the first line that is only a number, then one measurement per line.
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
        return MetadataPair(key: key, value: fields.joined(separator: ","))
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

    /// Parses a number, a space and a word: `512 hertz`.
    private static func rate(_ value: String) -> Double? {
        let parts = value.split(whereSeparator: \.isWhitespace)
        guard parts.count >= 2, let number = LocalizedNumber(parts[0]), LocalizedNumber(parts[1]) == nil,
            let rate = number.value(commaIsDecimal: true), rate >= 1, rate <= 100_000
        else { return nil }
        return rate
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
