// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthPages

/// Tests of the language of pages.
@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("ja", Language.japanese), ("pt-BR,pt;q=0.9,en;q=0.8", .portuguese), ("pt-PT", .europeanPortuguese),
            ("pt-AO", .europeanPortuguese), ("en-US", .english), ("en-GB,en;q=0.9", .britishEnglish),
            ("en-AU", .britishEnglish), ("en-PH", .english), ("zh-CN", .chinese), ("zh-Hans-SG", .chinese),
            ("de-AT,de;q=0.9", .german), ("es-419", .spanish), ("fr-CA", .french),
            ("nl,ko;q=0.3,en;q=0.2", .korean), ("en;q=0.5, ja;q=0.7", .japanese), ("KO-kr", .korean), ("nl, sv", nil),
            ("en;q=0, ja;q=0.001", .japanese), ("en;q=0", nil), ("ja;q=1.0,ko;q=1.0", .japanese), ("", nil), ("*", nil),
            (";;;,,,q=;", nil), ("en;q=abc", nil), ("ja;level=1;q=0.4,ko;q=0.5", .korean), (" ja ; q=0.9 ", .japanese),
            (String(repeating: "x,", count: 5000) + "ja", nil),
        ] as [(String, Language?)])
    func theBestOfTheBrowsersLanguagesIsChosen(_ list: String, _ language: Language?) {
        #expect(Language.preferred(list) == language, "\(list.prefix(50))")
    }

    @Test func pluralFormsFollowTheLanguage() {
        let numbers = [0, 1, 2, 11, 1_000_000, 1_000_001, 3_000_000]
        /// The rules of CLDR for whole numbers, one letter for each of the numbers above.
        let expected: [(Language, String)] = [
            (.english, "O1OOOOO"), (.britishEnglish, "O1OOOOO"), (.german, "O1OOOOO"),
            (.spanish, "O1OOMOM"), (.french, "11OOMOM"), (.portuguese, "11OOMOM"), (.europeanPortuguese, "O1OOMOM"),
            (.japanese, "OOOOOOO"), (.korean, "OOOOOOO"), (.chinese, "OOOOOOO"),
        ]
        #expect(expected.map(\.0) == Language.allCases)
        for (language, letters) in expected {
            let found = numbers.map { number in
                switch language.pluralCategory(number) {
                case .one: "1"
                case .many: "M"
                case .other: "O"
                }
            }
            #expect(found.joined() == letters, "\(language)")
        }
    }

    @Test func regionsWithoutTheSpellingOfThePageDoNotDecideItsDates() {
        #expect(Language.english.locale(accepting: "en-AU").identifier == "en-AU")
        #expect(Language.britishEnglish.locale(accepting: "en-US,en-IE").identifier == "en-IE")
        #expect(Language.europeanPortuguese.locale(accepting: "pt-BR").identifier == "pt-PT")
        #expect(Language.chinese.locale(accepting: "zh-TW,zh-SG").identifier == "zh-SG")
        #expect(Language.chinese.locale(accepting: "zh-Hant-HK").identifier == "zh-Hans")
        #expect(Language.german.locale(accepting: "en-US,de-CH").identifier == "de-CH")
    }

    @Test func insertedValuesAreNotExpandedAgain() {
        let texts = PageTexts(
            .english, WebStrings(texts: ["a": "{x} and {y}", "n_one": "{count} app", "n_other": "{count} apps"]))
        #expect(texts.text("a", ["x": "{y}", "y": "{x}"]) == "{y} and {x}")
        #expect(texts.text("a", ["x": "1"]) == "1 and {y}")
        #expect(texts.plural("n", 1) == "1 app" && texts.plural("n", 1234) == "1,234 apps")
        #expect(texts.text("missing") == "missing")
    }

    /// Days are formatted as is usual in each language, and in the person's time zone.
    @Test func daysAreInTheLanguageAndTheZone() throws {
        let date = Date(timeIntervalSince1970: 1_782_856_800)  // 2026-06-30 22:00 UTC
        let zone = TimeZone(identifier: "Asia/Tokyo")
        let days = Language.allCases.map { PageDates(zone, PageTexts($0, WebStrings(texts: [:]))).day(date) }
        // The month in words, or as a number where people of the language write dates like that.
        let months = [
            "Jul 1, 2026", "1 Jul", "1. Juli", "1 jul", "1 juil", "jul", "07", "2026年7月1日", "2026년 7월 1일", "2026年7月1日",
        ]
        #expect(days.count == months.count)
        for (day, month) in zip(days, months) { #expect(day.contains(month) && day.contains("2026"), "\(days)") }
        let texts = PageTexts(
            .english,
            WebStrings(texts: [
                "permission_used_today": "today {time}", "permission_used_yesterday": "yesterday {time}",
                "permission_used": "{date}",
            ]))
        let dates = PageDates(zone, texts)
        // The date is 7:00 in Tokyo: 90 minutes earlier is the same day, eight hours earlier is the day before.
        #expect(dates.ago(date - 5400, now: date).hasPrefix("today 5:30"))
        #expect(dates.ago(date - 8 * 3600, now: date).hasPrefix("yesterday 11:00"))
        #expect(dates.ago(date - 40 * 3600, now: date) == "Jun 29, 2026")
    }
}
