// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A strict RFC 8259 parser for a JSON document from an untrusted source.
///
/// In addition to invalid JSON, it rejects invalid UTF-8, unpaired surrogates, numbers outside the range of `Double`, and nesting deeper
/// than ``JSONValue/deepest``, unless it is to read them.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    /// The number of further values allowed.
    private var valuesLeft: Int
    private let leniency: JSONLeniency
    /// Whether the document has more values than allowed.
    private(set) var hasTooMany = false

    /// A number with at most this many characters and no exponent is always finite.
    private static let surelyFinite = 300

    init(bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int = .max, leniency: JSONLeniency = .none) {
        self.bytes = bytes
        self.leniency = leniency
        valuesLeft = maximumValues
    }

    /// Parses the document, or returns `nil` if the bytes are not JSON.
    mutating func document() -> JSONValue? {
        // Some programs write a byte order mark, which a parser may ignore.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        guard let value = value() else { return nil }
        skipSpace()
        return position == bytes.count ? value : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        guard position < bytes.count else { return nil }
        guard depth < JSONValue.deepest else { return leniency == .parts && skipNested() ? .nested : nil }
        guard valuesLeft > 0 else {
            hasTooMany = true
            return nil
        }
        valuesLeft -= 1
        depth += 1
        defer { depth -= 1 }
        switch bytes[position] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    /// Skips a value in a list or object by its brackets; returns `false` if the document ends in it.
    private mutating func skipNested() -> Bool {
        var open = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return false }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if open == 0 { return true }
                open -= 1
            case UInt8(ascii: ","): if open == 0 { return true }
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
        position += count
        return true
    }

    private mutating func array() -> JSONValue? {
        position += 1
        var values: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(values) }
        repeat {
            guard let value = value() else { return nil }
            values.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(values) : nil
    }

    private mutating func object() -> JSONValue? {
        position += 1
        var entries: [(key: String, value: JSONValue)] = []
        if take(UInt8(ascii: "}")) { return .object(entries) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\""), let key = string(),
                take(UInt8(ascii: ":")), let value = value()
            else { return nil }
            entries.append((key, value))
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(entries) : nil
    }

    // MARK: - Numbers

    private mutating func number() -> JSONValue? {
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        guard digits() else { return nil }
        if bytes[first] == UInt8(ascii: "0"), position > first + 1 { return nil }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard digits() else { return nil }
        }
        var hasExponent = false
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            guard digits() else { return nil }
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        if leniency != .parts, hasExponent || position - start > Self.surelyFinite {
            guard let number = Double(text), number.isFinite else { return nil }
        }
        return .number(text)
    }

    /// Skips digits; returns `false` if there are none.
    private mutating func digits() -> Bool {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position > start
    }

    // MARK: - Texts

    private mutating func string() -> String? {
        position += 1
        let start = position
        passPlain()
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return text(UnsafeBufferPointer(rebasing: bytes[start..<position]))
        }
        var units = Array(bytes[start..<position])
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return text(units)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                if scalar.isASCII {
                    units.append(UInt8(truncatingIfNeeded: scalar.value))
                    continue
                }
                units += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            case 0..<0x20: return nil
            default:
                let run = position
                passPlain()
                units += bytes[run..<position]
            }
        }
        return nil
    }

    /// Returns a text of UTF-8.
    private func text(_ units: some Collection<UInt8>) -> String? {
        String(validating: units, as: UTF8.self)
            ?? (leniency == .none ? nil : String(decoding: units, as: UTF8.self))
    }

    /// Skips characters that are not escaped.
    private mutating func passPlain() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20: return
            default: position += 1
            }
        }
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard position + 1 < bytes.count else { return nil }
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0c}"
        case UInt8(ascii: "u"):
            guard let unit = unit() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? unpaired }
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { return unpaired }
            let next = position
            position += 2
            guard let trail = self.unit() else { return nil }
            guard UTF16.isTrailSurrogate(trail) else {
                position = next
                return unpaired
            }
            return Unicode.Scalar(0x1_0000 + (UInt32(unit) & 0x3ff) << 10 + UInt32(trail) & 0x3ff)
        default: return nil
        }
    }

    /// The character that replaces an unpaired surrogate; nil if the text is refused.
    private var unpaired: Unicode.Scalar? { leniency == .none ? nil : "\u{FFFD}" }

    /// Parses four hexadecimal digits.
    private mutating func unit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        // Indices, because iterating over a slice takes most of the time of a text of escaped characters.
        for index in position..<position + 4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }
}
