// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthModel
import Hummingbird
import OpenHealthServer

/// The strings of a page in the language of the client.
struct PageTexts: Sendable {
    let language: Language
    /// The language with the region of the client, which numbers and dates follow.
    let locale: Locale
    private let strings: WebStrings

    init(_ language: Language, _ strings: WebStrings, locale: Locale? = nil) {
        self.language = language
        self.locale = locale ?? language.locale
        self.strings = strings
    }

    /// Returns a localized string.
    /// - Parameter values: the replacements of `{name}` in it.
    func text(_ key: String, _ values: [String: String] = [:]) -> String {
        let text = strings[key]
        if values.isEmpty { return text }
        return text.replacing(/\{(\w+)\}/) { values[String($0.output.1)] ?? String($0.output.0) }
    }

    /// Returns whether there is a string for a key.
    func has(_ key: String) -> Bool { strings.has(key) }

    /// Returns a localized string that depends on a number, which replaces `{count}`.
    func plural(_ key: String, _ count: Int, _ values: [String: String] = [:]) -> String {
        let number = count.formatted(.number.locale(locale))
        let exact = "\(key)_\(language.pluralCategory(count))"
        return text(strings.has(exact) ? exact : key + "_other", values.merging(["count": number]) { $1 })
    }

    /// Returns the display name of a type, or its identifier if it has no name.
    func type(_ identifier: String) -> String {
        HealthTypes.named(identifier).map { text("type_" + $0.swiftName) } ?? identifier
    }

    /// Returns the types of a list on a page by name, in the order of the language.
    func sorted<Entry>(_ entries: [Entry], by name: (Entry) -> String) -> [Entry] {
        entries.map { (entry: $0, name: name($0)) }
            .sorted { $0.name.compare($1.name, locale: language.locale) == .orderedAscending }.map(\.entry)
    }
}

extension RequestScope {
    /// The strings of the pages in the language of the client. Pages that need many of them read this property once.
    var texts: PageTexts {
        let language = language
        return PageTexts(
            language, (try? site.files)?.strings[language] ?? WebStrings(),
            locale: language.locale(accepting: request.headers[.acceptLanguage]))
    }
}
