// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Diagnostics and the values of attributes, for all elements.
extension ExportDocumentParser {
    /// The dates that ``parseExportDate(_:_:)`` reads, for messages.
    static let aDate = "a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"

    /// Notes something that is wrong with the input.
    /// - Throws: the same as an error, if the reader is strict and something was left out.
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

    /// Notes attributes that no version of the format has on an element that has no place to keep them.
    mutating func reportUnknownAttributes(_ element: String, besides known: Set<String>) throws {
        for index in 0..<scanner.attributeCount where !known.contains(scanner.attributes[index].name.text.string) {
            try report(
                .warning, element,
                "its attribute \(DiagnosticText.short(scanner.attributes[index].name)) is not known and was left out")
        }
    }

    /// The instant in an attribute, or nil for what is none.
    @inline(__always)
    mutating func date(_ slice: ByteSlice) -> (seconds: Int64, offset: Int32)? {
        if let date = parseExportDate(slice.start, slice.count) { return date }
        return slice.needsDecoding ? decoded(slice) { parseExportDate($0, $1) } : nil
    }

    /// The number in an attribute, or nil for what is none.
    @inline(__always)
    mutating func decimal(_ slice: ByteSlice) -> Double? {
        if let number = parseDouble(slice.start, slice.count) { return number }
        return slice.needsDecoding ? decoded(slice) { parseDouble($0, $1) } : nil
    }

    /// Parses what the bytes of an attribute stand for: numbers and dates may be written with references, or
    /// have a line break or a byte in them that does not belong there.
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

    /// The instant in an attribute of the tag, in seconds since 1970; nil where it is missing or none.
    mutating func date(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return date(slice).map { Double($0.seconds) }
    }

    /// The number in an attribute of the tag; nil where it is missing or none.
    mutating func number(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return decimal(slice)
    }

    /// The attributes of the tag as text, in order, but for those named.
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

    /// The text of an attribute of the tag.
    mutating func text(_ name: StaticString) -> String? {
        guard let slice = scanner.attribute(name) else { return nil }
        let text = slice.text
        tally.illegalBytes += text.illegalBytes
        return text.string
    }
}
