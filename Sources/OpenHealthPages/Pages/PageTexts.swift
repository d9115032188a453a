// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthModel
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

/// Dates on pages, in the time zone of the person's home and in the language and the region of the client.
struct PageDates: Sendable {
    private let zone: TimeZone
    private let texts: PageTexts

    init(_ zone: TimeZone?, _ texts: PageTexts) {
        self.zone = zone ?? Self.utc
        self.texts = texts
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    // MARK: - Display

    /// Returns a day in words.
    func day(_ date: Date) -> String { format(date, .abbreviated, .omitted) }

    /// Returns a day in words, with the time.
    func minute(_ date: Date) -> String { format(date, .abbreviated, .shortened) }

    /// Returns a past time in words: today and yesterday with the time, else the day.
    func ago(_ date: Date, now: Date) -> String {
        let days = calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now)
        ).day
        switch days {
        case 0: return texts.text("permission_used_today", ["time": format(date, .omitted, .shortened)])
        case 1: return texts.text("permission_used_yesterday", ["time": format(date, .omitted, .shortened)])
        default: return texts.text("permission_used", ["date": day(date)])
        }
    }

    private func format(_ date: Date, _ day: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle) -> String {
        let style = Date.FormatStyle(date: day, time: time, locale: texts.locale, calendar: calendar, timeZone: zone)
        // A time of day names its zone.
        return date.formatted(time == .omitted ? style : style.timeZone(.specificName(.short)))
    }

    // MARK: - Fields

    /// Returns year, month and day, in the form of date fields.
    func field(_ date: Date) -> String { Self.field(date, in: zone) }

    /// Returns year, month and day in a time zone, in the form of date fields.
    static func field(_ date: Date, in zone: TimeZone?) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: zone ?? utc).year().month().day())
    }

    private static let utc = TimeZone(secondsFromGMT: 0) ?? .current

    /// Returns the first moment of a day in the form of date fields, or nil if the string is not a day.
    static func date(_ text: String, in zone: TimeZone?) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone ?? utc
        return calendar.date(from: DateComponents(year: year, month: month, day: day))
    }
}
