// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of a query: rows of strings, in ClickHouse's format TabSeparatedWithNames.
///
/// Numbers are in the shortest form that is read back as the same number.
package struct ResultTable: Sendable {
    /// The names of the columns.
    package let columns: [String]
    /// The rows, each with a string for every column.
    package let rows: [[String]]

    /// Reads a response.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the response isn't in the format.
    package init(_ bytes: [UInt8]) throws {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        if lines.last?.isEmpty == true { lines.removeLast() }
        let rows = lines.map { $0.split(separator: 0x09, omittingEmptySubsequences: false).map(Self.unescaped) }
        columns = rows.first ?? []
        self.rows = Array(rows.dropFirst())
        guard self.rows.allSatisfy({ $0.count == columns.count }) else {
            throw ServerFailure.unreadable("a row and the header have different numbers of columns")
        }
    }

    /// Returns a field with its escape sequences decoded.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
        guard field.contains(0x5C) else { return String(decoding: field, as: UTF8.self) }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in field {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"): result.append(0x0A)
                case UInt8(ascii: "t"): result.append(0x09)
                case UInt8(ascii: "r"): result.append(0x0D)
                case UInt8(ascii: "0"): result.append(0)
                case UInt8(ascii: "b"): result.append(0x08)
                case UInt8(ascii: "f"): result.append(0x0C)
                default: result.append(byte)
                }
            } else if byte == 0x5C {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension ResultTable {
    /// Returns the number in a field: an integer or a floating-point number, including `inf` and `nan`.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the field isn't such a number.
    package static func number<Number: LosslessStringConvertible>(_ field: String) throws -> Number {
        guard let number = Number(field) else { throw ServerFailure.unreadable("a field is no \(Number.self)") }
        return number
    }

    /// Returns the elements of a field with an array of strings or numbers: `['a','b']`, `[1,2]`.
    ///
    /// The escape sequences of a field are already decoded, including backslashes before quotes inside elements, so strings with
    /// quotes or backslashes aren't read correctly. The arrays that are read here contain none.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the field isn't an array.
    package static func array(_ field: String) throws -> [String] {
        guard field.hasPrefix("["), field.hasSuffix("]") else {
            throw ServerFailure.unreadable("a field is not an array")
        }
        var items: [String] = []
        var item = ""
        var isQuoted = false
        var isEscaped = false
        for character in field.dropFirst().dropLast().unicodeScalars {
            if isEscaped {
                item.unicodeScalars.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "'" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                items.append(item)
                item = ""
            } else {
                item.unicodeScalars.append(character)
            }
        }
        return field.utf8.count == 2 ? [] : items + [item]
    }
}
