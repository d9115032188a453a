// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("Texts that spreadsheets evaluate")
struct FormulaTests {
    @Test("no listing in CSV contains a formula, unless --raw is given")
    func listings() throws {
        let home = try Self.home()
        let uuid = try #require(
            Parsed.array(try Tool.run(["samples", "heartRate", "--format", "json"], in: home).output).first?["uuid"]
                as? String)
        var raw = 0
        for arguments in [
            ["types"], ["sources"], ["me", "show"], ["samples", "stepCount"],
            ["samples", "heartRate", "sleepAnalysis"],
            ["workouts"], ["ecgs"], ["routes"], ["summaries"], ["imports"], ["summary", "--all"], ["apps", "list"],
            ["statistics", "stepCount", "--every", "month", "--by-source"], ["show", uuid], ["units"],
            ["explain", "stepCount", "2025-04-09"],
        ] {
            let result = try Tool.run(arguments + ["--format", "csv"], in: home)
            #expect(result.status == 0, "\(arguments) \(result.errors)")
            for row in try Parsed.csv(result.output) {
                #expect(!row.contains(where: Self.isFormula), "\(arguments) \(row)")
            }
            let unchanged = try Tool.run(arguments + ["--format", "csv", "--raw"], in: home)
            raw += try Parsed.csv(unchanged.output).joined().count(where: Self.isFormula)
        }
        #expect(raw > 0)
    }

    @Test("an export as CSV has formulas only with --raw, which other formats refuse")
    func export() throws {
        let home = try Self.home()
        let tables = try Tool.run(["export", "-", "--format", "csv", "--types", "heartRate"], in: home)
        #expect(tables.output.contains(",'=1+1|"))
        let raw = try Tool.run(["export", "-", "--format", "csv", "--types", "heartRate", "--raw"], in: home)
        #expect(raw.output.contains(",=1+1|"))
        let isSame = tables.output.replacing(",'=1+1|", with: ",=1+1|").replacing(",'@x", with: ",@x") == raw.output
        #expect(isSame)
        for format in ["apple", "ndjson", "parquet", "health-connect"] {
            let result = try Tool.run(["export", home.path("x"), "--format", format, "--raw"], in: home)
            #expect(result.status != 0)
            #expect(result.errors.contains("--raw is only for the formats csv and omop"))
        }
    }

    /// A home folder with a store of a hostile export, whose sources are formulas.
    private static func home() throws -> Home {
        let home = try Home()
        try DemoExport(records: 3000, seed: 11).write(to: home.file("hostile"))
        let document = home.file("hostile/export.xml")
        let text = try String(contentsOf: document, encoding: .utf8)
            .replacing("sourceName=\"", with: "sourceName=\"=1+1|").replacing(" name:", with: " name:@x")
        try text.write(to: document, atomically: true, encoding: .utf8)
        let result = try Tool.run(["import", home.path("hostile"), "--timezone", "Europe/Berlin"], in: home)
        try #require(result.status == 0, "\(result.errors)")
        return home
    }

    private static func isFormula(_ cell: String) -> Bool {
        "=+-@\t\r".contains(cell.prefix(1)) && !cell.isEmpty && Double(cell) == nil
    }
}
