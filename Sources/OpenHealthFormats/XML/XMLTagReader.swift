// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of the tags of an XML document in memory, which accepts documents that are not well-formed.
///
/// Names have any prefix, declared or not; anything can precede the declaration; tags need not match. Documents that declare entities are
/// refused.
struct XMLTagReader {
    /// A tag.
    enum Tag {
        case start
        case end
    }

    /// The name of the tag without its prefix.
    private(set) var name: ByteSlice
    /// Whether a start tag has no end tag.
    private(set) var isClosed = false
    /// The text before the tag, since the last one, without surrounding white space.
    private(set) var text: ByteSlice
    /// Whether the document ended in a tag, a comment or a declaration.
    private(set) var endedInsideMarkup = false

    private let bytes: UnsafeBufferPointer<UInt8>
    private let base: UnsafePointer<UInt8>
    private let file: String
    private var position = 0
    private var tagStart = 0
    private var attributes = 0..<0

    /// - Parameter bytes: The document in UTF-8; not empty.
    init?(_ bytes: UnsafeRawBufferPointer, file: String) {
        self.bytes = bytes.bindMemory(to: UInt8.self)
        guard let base = self.bytes.baseAddress else { return nil }
        self.base = base
        self.file = file
        name = ByteSlice(start: base, count: 0)
        text = ByteSlice(start: base, count: 0)
    }

    /// The line of the tag, counted from 1. Counting requires a pass over the document.
    var line: Int { 1 + bytes[..<tagStart].count { $0 == 0x0A } }

    /// Advances to the next tag.
    /// - Returns: nil at the end.
    /// - Throws: A ``FormatError`` with the code `entityExpansion` for a document that declares entities.
    mutating func next() throws(FormatError) -> Tag? {
        let textStart = position
        while let open = find(0x3C, from: position) {
            position = open + 1
            guard position < bytes.count else { break }
            switch bytes[position] {
            case 0x21: try skipDeclaration()
            case 0x3F: skip(past: "?>")
            default:
                tagStart = open
                text = ByteSlice(start: base + textStart, count: open - textStart).trimmed.characterData
                guard let tag = readTag() else {
                    endedInsideMarkup = true
                    position = bytes.count
                    return nil
                }
                return tag
            }
        }
        position = bytes.count
        return nil
    }

    private mutating func readTag() -> Tag? {
        let start = position
        guard let end = tagEnd() else { return nil }
        position = end + 1
        let isEnd = bytes[start] == 0x2F
        isClosed = !isEnd && end > start && bytes[end - 1] == 0x2F
        var (first, last) = (isEnd ? start + 1 : start, isEnd ? start + 1 : start)
        while last < end, bytes[last] > 0x20, bytes[last] != 0x2F {
            if bytes[last] == 0x3A { first = last + 1 }
            last += 1
        }
        name = ByteSlice(start: base + first, count: max(0, last - first))
        attributes = last..<max(last, isClosed ? end - 1 : end)
        return isEnd ? .end : .start
    }

    /// Returns the value of an attribute of the start tag, or nil if it does not have it.
    func attribute(_ wanted: StaticString) -> ByteSlice? {
        var index = attributes.lowerBound
        let end = attributes.upperBound
        while index < end {
            while index < end, bytes[index] <= 0x20 { index += 1 }
            var (nameStart, nameEnd) = (index, index)
            while nameEnd < end, bytes[nameEnd] != 0x3D, bytes[nameEnd] > 0x20 {
                if bytes[nameEnd] == 0x3A { nameStart = nameEnd + 1 }
                nameEnd += 1
            }
            index = nameEnd
            while index < end, bytes[index] <= 0x20 || bytes[index] == 0x3D { index += 1 }
            guard index < end, bytes[index] == 0x22 || bytes[index] == 0x27 else {
                // An attribute without a value.
                if index == nameStart { index += 1 }
                continue
            }
            guard let close = find(bytes[index], from: index + 1), close <= end else { return nil }
            let value = ByteSlice(start: base + index + 1, count: close - index - 1)
            index = close + 1
            if ByteSlice(start: base + nameStart, count: nameEnd - nameStart).equals(wanted) { return value.trimmed }
        }
        return nil
    }

