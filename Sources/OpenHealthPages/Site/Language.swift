// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthServer

/// A language of the pages, in the order in which people choose from them.
enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case britishEnglish = "en-GB"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case portuguese = "pt"
    case europeanPortuguese = "pt-PT"
    case japanese = "ja"
    case korean = "ko"
    case chinese = "zh"

    /// The cookie with the language that the person has chosen.
    static let cookie = "health_language"

    /// The field that stores the language in a browser: it is not secret or personal.
    var giving: String { "\(Self.cookie)=\(rawValue); Path=/; SameSite=Lax; Max-Age=31536000" }

    /// The name of the language in the language itself.
    var ownName: String {
        switch self {
        case .english: "English"
        case .britishEnglish: "English (UK)"
        case .german: "Deutsch"
        case .spanish: "Español"
        case .french: "Français"
        case .portuguese: "Português"
        case .europeanPortuguese: "Português (Portugal)"
        case .japanese: "日本語"
        case .korean: "한국어"
        case .chinese: "简体中文"
        }
    }

    /// The tag of BCP 47 for browsers and formatters: Portuguese is that of Brazil, Chinese has simplified characters.
    var tag: String {
        switch self {
        case .portuguese: "pt-BR"
        case .chinese: "zh-Hans"
        default: rawValue
        }
    }

    /// The language whose texts this one has, except for those with other spellings; nil if all texts are its own.
    var base: Language? {
        switch self {
        case .britishEnglish: .english
        case .europeanPortuguese: .portuguese
        default: nil
        }
    }

    /// The locale for numbers, dates and the order of names.
    var locale: Locale { Locale(identifier: tag) }

    /// Creates the language for a tag from a browser, such as `en-AU`: with the region, if the spelling depends on it.
    init?(browserTag tag: some StringProtocol) {
        let parts = tag.lowercased().trimming(" ").split(separator: "-").map(String.init)
        guard let code = parts.first, let language = Language(rawValue: code) else { return nil }
        let region = parts.dropFirst().last { $0.count == 2 }
        switch (language, region) {
        case (.english, let region?) where !Self.americanRegions.contains(region): self = .britishEnglish
        case (.portuguese, let region?) where region != "br": self = .europeanPortuguese
        default: self = language
        }
    }

    /// The regions with American spelling; those of CLDR whose English has no other parent.
    private static let americanRegions: Set = ["us", "ph", "pr", "gu", "as", "mp", "um", "vi", "mh", "pw"]

    /// Returns the locale of a request: the language with the first region for it in a list from a browser, such as en-AU.
    func locale(accepting list: String?) -> Locale {
        for entry in (list ?? "").prefix(1000).split(separator: ",") {
            let tag = entry.prefix { $0 != ";" }.filter { $0 != " " }
            guard tag.wholeMatch(of: /[A-Za-z]{2}(-[A-Za-z]{4})?-([A-Za-z]{2}|[0-9]{3})/) != nil,
                let language = Language(browserTag: tag), language == self || language.base == self,
                // Dates with traditional characters do not fit the texts.
                language != .chinese || tag.wholeMatch(of: /zh-(hant.*|tw|hk|mo)/.ignoresCase()) == nil
            else { continue }
            return Locale(identifier: String(tag))
        }
        return locale
    }

    /// A grammatical category of numbers (CLDR) that texts of these languages depend on.
    enum PluralCategory: String {
        case one
        case many
        case other
    }

    /// Returns the category of a number: in French and the Portuguese of Brazil, zero is singular, too; the Romance languages put
    /// a preposition after whole millions; Japanese, Korean and Chinese make no difference.
    func pluralCategory(_ count: Int) -> PluralCategory {
        switch self {
        case .english, .britishEnglish, .german: count == 1 ? .one : .other
        case .french, .portuguese: (0...1).contains(count) ? .one : Self.isMany(count) ? .many : .other
        case .spanish, .europeanPortuguese: count == 1 ? .one : Self.isMany(count) ? .many : .other
        case .japanese, .korean, .chinese: .other
        }
    }

    private static func isMany(_ count: Int) -> Bool { count != 0 && count % 1_000_000 == 0 }

    /// Returns the language for a request: the chosen one, else the first of the browser's that the pages have.
    static func of(_ request: Request) -> Language {
        if let chosen = OwnerSessionCookie.value(of: cookie, in: request).flatMap(Language.init(rawValue:)) {
            return chosen
        }
        return request.headers[.acceptLanguage].flatMap(preferred) ?? .english
    }

    /// Returns the best language of a list from a browser (RFC 9110, 12.5.4), or nil if the pages support none of them.
    static func preferred(_ list: String) -> Language? {
        var best: (language: Language, weight: Double)?
        for entry in list.prefix(1000).split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.drop { $0 == " " } }
            guard let language = parts.first.flatMap({ Language(browserTag: $0) }) else { continue }
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
