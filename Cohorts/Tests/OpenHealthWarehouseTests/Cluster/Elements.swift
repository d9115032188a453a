// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The strings of an XML document's elements by their path.
final class Elements: NSObject, XMLParserDelegate {
    private var path: [String] = []
    private var text = ""
    private var found: [(path: String, text: String)] = []

    /// Parses a document.
    /// - Throws: An error if it is not an XML document.
    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    }

    /// Returns the strings of all elements at a path, such as `yandex/zookeeper/node/host`.
    func texts(_ path: String) -> [String] {
        found.filter { $0.path == path }.map(\.text)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        path.append(name)
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        found.append((path.joined(separator: "/"), text))
        path.removeLast()
        text = ""
    }
}
