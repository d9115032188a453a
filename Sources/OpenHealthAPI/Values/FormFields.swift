// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The fields of a page's form (`application/x-www-form-urlencoded`).
package struct FormFields: Sendable {
    /// The media type of a form.
    package static let contentType = PageRoutes.formType
    /// The maximum number of fields.
    private static let most = 10_000

    /// The fields in order.
    package let fields: [(name: String, value: String)]

    /// Parses the body of a form.
    /// - Throws: A ``Problem`` if it is not the body of a form.
    package init(_ bytes: some Sequence<UInt8>) throws(Problem) {
        let bytes = Array(bytes)
        var fields: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.most else { throw Problem(.invalidRequest, "The form has too many fields.") }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.text(parts[0]), let value = parts.count == 2 ? Self.text(parts[1]) : "" else {
                throw Problem(.invalidRequest, "The form is not URL-encoded.")
            }
            fields.append((name, value))
        }
        self.fields = fields
    }

    /// Returns the first value of a field, or nil if the field is missing, such as that of a checkbox that is not checked.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns all values of a field.
    package func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the unescaped string, or nil if it is not escaped correctly or not UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        var plain: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
                else { return nil }
                plain.append(high << 4 | low)
                index += 2
            default: plain.append(bytes[index])
            }
            index += 1
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
