// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A clinical document in CDA format with the contents of its header.
public final class HKCDADocument: NSObject, HKValueObject, Sendable {
    /// The document as XML; `nil` if the query did not request it.
    public let documentData: Data?
    /// The title of the document; empty if it has none.
    public let title: String
    /// The name of the patient; empty if unknown.
    public let patientName: String
    /// The author; empty if unknown.
    public let authorName: String
    /// The custodian; empty if unknown.
    public let custodianName: String

    /// Creates a document from stored fields.
    package init(
        documentData: Data?, title: String, patientName: String, authorName: String, custodianName: String
    ) {
        self.documentData = documentData
        self.title = title
        self.patientName = patientName
        self.authorName = authorName
        self.custodianName = custodianName
    }

    /// Creates a document by parsing its header.
    init(reading data: Data) throws(HKObjectValidationError) {
        let header = try CDAHeader(data)
        documentData = data
        title = header.title
        patientName = header.patientName
        authorName = header.authorName
        custodianName = header.custodianName
    }

    var parts: [AnyHashable?] { [documentData, title, patientName, authorName, custodianName] }

    /// Returns a Boolean value that indicates whether the other document has the same content.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the content.
    public override var hash: Int { hashOfParts }
}

/// The header of a clinical document: its title, and the names of patient, author and custodian.
///
/// It does not use an XML parser but reads tags and text only, ignores any DOCTYPE, expands only XML's five entities and
/// character references, and stops at the body. This is sufficient for a header and safe for untrusted documents.
struct CDAHeader {
    private(set) var title = ""
    private(set) var patientName = ""
    private(set) var authorName = ""
    private(set) var custodianName = ""

    init(_ data: Data) throws(HKObjectValidationError) {
        var scanner = TagScanner(bytes: Array(data))
        var path: [String] = []
        var isDocument = false
        var hasEnded = false
        while let token = scanner.next() {
            switch token {
            case .open(let name):
                path.append(name)
                if path == ["ClinicalDocument"] { isDocument = true }
            case .close:
                if !path.isEmpty { path.removeLast() }
                hasEnded = path.isEmpty
            case .text(let text):
                take(text, at: path)
            }
            if hasEnded || path.count == 2 && path[1] == "component" { break }
        }
        guard isDocument else {
            throw HKObjectValidationError(
                .unreadable, HKDocumentTypeIdentifier.CDA.rawValue,
                "the data is not XML with a ClinicalDocument at its root",
                remedy: "give a CDA document, encoded as UTF-8")
        }
    }

    private mutating func take(_ text: String, at path: [String]) {
        guard path.first == "ClinicalDocument", path.count > 1 else { return }
        let isName = path.contains("name")
        switch path[1] {
        case "title" where path.count == 2: Self.add(text, to: &title)
        case "recordTarget" where isName && path.contains("patient"): Self.add(text, to: &patientName)
        case "author" where isName && path.contains("assignedPerson"): Self.add(text, to: &authorName)
        case "custodian" where isName: Self.add(text, to: &custodianName)
        default: break
        }
    }

    private static func add(_ text: String, to name: inout String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return }
        name += name.isEmpty ? words : " " + words
    }
}

/// A scanner for the tags and text of XML.
private struct TagScanner {
    enum Token {
        case open(String)
        case close
        case text(String)
    }

    let bytes: [UInt8]
    private var position = 0
    /// Whether an end tag for an empty element must still be returned.
    private var pendingClose = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        if pendingClose {
            pendingClose = false
            return .close
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return text() }
            if starts(with: "<!--") {
                skip(past: "-->")
            } else if starts(with: "<?") {
                skip(past: "?>")
            } else if starts(with: "<!") {
                skip(past: ">")
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func text() -> Token {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { position = end }
        return .text(Self.unescape(String(decoding: bytes[position..<end], as: UTF8.self)))
    }

    private mutating func tag() -> Token? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            position = bytes.count
            return nil
        }
        let inside = bytes[(position + 1)..<end]
        position = end + 1
        guard inside.first != UInt8(ascii: "/") else { return .close }
        pendingClose = inside.last == UInt8(ascii: "/")
        let name = inside.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        return .open(String(decoding: local, as: UTF8.self))
    }

    private func starts(with prefix: StaticString) -> Bool {
        prefix.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func skip(past mark: String) {
        let mark = Array(mark.utf8)
        while position < bytes.count, !bytes[position...].starts(with: mark) { position += 1 }
        position = min(bytes.count, position + mark.count)
    }

    private static func unescape(_ text: String) -> String {
        guard text.contains("&") else { return text }
        let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
            guard let end = piece.firstIndex(of: ";"), let letter = letter(of: piece[..<end]) else {
                result += "&" + piece
                return
            }
            result += letter + piece[piece.index(after: end)...]
        }
    }

    private static func letter(of entity: Substring) -> String? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard entity.hasPrefix("#") else { return nil }
        let digits = entity.dropFirst()
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
