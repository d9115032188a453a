// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Diagnostics and the values of attributes of all elements.
extension ExportDocumentParser {
    /// A description of the dates that ``parseExportDate(_:_:)`` accepts, for messages.
    static let aDate = "a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"

    /// Reports a problem of the input.
    /// - Throws: An error with the same message if the reader is strict and something was omitted.
    mutating func report(
        _ severity: ImportDiagnostic.Severity, _ element: String, _ reason: String, line: Int? = nil
    ) throws {
        tally.diagnosticCount += 1
        let keeps = tally.diagnosticCount <= ReaderTally.diagnosticLimit
        guard keeps || options.strict else { return }
        let diagnostic = ImportDiagnostic(
            severity: severity, file: file, line: line ?? scanner.line, element: element, reason: reason)
        if options.strict, severity == .rejected { throw FormatError.rejected(diagnostic) }
        if keeps { batch.diagnostics.append(diagnostic) }
    }

    /// Reports attributes that no version of the format has, for an element that cannot keep them.
    mutating func reportUnknownAttributes(_ element: String, besides known: Set<String>) throws {
        for index in 0..<scanner.attributeCount where !known.contains(scanner.attributes[index].name.text.string) {
            try report(
                .warning, element,
                "its attribute \(DiagnosticText.short(scanner.attributes[index].name)) is unknown and was left out")
        }
    }

    /// Returns the date in an attribute, or nil if it is not a date.
    @inline(__always)
    mutating func date(_ slice: ByteSlice) -> (seconds: Int64, offset: Int32)? {
        if let date = parseExportDate(slice.start, slice.count) { return date }
        return slice.needsDecoding ? decoded(slice) { parseExportDate($0, $1) } : nil
    }

    /// Returns the number in an attribute, or nil if it is not a number.
    @inline(__always)
    mutating func decimal(_ slice: ByteSlice) -> Double? {
        if let number = parseDouble(slice.start, slice.count) { return number }
        return slice.needsDecoding ? decoded(slice) { parseDouble($0, $1) } : nil
    }

    /// Parses the decoded value of an attribute: numbers and dates can contain references, line breaks or invalid bytes.
    @inline(never)
    private mutating func decoded<Value>(
        _ slice: ByteSlice, _ parse: (UnsafePointer<UInt8>, Int) -> Value?
    ) -> Value? {
        let text = slice.text
        let value = Array(text.string.utf8).withUnsafeBufferPointer { bytes -> Value? in
            guard let base = bytes.baseAddress else { return nil }
            let trimmed = ByteSlice(start: base, count: bytes.count).trimmed
            return parse(trimmed.start, trimmed.count)
        }
        if value != nil { tally.illegalBytes += text.illegalBytes }
        return value
    }

    /// Returns the date in an attribute of the tag, in seconds since 1970, or nil if it is missing or not a date.
    mutating func date(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return date(slice).map { Double($0.seconds) }
    }

    /// Returns the number in an attribute of the tag, or nil if it is missing or not a number.
    mutating func number(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return decimal(slice)
    }

    /// Returns the attributes of the tag as strings, in order, except for those named.
    mutating func allAttributes(except known: Set<String> = []) -> [MetadataPair] {
        var pairs: [MetadataPair] = []
        for index in 0..<scanner.attributeCount {
            let name = scanner.attributes[index].name.text
            if known.contains(name.string) { continue }
            let value = scanner.attributes[index].value.text
            tally.illegalBytes += value.illegalBytes
            pairs.append(MetadataPair(key: name.string, value: value.string))
        }
        return pairs
    }

    /// Returns an attribute of the tag as a string.
    mutating func text(_ name: StaticString) -> String? {
        guard let slice = scanner.attribute(name) else { return nil }
        let text = slice.text
        tally.illegalBytes += text.illegalBytes
        return text.string
    }
}
