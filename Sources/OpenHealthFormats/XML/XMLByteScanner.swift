// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A scanner for the tags of the XML of exports. It scans bytes in one pass with a bounded window.
///
/// The scanner is not a general XML parser. It reads real exports, well-formed or not: it ignores the document type except for
/// rejecting entities, skips text between tags, and reports and skips malformed tags. For well-formed input its tags and
/// attributes are those of a general parser, which differential tests verify.
struct XMLByteScanner: ~Copyable {
    /// A token.
    enum Token {
        /// A start tag; its name and attributes are in the scanner. A tag that closes itself has no end tag.
        case startTag(closed: Bool)
        /// An end tag; its name is in the scanner.
        case endTag
        /// A malformed tag; its name is in the scanner.
        case malformedTag(reason: String, closed: Bool)
        /// The end of the input.
        case end
    }

    /// The name of the tag. Valid until the next token.
    private(set) var name: ByteSlice
    /// The attributes of the start tag. Valid until the next token.
    private(set) var attributes: UnsafeMutablePointer<AttributeSlice>
    /// The number of attributes.
    private(set) var attributeCount = 0
    /// Whether the input ended inside a tag, a comment or the document type.
    private(set) var endedInsideMarkup = false
    /// The version of the export, from the comment in the document type.
    private(set) var exportVersion: Int?
    /// Whether the content between tags is kept in ``text`` rather than skipped.
    var keepsText = false
    /// The unchanged content between tags since ``keepsText`` was set: text, comments, CDATA sections. Limited to
    /// ``maximumMarkupLength`` plus the size of a window.
    var text: [UInt8] = []
    /// Whether a document type is still allowed. Inside the root element it is skipped.
    var isInProlog = true
    /// The number of bytes of text between tags that are not white space.
    private(set) var strayBytes = 0

    private var source: any ByteSource
    private let file: String
    private var window: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var position = 0
    private var limit = 0
    private var tagStart = 0
    private var sourceEnded = false
    private var linesBefore = 0
    private var bytesBefore: Int64 = 0
    private var attributeCapacity = 64

    /// The maximum length of a tag, comment or document type. Real ones are far shorter.
    static let maximumMarkupLength = 16 << 20
    /// The maximum number of attributes of a tag. Real tags have up to two dozen.
    static let maximumAttributes = 4096

    init(source: any ByteSource, file: String, window size: Int = 1 << 19) {
        self.source = source
        self.file = file
        self.capacity = max(size, 64)
        self.window = .allocate(capacity: capacity)
        self.attributes = .allocate(capacity: attributeCapacity)
        self.name = ByteSlice(start: UnsafePointer(window), count: 0)
    }

    deinit {
        window.deallocate()
        attributes.deallocate()
    }

    /// The number of bytes of the document that have been scanned.
    var bytesRead: Int64 { bytesBefore + Int64(position) }

    /// The line of the beginning of the current tag, counted from 1. Counting requires a pass over the window.
    var line: Int { linesBefore + Self.lines(window, tagStart) + 1 }

