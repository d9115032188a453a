// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == Void {
    /// The format of a request or a response without a body.
    package static var nothing: JSONFormat {
        JSONFormat(.any) { _ in
            nil
        } decode: { (_) throws(Problem) in
        }
    }
}

extension JSONFormat {
    /// Returns the format of a value that is a string in JSON.
    static func text(
        _ schema: JSONSchema, _ text: @escaping @Sendable (Value) -> String,
        decode: @escaping @Sendable (JSONReader) throws(Problem) -> Value
    ) -> JSONFormat {
        JSONFormat(schema, encode: { .string(text($0)) }, decode: decode)
    }
}

extension JSONFormat where Value == String {
    package static var string: JSONFormat { .string() }

    /// Returns the format of a string with a length, in Unicode scalars as in JSON Schema.
    package static func string(pattern: String? = nil, length: ClosedRange<Int>? = nil) -> JSONFormat {
        JSONFormat(.string(pattern: pattern, length: length)) {
            .string($0)
        } decode: { (json) throws(Problem) in
            let text = try json.string()
            if let length, !length.contains(text.unicodeScalars.count) {
                throw json.problem("Expected \(length.lowerBound) to \(length.upperBound) characters.")
            }
            return text
        }
    }
}

extension JSONFormat where Value == Bool {
    package static var bool: JSONFormat {
        JSONFormat(.bool, encode: { .bool($0) }) { (json) throws(Problem) in try json.bool() }
    }
}

extension JSONFormat where Value == Int {
    /// Returns the format of an integer. The range is part of the schema; a decoder with a range rejects other numbers.
    package static func integer(_ range: ClosedRange<Int>? = nil) -> JSONFormat {
        JSONFormat(.integer(range), encode: { .integer($0) }) { (json) throws(Problem) in try json.integer() }
    }

    /// Returns the format of an integer of a range, which is part of the schema.
    /// - Parameter detail: The problem of other integers.
    static func integer(_ range: ClosedRange<Int>, orElse detail: String) -> JSONFormat {
        JSONFormat(.integer(range)) {
            .integer($0)
        } decode: { (json) throws(Problem) in
            let number = try json.integer()
            guard range.contains(number) else { throw json.problem(detail) }
            return number
        }
    }

    /// The maximum number of elements of a response, which is above 0.
    package static var limit: JSONFormat {
        JSONFormat(.integer(1...Int(Int32.max)), encode: { .integer($0) }) { (json) throws(Problem) in
            try SampleQueryJSON.limit(json)
        }
    }
}

extension JSONFormat where Value == Double {
    package static var number: JSONFormat {
        JSONFormat(.number, encode: { .double($0) }) { (json) throws(Problem) in try json.double() }
    }
}

extension JSONFormat where Value == Date {
    package static var date: JSONFormat {
        .text(.date, APIDate.text) { (json) throws(Problem) in try json.date() }
    }
}

extension JSONFormat where Value == UUID {
    package static var uuid: JSONFormat {
        .text(.uuid, \.uuidString) { (json) throws(Problem) in try json.uuid() }
    }
}

extension JSONFormat where Value == TimeZone {
    package static var timeZone: JSONFormat {
        .text(.string(), \.identifier) { (json) throws(Problem) in try CalendarName.timeZone(json) }
    }
}

// MARK: - Several values

extension JSONFormat {
    /// Returns the format of a list.
    /// - Parameter most: The maximum number of elements.
    package static func array<Element>(
        of element: JSONFormat<Element>, most: Int? = nil
    ) -> JSONFormat where Value == [Element] {
        let (encode, decode) = (element.encode, element.decode)
        return JSONFormat(.array(of: element.reference, most: most)) { values in
            var elements: [JSONValue] = []
            elements.reserveCapacity(values.count)
            for value in values {
                guard let json = encode(value) else { return nil }
                elements.append(json)
            }
            return .array(elements)
        } decode: { (json) throws(Problem) in
            var values: [Element] = []
            for entry in try json.array(most: most ?? .max) { values.append(try decode(entry)) }
            return values
        }
    }

    /// Returns the format of one of several strings.
    package static func one(
        of cases: [(name: String, value: Value)], orElse detail: String? = nil
    ) -> JSONFormat where Value: Equatable & Sendable {
        let names = cases.map(\.name)
        return JSONFormat(.one(of: names)) { value in
            cases.first { $0.value == value }.map { .string($0.name) }
        } decode: { (json) throws(Problem) in
            let name = try json.string()
            guard let known = cases.first(where: { $0.name == name }) else {
                throw json.problem(detail ?? "Expected one of \(names.joined(separator: ", ")).")
            }
            return known.value
        }
    }
}
