// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A value in the JSON of a push, with its pointer.
struct PushJSON {
    let value: JSONValue
    /// The JSON pointer (RFC 6901) of the value, or of the list that contains it.
    let place: String
    /// The index in the list; nil if ``place`` is the pointer of the value.
    let index: Int?

    /// The JSON pointer (RFC 6901).
    var pointer: String { index.map { "\(place)/\($0)" } ?? place }

    /// The maximum number of values in a push that is parsed as a whole, and of records in others.
    static let maximumValues = 2_000_000

    init(_ value: JSONValue, pointer: String = "") {
        self.init(value, place: pointer, index: nil)
    }

    init(_ value: JSONValue, place: String, index: Int?) {
        self.value = value
        self.place = place
        self.index = index
    }

    /// Parses the body of a push. Elements with a ``JSONValue/fault`` are refused later.
    /// - Parameter app: The name of the app, for the error.
    /// - Throws: A ``FormatError``.
    init(body: some Sequence<UInt8>, of app: String) throws(FormatError) {
        var hasTooMany = false
        let parsed = Array(body).withUnsafeBufferPointer {
            JSONValue(
                utf8: $0, maximumValues: Self.maximumValues, leniency: .parts, hasTooMany: &hasTooMany)
        }
        guard let parsed else {
            throw hasTooMany
                ? FormatError(
                    .tooLarge, file: app, message: "the push has more than \(Self.maximumValues) values",
                    remedy: "send fewer days at once")
                : Self.isNotJSON(app)
        }
        self.init(parsed)
    }

    /// Returns the error of a body that is not JSON.
    /// - Parameter app: The name of the app.
    static func isNotJSON(_ app: String) -> FormatError {
        FormatError(
            .notAPush, file: app,
            message: "the push is not JSON: it is cut off, or a bracket, comma, quotation mark or value is wrong",
            remedy: "correct it, and send it again as a whole")
    }

    /// The value of a key; nil if it is missing or null.
    subscript(key: String) -> PushJSON? {
        value(of: key).map { PushJSON($0, pointer: pointer + "/" + Self.escaped(key)) }
    }

    /// Returns whether there is a value of a key that is not null.
    func has(_ key: String) -> Bool { value(of: key) != nil }

    /// Returns the value of a key without its pointer, which takes longer to create than the value to find; nil if it is missing or null.
    func value(of key: String) -> JSONValue? {
        guard let found = value[key] else { return nil }
        if case .null = found { return nil }
        return found
    }

    private func plain(_ key: String) -> PushJSON? { value(of: key).map { PushJSON($0) } }

    /// The entries of an object in order.
    var entries: [(key: String, value: PushJSON)] {
        guard case .object(let entries) = value else { return [] }
        return entries.map { ($0.key, PushJSON($0.value, pointer: pointer + "/" + Self.escaped($0.key))) }
    }

    /// Whether the value is an object.
    var isObject: Bool { if case .object = value { true } else { false } }

    /// The elements of an array; empty for other values.
    var elements: [PushJSON] {
        let pointer = pointer
        return (value.array ?? []).enumerated().map { PushJSON($0.element, place: pointer, index: $0.offset) }
    }

    /// Returns the elements of an array; empty if it is missing.
    func list(_ key: String) -> [PushJSON] { self[key]?.elements ?? [] }

    /// Returns a string that is not empty.
    func text(_ key: String) -> String? { value(of: key)?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a finite number; also one that is written as a string.
    func number(_ key: String) -> Double? { plain(key)?.number }

    /// The value as a finite number.
    var number: Double? { value.double.flatMap { $0.isFinite ? $0 : nil } }

    /// Returns a date in seconds since 1970: RFC 3339, or a number of seconds or milliseconds since 1970.
    func instant(_ key: String) -> Double? { plain(key)?.instant }

    /// Returns the end of an interval: the date of a key, or the start if there is no such key; nil if its value is not a date.
    func end(_ key: String, start: Double) -> Double? { has(key) ? instant(key) : start }

    private var instant: Double? {
        if case .string(let text) = value, let date = PushInstant.seconds(text) { return date }
        // Seconds are below this number until the year 5138, and milliseconds above it since 1973.
        return number.map { $0.magnitude < 1e11 ? $0 : $0 / 1000 }
    }

    /// The value as text, as metadata of an export has it.
    var metadataText: String? {
        switch value {
        case .string(let text): text
        case .number(let text): text
        case .bool(let truth): truth ? "1" : "0"
        case .null: nil
        case .array, .object: value.text
        }
    }

    /// The value as the name or number of a case; nil for other values. A truth value is no number of a case.
    var word: String? {
        switch value {
        case .string(let text): text
        case .number(let text): text
        case .bool, .null, .array, .object: nil
        }
    }

    static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        return key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension FormatError.Code {
    /// The input is not a push of the app.
    package static let notAPush = Self(rawValue: "notAPush")
}

/// Dates of pushes.
enum PushInstant {
    /// Returns the seconds since 1970 of a date and time in RFC 3339, with an offset also without a colon, and UTC without an offset.
    static func seconds(_ text: String) -> Double? { parsed(text)?.seconds }

    /// Returns the seconds since 1970 of a date and time, and its offset from UTC in seconds; nil for the offset if none is written.
    static func parsed(_ text: String) -> (seconds: Double, offset: Int?)? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
            scanner.take("-"), let day = scanner.number(digits: 2), scanner.take("T", or: " "),
            let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2),
            (1...12).contains(month), (1...CivilDay.daysInMonth(year: year, month: month)).contains(day), hour < 24,
            minute < 60
        else { return nil }
        // Health Connect's times have no seconds at whole minutes.
        var second = 0
        if scanner.take(":") {
            guard let number = scanner.number(digits: 2), number < 60 else { return nil }
            second = number
        }
        // ISO 8601 allows both marks.
        guard let fraction = scanner.take(".", or: ",") ? scanner.digits(1...12) : "0" else { return nil }
        let hasOffset = !scanner.isAtEnd
        guard let offset = offset(&scanner) else { return nil }
        let days = CivilDay.number(year: year, month: month, day: day)
        let whole = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return (Double(whole) + (Double("0." + fraction) ?? 0), hasOffset ? offset : nil)
    }

    static func offset(_ scanner: inout DigitScanner) -> Int? {
        _ = scanner.take(" ")
        if scanner.isAtEnd || scanner.take("Z", or: "z") { return scanner.isAtEnd ? 0 : nil }
        let isEast = scanner.take("+")
        guard isEast || scanner.take("-"), let hours = scanner.number(digits: 2) else { return nil }
        _ = scanner.take(":")
        guard let minutes = scanner.isAtEnd ? 0 : scanner.number(digits: 2), scanner.isAtEnd, hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }

    /// Returns the name of a time zone with an offset, such as `GMT+0100` for `+01:00`.
    static func zone(_ offset: String) -> String? {
        var scanner = DigitScanner(offset)
        return self.offset(&scanner).flatMap(zone(seconds:))
    }

    /// Returns the name of a time zone with an offset from UTC; nil if there is none.
    static func zone(seconds: Int) -> String? {
        guard seconds.magnitude <= 18 * 3600 else { return nil }
        if seconds == 0 { return "GMT" }
        let minutes = seconds.magnitude / 60
        func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "GMT" + (seconds < 0 ? "-" : "+") + two(minutes / 60) + two(minutes % 60)
    }
}