    private func find(_ byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let found = memchr(base + start, Int32(byte), bytes.count - start) else {
            return nil
        }
        return UnsafePointer(base).distance(to: UnsafePointer(found.assumingMemoryBound(to: UInt8.self)))
    }

    /// Returns the index of the `>` that ends the tag, ignoring those in quotation marks.
    private func tagEnd() -> Int? {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case 0x3E: return index
            case 0x22, 0x27:
                guard let close = find(bytes[index], from: index + 1) else { return nil }
                index = close + 1
            default: index += 1
            }
        }
        return nil
    }

    private func starts(with text: StaticString) -> Bool {
        ByteSlice(start: base + position, count: bytes.count - position).hasPrefix(text)
    }

    private mutating func skip(past text: StaticString) {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
        endedInsideMarkup = true
    }

    private mutating func skipDeclaration() throws(FormatError) {
        if starts(with: "!--") { return skip(past: "-->") }
        if starts(with: "![CDATA[") { return skip(past: "]]>") }
        var depth = 1
        while position < bytes.count {
            if bytes[position] == 0x3C {
                depth += 1
            } else if bytes[position] == 0x3E {
                depth -= 1
            } else if starts(with: "!ENTITY") {
                throw FormatError.entityExpansion(file: file, line: 1 + bytes[..<position].count { $0 == 0x0A })
            }
            position += 1
            if depth == 0 { return }
        }
        endedInsideMarkup = true
    }
}

extension XMLTagReader {
    /// Returns the name of the root of a document without its prefix; nil if its first bytes have none.
    static func root(_ head: UnsafeRawBufferPointer) -> String? {
        guard var reader = XMLTagReader(head, file: "") else { return nil }
        // Text before the first tag is no XML, unless it is white space and a byte order mark.
        guard let first = head.first(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }), first == 0x3C else {
            return nil
        }
        do {
            return try reader.next() == .start ? reader.name.text.string : nil
        } catch  where error.code == .entityExpansion {
            // The reader of the format refuses the document for its entities.
            return documentType(head)
        } catch {
            return nil
        }
    }

    /// Returns the name in the declaration of the document type; nil if there is none.
    private static func documentType(_ head: UnsafeRawBufferPointer) -> String? {
        let text = String(decoding: head.prefix(4096), as: UTF8.self)
        guard let declaration = text.range(of: "<!DOCTYPE") else { return nil }
        let name = text[declaration.upperBound...].drop { $0.isWhitespace }.prefix { $0.isLetter }
        return name.isEmpty ? nil : String(name)
    }
}

extension ByteSlice {
    /// The text of a CDATA section, or the bytes themselves.
    fileprivate var characterData: ByteSlice {
        guard count >= 12, hasPrefix("<![CDATA["), hasSuffix("]]>") else { return self }
        return ByteSlice(start: start + 9, count: count - 12).trimmed
    }

    /// The number, with a decimal point or comma; nil if the bytes are none, or one that is not finite.
    var number: Double? {
        if let number = parseDouble(start, count) { return number.isFinite ? number : nil }
        guard count < 40, let comma = (0..<count).first(where: { start[$0] == 0x2C }) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer -> Double? in
            guard let base = buffer.baseAddress else { return nil }
            base.update(from: start, count: count)
            base[comma] = 0x2E
            return parseDouble(base, count).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// The heart rate; NaN if the bytes are none, or 255, which stands for none in FIT files that programs convert.
    var heartRate: Double { number.flatMap { $0 < 255 ? $0 : nil } ?? .nan }

    /// The date of a point or lap in seconds since 1970; NaN if the bytes are none. Dates before 1990 are those of clocks that are not set.
    var pointTime: Double { instant.flatMap { $0 >= 631_152_000 ? $0 : nil } ?? .nan }

    /// The date in seconds since 1970; nil if the bytes are none. A date without a zone is in UTC.
    var instant: Double? {
        if let date = parseTimestamp(start, count) { return date }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer -> Double? in
            guard count > 0, count < 40, let base = buffer.baseAddress else { return nil }
            base.update(from: start, count: count)
            base[count] = 0x5A
            return parseTimestamp(base, count + 1)
        }
    }
}
