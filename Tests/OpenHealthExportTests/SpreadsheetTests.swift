// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Tests of texts that spreadsheets evaluate as formulas.
@Suite struct SpreadsheetTests {
    @Test(arguments: [
        "=1+1", "+1+1", "-1+1", "@SUM(A1)", "\tx", "\rx", "\nx", "\0=1", " =1", "\u{A0}=1", "\u{FEFF}=1", "\u{200B}@x",
        "＝1", "＋x",
        "－x", "＠x", "-", "+", "-1-1", "+1 2", "-1,5", "-٣", "=", "-1e", "--1",
    ])
    func formulasAreQuoted(text: String) {
        #expect(SpreadsheetText.harmless(text) == "'" + text)
        #expect(SpreadsheetText.original(SpreadsheetText.harmless(text)) == text)
        #expect(SpreadsheetText.harmless("'" + text) == "'" + text)
    }

    @Test(arguments: [
        "", "a", "1=1", "Ana's watch", "'", "'a", "(=1)", "\"=1\"", "a@b.example", "-1", "+1", "-1.5", "-1e-7", "+0200",
        "2024-03-10", "日記帳", " ",
        "[{\"key\":\"=1\"}]", "_=", "é=", "a;b=1", "a;-1", "a;-1;+2.5", "a;(=1)", ";", ";;", "a|=1", "x\ny", "x\ty",
    ])
    func otherTextsAndNumbersAreUnchanged(text: String) {
        #expect(SpreadsheetText.harmless(text) == text)
        #expect(SpreadsheetText.original(text) == text)
    }

    @Test(arguments: [
        ("Watch;=cmd|'/C calc'!A0;", "Watch;'=cmd|'/C calc'!A0;"), (";=1", ";'=1"), ("a; =1", "a;' =1"),
        ("a;=1;b;@x", "a;'=1;b;'@x"), ("=1;+1+1", "'=1;'+1+1"), ("a;\"=1\"", "a;'\"=1\""), ("a;＝1", "a;'＝1"),
        ("a;;-x", "a;;'-x"), ("a\t=1", "a\t'=1"), ("\t=1", "'\t'=1"), ("a\n=1", "a\n'=1"), ("a\r\n=1", "a\r\n'=1"),
        ("a;\u{A0}\u{200B}@x", "a;'\u{A0}\u{200B}@x"), ("a;-1-1;-1", "a;'-1-1;-1"), ("日;=1", "日;'=1"),
    ])
    func formulasAfterSeparatorsAreQuoted(text: String, expected: String) {
        #expect(SpreadsheetText.harmless(text) == expected)
        #expect(SpreadsheetText.harmless(expected) == expected)
        #expect(SpreadsheetText.original(expected) == text)
    }

