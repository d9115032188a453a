// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the kept data of types and sources after random saves, imports and deletions.
@Suite struct SourceOrderPropertyTests {
    private struct Key: Hashable {
        var type: String
        var source: String
    }

    private static let quantities: [HKQuantityTypeIdentifier] = [.stepCount, .flightsClimbed, .pushCount]
    private static let names = ["Ada’s iPhone", "Ada’s Apple Watch", "Pedometer", "Health"]

    @Test(arguments: UInt64(1)...20) func theStoreKnowsTheLatestStartEverSaved(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try ScratchStore()
        var expected: [Key: Double] = [:]
        func note(_ type: String, _ source: String, _ start: Double) {
            let key = Key(type: type, source: source)
            expected[key] = max(expected[key] ?? start, start)
        }
        var saved: [UUID] = []
        for _ in 0..<12 {
            let source = Self.names.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                var export = TestExport()
                for _ in 0..<Int.random(in: 1..<60, using: &generator) {
                    let type = (Self.quantities.randomElement(using: &generator) ?? .stepCount).rawValue
                    let name = Self.names.randomElement(using: &generator) ?? ""
                    let start = Int.random(in: -5_000_000..<5_000_000, using: &generator)
                    export.add(.init(type: type, source: name, start: start, end: start + 60))
                    note(type, name, MadeSamples.newYear.timeIntervalSince1970 + Double(start))
                }
                // Nested records use another code path.
                let nested = Int.random(in: 0..<5_000_000, using: &generator)
                export.add(
                    "Correlation", "type=\"HKCorrelationTypeIdentifierFood\"", start: nested, end: nested,
                    export.xml(
                        .init(
                            type: HKQuantityTypeIdentifier.dietaryWater.rawValue, unit: "mL", start: nested, end: nested
                        )))
                note(
                    "HKCorrelationTypeIdentifierFood", "Ada’s Watch",
                    MadeSamples.date(Double(nested)).timeIntervalSince1970)
                note(
                    HKQuantityTypeIdentifier.dietaryWater.rawValue, "Ada’s iPhone",
                    MadeSamples.date(Double(nested)).timeIntervalSince1970)
                try store.importXML(export.document)
            case 1:
                if let doomed = saved.popLast() { try store.database.delete([doomed]) }
            case 2 where expected.isEmpty == false:
                let number = try store.database.sources().randomElement(using: &generator)?.id
                try store.database.deleteSamples(ofSource: try #require(number))
                saved = []
            default:
                let samples = (0..<Int.random(in: 1..<9, using: &generator)).map { _ in
                    let start = Double.random(in: -5e6..<5e6, using: &generator)
                    return MadeSamples.quantity(
                        Self.quantities.randomElement(using: &generator) ?? .stepCount, 1, "count", from: start,
                        to: start + 30)
                }
                saved += try store.database.save(samples, source: ProvenanceData(sourceName: source))
                for sample in samples {
                    note(sample.quantityType.identifier, source, sample.startDate.timeIntervalSince1970)
                }
            }
        }
        let found = try store.database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT t.identifier, o.name, s.latest FROM type_source AS s
                    JOIN sample_type AS t ON t.id = s.type JOIN source AS o ON o.id = s.source
                    """)
            return Dictionary(
                uniqueKeysWithValues: rows.map { (Key(type: $0[0], source: $0[1]), $0[2] as Double) })
        }
        #expect(found == expected)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }
}