    /// The bytes of the current tag, from `<` to `>`.
    var tagBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: window + tagStart, count: position - tagStart)
    }

    /// Returns the value of an attribute, or nil if the tag does not have it.
    func attribute(_ wanted: StaticString) -> ByteSlice? {
        for index in 0..<attributeCount where attributes[index].name.equals(wanted) {
            return attributes[index].value
        }
        return nil
    }

    /// Advances to the next tag.
    mutating func next() throws -> Token {
        attributeCount = 0
        while true {
            if !(keepsText ? keepText() : skipText()) {
                guard try refill() else {
                    tagStart = position
                    return .end
                }
                continue
            }
            tagStart = position
            let outcome: Outcome
            if position &+ 1 >= limit {
                outcome = .needsMore
            } else {
                switch window[position &+ 1] {
                case UInt8(ascii: "/"): outcome = scanEndTag()
                case UInt8(ascii: "!"): outcome = try scanDeclaration()
                case UInt8(ascii: "?"): outcome = skip(past: "?>")
                case let byte where Self.isNameStart(byte): outcome = scanStartTag()
                default:
                    // A `<` in unescaped text.
                    strayBytes += 1
                    position &+= 1
                    outcome = .nothing
                }
            }
            switch outcome {
            case .token(let token): return token
            case .nothing:
                if keepsText { keep(from: tagStart) }
            case .needsMore:
                position = tagStart
                attributeCount = 0
                guard try refill() else {
                    endedInsideMarkup = true
                    position = limit
                    return .end
                }
            }
        }
    }

    private enum Outcome {
        case token(Token)
        case nothing
        case needsMore
    }

    /// Advances to the next `<`; returns false if the window ends before it.
    @inline(__always)
    private mutating func skipText() -> Bool {
        while position < limit {
            let byte = window[position]
            if byte == UInt8(ascii: "<") { return true }
            if byte > 0x20 { strayBytes &+= 1 }
            position &+= 1
        }
        return false
    }

    /// Advances to the next `<` and keeps the content before it; returns false if the window ends before it.
    private mutating func keepText() -> Bool {
        let start = position
        while position < limit, window[position] != UInt8(ascii: "<") { position += 1 }
        keep(from: start)
        return position < limit
    }

    private mutating func keep(from start: Int) {
        // Longer text is omitted anyway.
        guard text.count <= Self.maximumMarkupLength else { return }
        text.append(contentsOf: UnsafeBufferPointer(start: window + start, count: position - start))
    }

    private mutating func scanEndTag() -> Outcome {
        guard let found = memchr(window + position, 0x3e, limit - position) else { return .needsMore }
        let end = window.distance(to: found.assumingMemoryBound(to: UInt8.self))
        name = ByteSlice(start: UnsafePointer(window + position + 2), count: end - position - 2).trimmed
        position = end + 1
        return .token(.endTag)
    }

    private mutating func scanStartTag() -> Outcome {
        let bytes = window
        let limit = self.limit
        var index = position &+ 1
        while index < limit, Self.isNameByte(bytes[index]) { index &+= 1 }
        guard index < limit else { return .needsMore }
        name = ByteSlice(start: UnsafePointer(bytes + position + 1), count: index - position - 1)
        var count = 0
        while true {
            let before = index
            while index < limit, bytes[index] <= 0x20 { index &+= 1 }
            guard index < limit else { return .needsMore }
            let byte = bytes[index]
            if byte == UInt8(ascii: ">") {
                position = index &+ 1
                attributeCount = count
                return .token(.startTag(closed: false))
            }
            if byte == UInt8(ascii: "/") {
                guard index &+ 1 < limit else { return .needsMore }
                guard bytes[index &+ 1] == UInt8(ascii: ">") else {
                    return malformed("a slash in the tag is not followed by >")
                }
                position = index &+ 2
                attributeCount = count
                return .token(.startTag(closed: true))
            }
            guard index > before else { return malformed("an attribute's value does not end where it should") }
            let nameStart = index
            while index < limit, Self.isNameByte(bytes[index]) { index &+= 1 }
            let nameEnd = index
            while index < limit, bytes[index] <= 0x20 { index &+= 1 }
            guard index < limit else { return .needsMore }
            guard nameEnd > nameStart, bytes[index] == UInt8(ascii: "=") else {
                return malformed("an attribute has no value")
            }
            index &+= 1
            while index < limit, bytes[index] <= 0x20 { index &+= 1 }
            guard index < limit else { return .needsMore }
            let quote = bytes[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return malformed("an attribute's value is not in quotation marks")
            }
            index &+= 1
            guard let found = memchr(bytes + index, Int32(quote), limit &- index) else { return .needsMore }
            let end = bytes.distance(to: found.assumingMemoryBound(to: UInt8.self))
            if count == attributeCapacity {
                guard count < Self.maximumAttributes else {
                    return malformed("it has more than \(Self.maximumAttributes) attributes")
                }
                growAttributes()
            }
            attributes[count] = AttributeSlice(
                name: ByteSlice(start: UnsafePointer(bytes + nameStart), count: nameEnd &- nameStart),
                value: ByteSlice(start: UnsafePointer(bytes + index), count: end &- index))
            count &+= 1
            index = end &+ 1
        }
    }

    /// Skips a malformed tag up to its `>`, or to the next `<` if that comes first.
    private mutating func malformed(_ reason: String) -> Outcome {
        var index = position + 1
        while index < limit {
            if window[index] == UInt8(ascii: "<") {
                position = index
                return .token(.malformedTag(reason: reason, closed: true))
            }
            if window[index] == UInt8(ascii: ">") {
                position = index + 1
                return .token(.malformedTag(reason: reason, closed: window[index - 1] == UInt8(ascii: "/")))
            }
            index += 1
        }
        return .needsMore
    }

    private mutating func scanDeclaration() throws -> Outcome {
        let available = ByteSlice(start: UnsafePointer(window + position), count: limit - position)
        if available.hasPrefix("<!--") { return skip(past: "-->", from: 4) }
        if available.hasPrefix("<![CDATA[") {
            let outcome = skip(past: "]]>", from: 9)
            if case .nothing = outcome, !keepsText { strayBytes += position - tagStart - 12 }
            return outcome
        }
        if available.hasPrefix("<!DOCTYPE"), isInProlog { return try skipDocumentType() }
        if available.count < 9 { return .needsMore }
        return skip(past: ">")
    }

    /// Skips the document type up to the first `<HealthData` without parsing it.
    ///
    /// Phones write malformed document types that do not match the document, so they are not parsed. Entities, which could be
    /// harmful, are rejected.
    private mutating func skipDocumentType() throws -> Outcome {
        guard let root = find("<HealthData", from: position) else { return .needsMore }
        if let entity = find("<!ENTITY", from: position), entity < root {
            throw FormatError.entityExpansion(file: file, line: linesBefore + Self.lines(window, entity) + 1)
        }
        if let label = find("HealthKit Export Version:", from: position), label < root {
            var index = label + 25
            while index < root, window[index] == 0x20 { index += 1 }
            var version = 0
            while index < root, window[index] >= 0x30, window[index] <= 0x39, version < 10_000 {
                version = version * 10 + Int(window[index] - 0x30)
                index += 1
            }
            exportVersion = version > 0 ? version : nil
        }
        position = root
        return .nothing
    }

    private mutating func skip(past text: StaticString, from offset: Int = 2) -> Outcome {
        guard let found = find(text, from: position + offset) else { return .needsMore }
        position = found + text.utf8CodeUnitCount
        return .nothing
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        let count = text.utf8CodeUnitCount
        var index = start
        while index + count <= limit,
            let found = memchr(window + index, Int32(text.utf8Start[0]), limit - index - count + 1)
        {
            index = window.distance(to: found.assumingMemoryBound(to: UInt8.self))
            if memcmp(window + index, text.utf8Start, count) == 0 { return index }
            index += 1
        }
        return nil
    }

    /// Reads more input and keeps the bytes between the position and the limit. Returns false at the end of the input.
    private mutating func refill() throws -> Bool {
        if sourceEnded { return false }
        if position > 0 {
            linesBefore += Self.lines(window, position)
            bytesBefore += Int64(position)
            memmove(window, window + position, limit - position)
            limit -= position
            position = 0
            tagStart = 0
        }
        if limit == capacity {
            guard capacity < Self.maximumMarkupLength else {
                throw FormatError.notAnExport(
                    file: file, line: linesBefore + 1,
                    detail: "a tag there is longer than \(Self.maximumMarkupLength >> 20) MiB")
            }
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            memcpy(larger, window, limit)
            window.deallocate()
            window = larger
            capacity *= 2
        }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(start: window + limit, count: capacity - limit))
        if count == 0 {
            sourceEnded = true
            return false
        }
        limit += count
        return true
    }

    private mutating func growAttributes() {
        let larger = UnsafeMutablePointer<AttributeSlice>.allocate(capacity: attributeCapacity * 2)
        larger.update(from: attributes, count: attributeCapacity)
        attributes.deallocate()
        attributes = larger
        attributeCapacity *= 2
    }

    @inline(__always)
    private static func isNameByte(_ byte: UInt8) -> Bool {
        // All bytes except for white space and the characters that end a name in a tag.
        byte > 0x20 && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
            && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
    }

    @inline(__always)
    private static func isNameStart(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ":")
    }

    /// Returns the number of line feeds. Lines are long, so the C library's search is the fastest.
    private static func lines(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        var lines = 0
        var index = 0
        while index < count, let found = memchr(bytes + index, 0x0a, count &- index) {
            index = bytes.distance(to: found.assumingMemoryBound(to: UInt8.self)) &+ 1
            lines &+= 1
        }
        return lines
    }
}
