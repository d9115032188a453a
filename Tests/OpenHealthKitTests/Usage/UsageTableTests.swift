// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct UsageTableTests {
    @Test func everyIdentifierNamesAType() {
        for (symbol, identifier) in Usage.identifiers + Usage.old.identifiers {
            #expect(HealthTypes.named(identifier) != nil, "\(symbol)")
        }
        #expect(Set(Usage.identifiers.map(\.value)).count == Usage.identifiers.count)
    }

    @Test func everyCaseHasItsRawValue() throws {
        let rows = try Self.rows("enums.csv")
        var known: [String: String] = [:]
        for row in rows { known["\(row[1]).\(row[5])"] = row[6] }
        for (symbol, value) in Usage.cases + Usage.old.cases {
            let name = symbol.hasPrefix("HKError.error") ? symbol.replacing("HKError.", with: "HKError.Code.") : symbol
            let raw = (value as? any RawRepresentable).map { String(describing: $0.rawValue) }
            #expect(raw != nil && raw == known[name], "\(symbol)")
        }
    }

    @Test func everyConstantHasAText() {
        for (symbol, text) in Usage.constants { #expect(!text.isEmpty, "\(symbol)") }
    }

    @Test func everyUnitMeasuresAType() {
        for (symbol, unit) in Usage.units {
            #expect(HKUnit(from: unit.unitString) == unit, "\(symbol)")
            #expect(HKQuantity(unit: unit, doubleValue: 2).doubleValue(for: unit) == 2, "\(symbol)")
        }
    }

    @Test func everyTypeExists() {
        for (symbol, type) in Usage.types {
            #expect(!String(reflecting: type).isEmpty, "\(symbol)")
        }
    }

    /// Each symbol of the table is used once by a test, or is known not to be part of HealthKit.
    @Test func everySymbolIsUsed() throws {
        let old = Usage.old.cases.map(\.symbol) + Usage.old.identifiers.map(\.symbol)
        let table = old + Usage.identifiers.map(\.symbol) + Usage.cases.map(\.symbol) + Usage.constants.map(\.symbol)
        let used = table + Usage.units.map(\.symbol) + Usage.types.map(\.symbol) + Usage.byHand
        let wanted = Set(try Self.rows("usage.csv").map { $0[1] })
        #expect(wanted.count > 1_000)
        let known = Set(used).union(Usage.foreign.keys)
        #expect(wanted.subtracting(known).sorted() == [], "without a test")
        #expect(known.subtracting(wanted).sorted() == [], "not in Data/usage.csv")
        #expect(Set(used).isDisjoint(with: Usage.foreign.keys))
        let counts = Dictionary(grouping: Usage.byHand) { $0 }.filter { $1.count > 1 }
        #expect(counts.keys.sorted() == [], "listed twice")
    }

    /// Returns the rows of a table in `Data` without the header. The relevant cells contain no commas.
    private static func rows(_ name: String) throws -> [[String]] {
        let text = try text("Data/\(name)")
        return text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Returns the contents of a file of this checkout.
    private static func text(_ path: String) throws -> String {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
