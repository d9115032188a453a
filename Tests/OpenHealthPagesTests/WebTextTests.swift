// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Testing

@testable import OpenHealthPages

/// Tests that all strings of the pages exist in every language.
@Suite struct WebTextTests {
    private static let tables: [Language: [String: String]] = {
        guard let files = try? WebFiles(folder: WebFolder.find(), isPacked: false) else { return [:] }
        return files.strings.mapValues(\.texts)
    }()
    private static let english = tables[.english] ?? [:]

    /// The prefixes of keys before the first underscore; a quoted string with such a prefix must be a key.
    private static let areas = Set(english.keys.compactMap { $0.split(separator: "_").first.map(String.init) })

    private static func isKey(_ text: String) -> Bool {
        english[text] != nil || (english[text + "_one"] != nil && english[text + "_other"] != nil)
    }

    /// Returns the contents of the files of a folder with a suffix, by name.
    private static func files(_ folder: URL, _ end: String) throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(end) }.sorted().map {
            ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    private static func isForMany(_ key: String, in language: Language) -> Bool {
        key.hasSuffix("_many") && language.pluralCategory(1_000_000) == .many
            && english[String(key.dropLast("many".count)) + "other"] != nil
    }

    /// The tables of a language that extends another one have only what differs.
    @Test func spellingsDifferFromTheLanguageThatTheyExtend() throws {
        for language in Language.allCases {
            guard let base = language.base else { continue }
            let folder = try WebFolder.find().appending(path: "strings/\(language.rawValue)")
            let own = try WebStrings(folder: folder).texts
            #expect(own.count > 5, "\(language)")
            for (key, text) in own { #expect(text != Self.tables[base]?[key], "\(language): \(key)") }
        }
    }

    @Test func theLanguagesOfThePreferencesAreThoseOfThePages() {
        #expect(PreferencesJSON.languages == Language.allCases.map(\.rawValue))
    }

    @Test func allTablesHaveTheSameKeys() {
        #expect(Self.tables.count == Language.allCases.count && Self.english.count > 1000)
        for (language, table) in Self.tables {
            // Some languages have a third form, for millions.
            let keys = Set(table.keys.filter { !Self.isForMany($0, in: language) })
            let all = Set(Self.english.keys)
            #expect(keys == all, "\(language): \(keys.symmetricDifference(all).sorted())")
        }
    }

    @Test func noTextIsEmptyOrHasSurroundingSpaces() {
        for (language, table) in Self.tables {
            for (key, text) in table {
                #expect(
                    !text.isEmpty && text == text.trimmingCharacters(in: .whitespacesAndNewlines), "\(language): \(key)"
                )
            }
        }
    }

    /// The placeholders are the same in every language. The string for the number one can omit the number.
    @Test func allLanguagesHaveTheSamePlaceholders() {
        func gaps(_ text: String, _ key: String) -> Set<String> {
            let gaps = Set(text.matches(of: /\{\{?\w+\}?\}/).map { String($0.output) })
            return key.hasSuffix("_one") ? gaps.subtracting(["{count}", "{{count}}"]) : gaps
        }
        for (language, table) in Self.tables {
            for (key, text) in table {
                let isForMany = Self.isForMany(key, in: language)
                let wanted = gaps(
                    Self.english[isForMany ? String(key.dropLast("many".count)) + "other" : key] ?? "", key)
                #expect(gaps(text, key) == wanted, "\(language): \(key)")
            }
        }
    }

    @Test func templatesUseExistingTexts() throws {
        let templates = try Self.files(WebFolder.find().appending(path: "templates"), ".mustache")
        #expect(templates.count > 15)
        var count = 0
        for (name, text) in templates {
            for match in text.matches(of: /\{\{t\.([^}]*)\}\}/) {
                count += 1
                #expect(Self.english[String(match.output.1)] != nil, "\(name): \(match.output.1)")
            }
        }
        #expect(count > 50)
    }

    @Test func scriptsUseExistingTexts() throws {
        let scripts = try Self.files(WebFolder.find().appending(path: "scripts"), ".js")
        var count = 0
        for (name, text) in scripts {
            for match in text.matches(of: /"([a-z]+)_[A-Za-z0-9_.-]+"/)
            where Self.areas.contains(String(match.output.1)) {
                count += 1
                #expect(Self.isKey(String(match.output.0.dropFirst().dropLast())), "\(name): \(match.output.0)")
            }
            // A key that is assembled at runtime must be the prefix of an existing key.
            for match in text.matches(of: /`([a-z]+_[A-Za-z0-9_]*)\$\{/)
            where Self.areas.contains(String(match.output.1.prefix { $0 != "_" })) {
                let start = String(match.output.1)
                #expect(Self.english.keys.contains { $0.hasPrefix(start) }, "\(name): \(start)")
            }
        }
        #expect(count > 100)
    }

    /// A string that depends on a number has a singular and a plural form.
    @Test func numbersHaveTexts() throws {
        var count = 0
        for (name, text) in try Self.files(WebFolder.find().appending(path: "scripts"), ".js") {
            for match in text.matches(of: /t\.plural\("([^"]+)"/) {
                count += 1
                let key = String(match.output.1)
                #expect(Self.english[key + "_one"] != nil && Self.english[key + "_other"] != nil, "\(name): \(key)")
            }
        }
        #expect(count > 5)
    }

    @Test func pagesOfTheServerUseExistingTexts() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/OpenHealthPages")
        var count = 0
        for (name, text) in try Self.files(package.appending(path: "Pages"), ".swift") {
            for match in text.matches(of: /"([a-z]+)_[a-z_]+"/) where Self.areas.contains(String(match.output.1)) {
                let key = String(match.output.0.dropFirst().dropLast())
                // Wait times have a string for seconds and one for minutes.
                if key.hasSuffix("_") || Self.isKey(key) || Self.isKey(key + "_seconds") && Self.isKey(key + "_minutes")
                {
                    count += 1
                } else {
                    Issue.record("\(name): \(key)")
                }
            }
        }
        #expect(count > 40)
    }

    @Test func everyTypeHasAName() {
        for (language, table) in Self.tables {
            for type in HealthTypes.all {
                #expect(table["type_" + type.swiftName] != nil, "\(language): \(type.swiftName)")
            }
            // Some types share a name, because the difference does not matter to people.
            let names = HealthTypes.all.compactMap { table["type_" + $0.swiftName] }
            #expect(Set(names).count > names.count * 9 / 10, "\(language)")
        }
    }

    /// Every value of a type has a name. If one case of an enumeration has a name, every case has one.
    @Test func everyValueAndActivityHasAName() throws {
        let module = TypeScripts.enums
        let start = try #require(module.firstIndex(of: "{")), end = try #require(module.lastIndex(of: "}"))
        let enums = try #require(JSONValue(String(module[start...end])))
        guard case .object(let entries) = enums else { return #expect(Bool(false), "\(module.prefix(100))") }
        let wanted = Set(HealthTypes.all.compactMap(\.valueEnum))
        #expect(wanted.isSubset(of: entries.map(\.key)) && wanted.count > 10)
        for (name, cases) in entries {
            guard case .object(let cases) = cases else { continue }
            let prefix = name == "HKWorkoutActivityType" ? "activity_" : "value_\(name)_"
            let hasNames = wanted.contains(name) || Self.english.keys.contains { $0.hasPrefix(prefix) }
            guard hasNames else { continue }
            for (_, value) in cases {
                guard case .string(let value) = value else { continue }
                #expect(Self.english[prefix + value] != nil, "\(prefix)\(value)")
            }
        }
    }
}
