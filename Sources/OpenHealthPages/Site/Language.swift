// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthServer

/// A language of the pages.
enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case portuguese = "pt"
    case japanese = "ja"
    case korean = "ko"

    /// The cookie with the language that the person has chosen.
    static let cookie = "health_language"

    /// The field that stores the language in a browser: it is not secret or personal.
    var giving: String { "\(Self.cookie)=\(rawValue); Path=/; SameSite=Lax; Max-Age=31536000" }

    /// The name of the language in the language itself.
    var ownName: String {
        switch self {
        case .english: "English"
        case .portuguese: "Português"
        case .japanese: "日本語"
        case .korean: "한국어"
        }
    }

    /// The tag of BCP 47 for browsers and formatters: Portuguese is that of Brazil.
    var tag: String { self == .portuguese ? "pt-BR" : rawValue }

    /// The locale for numbers, dates and the order of names.
    var locale: Locale { Locale(identifier: tag) }

    /// Returns the locale of a request: the language with the first region for it in a list from a browser, such as en-AU.
    func locale(accepting list: String?) -> Locale {
        for entry in (list ?? "").prefix(1000).split(separator: ",") {
            let tag = entry.prefix { $0 != ";" }.filter { $0 != " " }
            guard tag.wholeMatch(of: /[A-Za-z]{2}(-[A-Za-z]{4})?-([A-Za-z]{2}|[0-9]{3})/) != nil,
                tag.prefix(2).lowercased() == rawValue
            else { continue }
            return Locale(identifier: String(tag))
        }
        return locale
    }

    /// Returns whether a number is grammatically singular: in Portuguese zero is, too; Japanese and Korean make no difference.
    func isOne(_ count: Int) -> Bool {
        switch self {
        case .english: count == 1
        case .portuguese: (0...1).contains(count)
        case .japanese, .korean: false
        }
    }

    /// Returns the language for a request: the chosen one, or the first of the browser's languages that the pages support.
    static func of(_ request: Request) -> Language {
        if let chosen = SessionCookie.value(of: cookie, in: request).flatMap(Language.init(rawValue:)) { return chosen }
        return request.headers[.acceptLanguage].flatMap(preferred) ?? .english
    }

    /// Returns the best language of a list from a browser (RFC 9110, 12.5.4), or nil if the pages support none of them.
    static func preferred(_ list: String) -> Language? {
        var best: (language: Language, weight: Double)?
        for entry in list.prefix(1000).split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.drop { $0 == " " } }
            guard let tag = parts.first?.split(separator: "-").first,
                let language = Language(rawValue: tag.lowercased().trimming(" "))
            else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { String($0.dropFirst(2)).trimming(" ") }
            let weight = quality.map { Double($0) ?? 0 } ?? 1
            if weight > (best?.weight ?? 0) { best = (language, weight) }
        }
        return best?.language
    }
}

extension String {
    /// Returns the string without a character at its ends.
    fileprivate func trimming(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
