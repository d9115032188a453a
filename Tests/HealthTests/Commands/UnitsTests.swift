// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health units")
struct UnitsTests {
    private static func rows(_ home: Home, _ arguments: String...) throws -> [String] {
        let result = try Tool.run(["units"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return try Parsed.array(result.output).map { "\($0["type"] ?? "") \($0["unit"] ?? "") \($0["why"] ?? "")" }
    }

    @Test("units are chosen, listed and removed")
    func choice() throws {
        let home = try MadeStore.steps()
        #expect(try Self.rows(home) == ["HKQuantityTypeIdentifierStepCount count usual"])
        let set = try Tool.run(["units", "bodyMass", "lb"], in: home)
        #expect(set.status == 0, "\(set.errors)")
        #expect(
            try Self.rows(home) == [
                "HKQuantityTypeIdentifierBodyMass lb chosen", "HKQuantityTypeIdentifierStepCount count usual",
            ])
        #expect(try Self.rows(home, "body_mass") == ["HKQuantityTypeIdentifierBodyMass lb chosen"])
        let table = try Tool.run(["units", "bodyMass"], in: home)
        #expect(
            table.lines.map { $0.split(separator: " ").map(String.init) } == [
                ["type", "unit", "why"], ["bodyMass", "lb", "chosen"],
            ])
        #expect(try Tool.run(["units", "bodyMass", "--usual"], in: home).status == 0)
        #expect(try Self.rows(home, "bodyMass").first?.hasSuffix("usual") == true)
    }

    @Test(
        "unsuitable units are refused",
        arguments: [
            (["bodyMass", "m"], "not a unit for bodyMass"), (["bodyMass", "pund"], "pund"),
            (["sleepAnalysis", "min"], "have no unit"), (["weight", "kg"], "no type is called"),
            (["--usual"], "--usual needs a type"), (["bodyMass", "kg", "--usual"], "cannot be combined"),
        ] as [([String], String)])
    func refusals(_ arguments: [String], text: String) throws {
        let home = try Home()
        let result = try Tool.run(["units"] + arguments, in: home)
        #expect(result.status == 2)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(text), "\(result.errors)")
    }
}