    @Test func formulasInJSONHaveTheSameValue() throws {
        for (text, expected) in [
            (#"{"a;=1":";-2; @x;b=1"}"#, #"{"a;\u003d1":";\u002d2; \u0040x;b=1"}"#),
            (#"[";＝1","+1",-1]"#, #"[";\uff1d1","+1",-1]"#),
            (#"["a;","=1"]"#, #"["a;","=1"]"#), (#"{"k":"=1"}"#, #"{"k":"=1"}"#),
        ] {
            let harmless = SpreadsheetText.harmless(json: text)
            #expect(harmless == expected)
            let values = try [text, harmless].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSObject }
            #expect(values[0] != nil && values[0] == values[1])
        }
    }

    @Test func noTableContainsFormulas() throws {
        let world = try ExportWorld()
        let database = try Self.hostile(world)
        for format in ExportFormats.all where format.raw != nil {
            try world.export(database, to: format.name, format: format.name)
            var exporter = Exporter(format: try #require(format.raw))
            exporter.force = true
            _ = try exporter.run(database, to: world.file("raw"))
            let tables = try Self.tables(world.file(format.name))
            let raw = try Self.tables(world.file("raw"))
            #expect(tables.keys == raw.keys)
            var changed = 0
            for (name, rows) in tables {
                let before = try #require(raw[name])
                #expect(rows.count == before.count, "\(name)")
                for (row, old) in zip(rows, before) {
                    #expect(row.count == old.count, "\(name)")
                    for (cell, old) in zip(row, old) where cell != old {
                        changed += 1
                        let isSame = Self.withoutAdditions(cell) == Self.withoutAdditions(old)
                        #expect(isSame, "\(name)")
                    }
                    #expect(!row.contains(where: Self.isFormula), "\(name)")
                    // The cells of a spreadsheet that separates them at `;`.
                    let others = row.flatMap { $0.split(separator: ";").map(String.init) }
                    #expect(!others.contains(where: Self.isFormula), "\(name)")
                }
            }
            #expect(changed > 0, "\(format.name)")
        }
    }

    @Test func textsOfOMOPFitIntoTheirColumns() {
        let text = String(repeating: "=", count: 80)
        var cells = TableBytes(small: ())
        TableEncoder.csv.append([OMOPTable.text(text)], [.text("a")], to: &cells)
        #expect(cells.text == "'" + String(repeating: "=", count: 49) + "\n")
        cells = TableBytes(small: ())
        TableEncoder.csv.append([OMOPTable.text(String(repeating: "a;=", count: 20))], [.text("a")], to: &cells)
        // Of 50 characters, 16 would be quotation marks, so 34 are left, of which 11 have one.
        #expect(cells.text == String(repeating: "a;'=", count: 11) + "a\n")
    }

    @Test func electrocardiogramsHaveNoFormulasAndReadBackTheSame() throws {
        let world = try ExportWorld()
        let database = try Self.hostile(world)
        let headers = try database.electrocardiograms().map(\.header)
        #expect(headers.contains { $0.contains { Self.isFormula($0.value) } })
        try world.export(database, to: "apple")
        let folder = world.file("apple/apple_health_export/electrocardiograms")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let rows = Self.rows(try String(contentsOf: file, encoding: .utf8))
            #expect(!rows.contains { $0.contains(where: Self.isFormula) })
        }
        let other = try world.store()
        try world.importExport(world.file("apple"), into: other)
        #expect(try other.electrocardiograms().map(\.header) == headers)
        // The same record is not added a second time.
        let receipt = try world.importExport(world.file("apple"), into: database)
        #expect(receipt.records.added == 0)
    }

    /// A store with the names of a hostile export: sources, versions, devices and identifiers are formulas.
    private static func hostile(_ world: ExportWorld) throws -> HealthDatabase {
        let folder = world.file("hostile")
        try DemoExport(records: 3000, seed: 7).write(to: folder)
        var files = [folder.appending(path: "export.xml")]
        files += try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "electrocardiograms"), includingPropertiesForKeys: nil)
        for file in files {
            var text = try String(contentsOf: file, encoding: .utf8)
            for (old, new) in [
                ("sourceName=\"", "sourceName=\"=1+1|;=1+1|;"), ("sourceVersion=\"", "sourceVersion=\"+cmd|"),
                (" name:", " name:@SUM("), (" manufacturer:", " manufacturer:=1+1"),
                ("sourceURL=\"", "sourceURL=\"-1+1"),
                ("Device,\"", "Device,\"=1+1"), ("Software Version,", "Software Version,@x"),
            ] { text = text.replacing(old, with: new) }
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let database = try world.store()
        try world.importExport(folder, into: database)
        return database
    }

    private static func isFormula(_ cell: String) -> Bool {
        "=+-@\t\r".contains(cell.prefix(1)) && !cell.isEmpty && Double(cell) == nil
    }

    /// Returns a text without quotation marks, and without the difference between a character and its number in JSON.
    private static func withoutAdditions(_ cell: String) -> String {
        cell.replacing("'", with: "").replacing("\\u003d", with: "=")
    }

    /// Returns the records of all CSV files in a folder by their paths.
    private static func tables(_ folder: URL) throws -> [String: [[String]]] {
        var tables: [String: [[String]]] = [:]
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for path in files where path.hasSuffix(".csv") {
            tables[path] = rows(try String(contentsOf: folder.appending(path: path), encoding: .utf8))
        }
        return tables
    }

    private static func rows(_ text: String) -> [[String]] {
        var (rows, row, field, isQuoted) = ([[String]](), [String](), "", false)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(field)
                field = ""
            case "\n" where !isQuoted:
                rows.append(row + [field])
                (row, field) = ([], "")
            default: field.unicodeScalars.append(scalar)
            }
        }
        return rows
    }
}
