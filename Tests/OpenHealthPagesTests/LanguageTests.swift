// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthPages

/// Tests of the language of pages.
@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("ja", Language.japanese), ("pt-BR,pt;q=0.9,en;q=0.8", .portuguese), ("pt-PT", .portuguese),
            ("fr,ko;q=0.3,en;q=0.2", .korean), ("en;q=0.5, ja;q=0.7", .japanese), ("KO-kr", .korean), ("de, fr", nil),
            ("en;q=0, ja;q=0.001", .japanese), ("en;q=0", nil), ("ja;q=1.0,ko;q=1.0", .japanese), ("", nil), ("*", nil),
            (";;;,,,q=;", nil), ("en;q=abc", nil), ("ja;level=1;q=0.4,ko;q=0.5", .korean), (" ja ; q=0.9 ", .japanese),
            (String(repeating: "x,", count: 5000) + "ja", nil),
        ] as [(String, Language?)])
    func theBestOfTheBrowsersLanguagesIsChosen(_ list: String, _ language: Language?) {
        #expect(Language.preferred(list) == language, "\(list.prefix(50))")
    }

    @Test func pluralFormsFollowTheLanguage() {
        #expect(Language.english.isOne(1) && !Language.english.isOne(0) && !Language.english.isOne(2))
        #expect(Language.portuguese.isOne(0) && Language.portuguese.isOne(1) && !Language.portuguese.isOne(2))
        #expect(!Language.japanese.isOne(1) && !Language.korean.isOne(1))
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
        #expect(days[0] == "Jul 1, 2026" && days[2] == "2026年7月1日" && days[3] == "2026년 7월 1일", "\(days)")
        #expect(days[1].contains("1") && days[1].contains("jul") && days[1].contains("2026"), "\(days)")
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
