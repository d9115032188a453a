// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The rows of a table in CSV (RFC 4180), one after the other.
struct CSVRows {
    /// A row.
    struct Row {
        /// The line on which the row begins, counted from 1.
        var line: Int
        /// The ranges of the fields, at most ``CSVRows/maximumFields``.
        var fields: [Range<Int>] = []
        /// Whether the row ends before its last quotation mark.
        var isCutOff = false
    }

    /// The number of fields of a row that are kept.
    static let maximumFields = 256

    private let bytes: UnsafeBufferPointer<UInt8>
    private let separator: UInt8
    private var position = 0
    private var line = 1

    private static let (quote, newLine, carriageReturn) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// Creates the rows of a document. The separator is the most frequent of comma, semicolon and tab in the first line.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let first = bytes.prefix(1 << 16).prefix(while: { $0 != Self.newLine })
        let counts = [",", ";", "\t"].map { text -> (byte: UInt8, count: Int) in
            let byte = text.utf8.first ?? UInt8(ascii: ",")
            return (byte, first.count(where: { $0 == byte }))
        }
        separator = counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.byte
    }

    /// Returns the next row that is not empty; nil after the last.
    mutating func next() -> Row? {
        while position < bytes.count {
            let row = readRow()
            if row.fields.count > 1 || row.fields.first.map({ !$0.isEmpty }) == true || row.isCutOff { return row }
        }
        return nil
    }

    private mutating func readRow() -> Row {
        var row = Row(line: line)
        while true {
            let start = position
            if position < bytes.count, bytes[position] == Self.quote {
                row.isCutOff = !skipQuoted()
            }
            // The rest of a field, also after a closing quotation mark.
            while position < bytes.count, bytes[position] != separator, bytes[position] != Self.newLine,
                bytes[position] != Self.carriageReturn
            {
                position += 1
            }
            if row.fields.count < Self.maximumFields { row.fields.append(start..<position) }
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        if position < bytes.count, bytes[position] == Self.carriageReturn { position += 1 }
        if position < bytes.count, bytes[position] == Self.newLine { position += 1 }
        line += 1
        return row
    }

    /// Skips the text between quotation marks, in which two of them stand for one.
    /// - Returns: Whether there is a closing quotation mark.
    private mutating func skipQuoted() -> Bool {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.newLine { line += 1 }
            guard byte == Self.quote else { continue }
            guard position < bytes.count, bytes[position] == Self.quote else { return true }
            position += 1
        }
        return false
    }

    /// Returns the text of a field without quotation marks and white space at its ends; empty for a field that the row lacks.
    /// - Parameter limit: The maximum number of bytes that are read.
    func text(_ row: Row, _ index: Int, limit: Int = 4096) -> String {
        guard row.fields.indices.contains(index) else { return "" }
        var field = UnsafeBufferPointer(rebasing: bytes[row.fields[index]].prefix(limit))
        guard field.first == Self.quote else { return Self.trimmed(field) }
        field = UnsafeBufferPointer(rebasing: field.dropFirst())
        var plain: [UInt8] = []
        var isQuote = false
        for byte in field {
            // The first of two quotation marks is kept, and one alone ends the text.
            if byte == Self.quote, !isQuote {
                isQuote = true
                continue
            }
            if isQuote, byte != Self.quote { break }
            isQuote = false
            plain.append(byte)
        }
        return plain.withUnsafeBufferPointer(Self.trimmed)
    }

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).trimmingWhiteSpace
    }
}

extension String {
    /// The text without white space and control characters at its ends.
    var trimmingWhiteSpace: String {
        let isBlank = { (character: Character) in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0xFEFF }
        }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
