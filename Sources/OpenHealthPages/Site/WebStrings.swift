// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache
import OpenHealthModel

/// The strings of the pages in one language, by key.
struct WebStrings: Sendable, Equatable {
    private(set) var texts: [String: String]

    init(texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// Reads all tables of a language.
    /// - Parameters:
    ///   - folder: the folder with one file for each area, an object of texts.
    ///   - base: the texts of the language that this one has except for other spellings; nil if the tables have all texts.
    /// - Throws: a ``WebFilesError`` with the file that is invalid, or the key that occurs in two or that the base lacks.
    init(folder: URL, base: WebStrings? = nil) throws(WebFilesError) {
        texts = [:]
        for file in try WebFiles.list(folder, ending: ".json") {
            let table = folder.appending(path: file)
            let text = String(decoding: try WebFiles.read(table), as: UTF8.self)
            guard case .object(let entries)? = JSONValue(text) else {
                throw WebFilesError(table.path, "expected an object of strings")
            }
            for (key, value) in entries {
                guard case .string(let text) = value else {
                    throw WebFilesError(table.path, "\(key) is not a string")
                }
                guard base?.has(key) != false else {
                    throw WebFilesError(table.path, "\(key) is not in the language that this one extends")
                }
                guard texts.updateValue(text, forKey: key) == nil else {
                    throw WebFilesError(table.path, "\(key) occurs twice in the tables of this language")
                }
            }
        }
        if let base { texts.merge(base.texts) { own, _ in own } }
    }

    /// Returns the string of a key, or the key itself if it has no string, which a test prevents.
    subscript(key: String) -> String { texts[key] ?? key }

    /// Returns whether a key has a text.
    func has(_ key: String) -> Bool { texts[key] != nil }

    /// Inserts texts into a template in place of `{{t.key}}`, escaped; their own placeholders for the template are kept.
    func filled(into template: String) -> String {
        var result = ""
        var rest = template[...]
        while let start = rest.range(of: "{{t."),
            let end = rest.range(of: "}}", range: start.upperBound..<rest.endIndex)
        {
            result += rest[..<start.lowerBound]
            result += EscapedText().escapeText(self[String(rest[start.upperBound..<end.lowerBound])])
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// A part of the strings that scripts load at once.
    enum Part: String, CaseIterable {
        /// The strings of the pages, and the names of types and units.
        case strings
        /// The names of values, activities and keys of metadata: many, which few pages need.
        case names

        fileprivate static let prefixes = ["value_", "activity_", "metadata_"]
    }

    /// Returns the strings as a module for scripts.
    /// - Parameter keys: The keys that scripts use. Templates and the server use the others, a quarter of all.
    func module(_ part: Part, of keys: Set<String>) -> String {
        let entries = texts.filter { entry in
            (part == .names) == Part.prefixes.contains { entry.key.hasPrefix($0) } && keys.contains(entry.key)
        }
        .sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.string($0.value)) }
        return "export default " + JSONValue.object(entries).text + ";\n"
    }
}

/// The escaping of text in pages.
///
/// Mustache's own escaping compares characters as people see them: to it, a quotation mark with an accent is another character,
/// while to a browser it is a quotation mark. This escaping compares code points.
struct EscapedText: MustacheContentType {
    /// The name of the type in templates.
    static let name = "ESCAPED"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
