// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == [String: HKMetadataValue] {
    /// The format of metadata: strings, numbers and Boolean values are represented as such, an integer without a decimal point and
    /// any other number with one; `{"date": "2026-03-14T07:30:00Z"}` is a date, and `{"value": 5.5, "unit": "mg/dL"}` a quantity.
    package static let metadata = JSONFormat(
        name: "Metadata",
        JSONSchema.map(
            of: .any(of: [
                .string(), .number, .bool, .object(["date": .date]),
                .object(["secondsSince2001": JSONFormat<Double>.anyNumber.schema]),
                .object(["number": JSONFormat<Double>.anyNumber.schema]), .named("Quantity"),
            ])
        ).described(
            """
            More about a sample. Whole numbers are written without a point and others with one; a date is {"date": …}, a \
            quantity {"value": …, "unit": …}.
            """)
    ) { metadata in
        .object(metadata.sorted { $0.key < $1.key }.map { ($0.key, json(of: $0.value)) })
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, entry) in try json.entries() {
            guard values.updateValue(try value(entry), forKey: key) == nil else {
                throw entry.problem("Duplicate key.")
            }
        }
        return values
    }

    private static func json(of value: HKMetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): number.isFinite ? .double(number) : .object([("number", .double(number))])
        case .bool(let truth): .bool(truth)
        case .date(let date):
            ExactDate.text(date).map { .object([("date", .string($0))]) }
                ?? .object([("secondsSince2001", .double(date.timeIntervalSinceReferenceDate))])
        case .quantity(let quantity): JSONFormat<HKQuantity>.quantity.json(quantity)
        }
    }

    private static func value(_ json: JSONReader) throws(Problem) -> HKMetadataValue {
        switch json.value {
        case .string(let text): return .string(text)
        case .bool(let truth): return .bool(truth)
        case .number(let text):
            if let whole = Int(text) { return .integer(whole) }
            return .double(try json.double())
        case .object:
            if let date = try json.optional("date") {
                try json.check(keys: ["date"])
                return .date(try date.date())
            }
            if let seconds = try json.optional("secondsSince2001") {
                try json.check(keys: ["secondsSince2001"])
                return .date(Date(timeIntervalSinceReferenceDate: try seconds.anyDouble()))
            }
            if let number = try json.optional("number") {
                try json.check(keys: ["number"])
                return .double(try number.anyDouble())
            }
            return .quantity(try JSONFormat<HKQuantity>.quantity.decode(json))
        case .null, .array:
            throw json.problem(
                "Expected a string, a number, true or false, {\"date\": …} or {\"value\": …, \"unit\": …}.")
        }
    }
}

/// Dates as strings that are parsed as the same date.
enum ExactDate {
    /// Returns a date in RFC 3339, or nil for a date without an exact string, which is far from 2001 or within its first
    /// milliseconds.
    static func text(_ date: Date) -> String? {
        let text = APIDate.text(date)
        return APIDate.date(text) == date ? text : nil
    }
}

extension JSONFormat where Value == HKQuantity {
    /// The format of a quantity in its original unit: `{"value": 72, "unit": "count/min"}`.
    package static let quantity = JSONFormat.object(
        named: "Quantity", about: "A value in its original unit.",
        .required("value", \.originalValue, .anyNumber), .required("unit", \.originalUnit, .unit)
    ) { HKQuantity(unit: $1, doubleValue: $0) }
}

extension JSONFormat where Value == Double {
    /// The format of a number, including those that JSON cannot represent.
    package static var anyNumber: JSONFormat {
        JSONFormat(.any(of: [.number, .one(of: ["inf", "-inf", "nan"])])) {
            .double($0)
        } decode: {
            (json) throws(Problem) in
            try json.anyDouble()
        }
    }
}

extension JSONReader {
    /// Returns the unit, in HealthKit's notation.
    package func unit() throws(Problem) -> HKUnit {
        let text = try string()
        guard text.utf8.count <= 200, let unit = try? HKUnit(validating: text) else {
            // One letter is near to every other one.
            let hint = text.utf8.count > 1 ? HealthTypes.hint(for: text, among: Self.units) : ""
            throw problem(
                "Unknown unit.\(hint) Write it as HealthKit does, such as count/min or mg/dL.", kind: .invalidArgument)
        }
        return unit
    }

    /// The units of all types.
    private static let units = Set(HealthTypes.all.compactMap(\.canonicalUnit)).sorted()

    /// Returns the number, including those that JSON cannot represent: `"inf"`, `"-inf"`, `"nan"`.
    package func anyDouble() throws(Problem) -> Double {
        switch value {
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        case .string("nan"): return .nan
        default: return try double()
        }
    }
}
