// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Compares the scanner with a general parser on documents that both can read.
@Suite struct XMLDifferentialTests {
    enum Event: Equatable {
        case start(String, [String: String])
        case end(String)
    }

    /// The events reported by Foundation's parser, which is libxml2.
    private final class Reference: NSObject, XMLParserDelegate {
        var events: [Event] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            events.append(.start(name, attributes))
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            events.append(.end(name))
        }

        static func events(_ text: String) throws -> [Event] {
            let reference = Reference()
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = reference
            try #require(parser.parse(), "not well-formed: \(text)")
            return reference.events
        }
    }

    private func scan(_ bytes: [UInt8], piece: Int, window: Int) throws -> (events: [Event], illegalBytes: Int) {
        var scanner = XMLByteScanner(
            source: MemoryByteSource(bytes, pieceSize: piece), file: "export.xml", window: window)
        var events: [Event] = []
        var illegalBytes = 0
        while true {
            switch try scanner.next() {
            case .startTag(let closed):
                var attributes: [String: String] = [:]
                for index in 0..<scanner.attributeCount {
                    let attribute = scanner.attributes[index]
                    let value = attribute.value.text
                    illegalBytes += value.illegalBytes
                    #expect(attributes.updateValue(value.string, forKey: attribute.name.text.string) == nil)
                }
                events.append(.start(scanner.name.text.string, attributes))
                if closed { events.append(.end(scanner.name.text.string)) }
            case .endTag:
                events.append(.end(scanner.name.text.string))
            case .malformedTag(let reason, _):
                Issue.record("line \(scanner.line): \(reason)")
            case .end:
                let (isCut, read) = (scanner.endedInsideMarkup, scanner.bytesRead)
                #expect(!isCut)
                #expect(read == Int64(bytes.count))
                return (events, illegalBytes)
            }
        }
    }

    @Test(arguments: 0..<8)
    func agreesWithAGeneralParser(part: UInt64) throws {
        for seed in (part * 50)..<(part * 50 + 50) {
            let body = RandomDocument.body(seed: seed)
            let expected = try Reference.events(body)
            var random = SeededGenerator(seed: seed, stream: 1, index: 0)
            // Only the scanner receives a document type.
            let types = ["", ExportText.documentType14, ExportText.brokenDocumentType12]
            let root = try #require(body.range(of: "<HealthData"))
            let whole = Array(body.replacingCharacters(in: root, with: types[random.below(3)] + "<HealthData").utf8)
            for (piece, window) in [(Int.max, 1 << 16), (1 + random.below(40), 64), (1 + random.below(2000), 256)] {
                let found = try scan(whole, piece: piece, window: window)
                #expect(found.events == expected, "seed \(seed), pieces of \(piece)")
                #expect(found.illegalBytes == 0, "seed \(seed), pieces of \(piece)")
            }
        }
    }

    @Test func agreesForAnyDivisionOfTheInput() throws {
        let body = RandomDocument.body(seed: 4711, elements: 12)
        let expected = try Reference.events(body)
        let bytes = Array(body.utf8)
        for piece in 1...min(bytes.count, 400) {
            #expect(try scan(bytes, piece: piece, window: 64).events == expected, "pieces of \(piece)")
        }
    }

    @Test func agreesOnEveryCharacterThatXMLAllows() throws {
        // One attribute for each 256 characters, as characters and as references.
        for page in 0..<0x1100 {
            let scalars = (page * 256..<page * 256 + 256).compactMap { Unicode.Scalar(UInt32($0)) }.filter {
                ($0.value >= 0x20 || [9, 10, 13].contains($0.value)) && $0.value & 0xFFFF < 0xFFFE
                    && !"<&\"".unicodeScalars.contains($0)
            }
            // All of Unicode would take too long; the first two planes contain every case, and some pages of the others are
            // added.
            guard page < 0x200 || page % 64 == 0, !scalars.isEmpty else { continue }
            let raw = String(String.UnicodeScalarView(scalars))
            let references = scalars.map { "&#\($0.value);&#x\(String($0.value, radix: 16));" }.joined()
            let text = "<HealthData raw=\"\(raw)\" references=\"\(references)\"/>"
            #expect(
                try scan(Array(text.utf8), piece: 4096, window: 64).events == Reference.events(text), "page \(page)")
        }
    }
}
