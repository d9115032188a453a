// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the date at which the data of a type ends.
@Suite struct DataEndTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let weight = "HKQuantityTypeIdentifierBodyMass"

    private static func document(_ records: [(type: String, unit: String, time: String)], exported: String?) -> String {
        let lines = records.map { record in
            "<Record type=\"\(record.type)\" sourceName=\"Phone\" unit=\"\(record.unit)\" startDate=\"\(record.time)\""
                + " endDate=\"\(record.time)\" value=\"5\"/>"
        }
        let date = exported.map { "<ExportDate value=\"\($0)\"/>\n" } ?? ""
        return "<HealthData locale=\"en_GB\">\n\(date)\(lines.joined(separator: "\n"))\n</HealthData>"
    }

    /// Returns noon UTC of a day of January 2024.
    private static func noon(_ day: Int) -> String { "2024-01-0\(day) 12:00:00 +0000" }

    private static func date(_ day: Int) -> Date {
        Date(timeIntervalSince1970: 1_704_110_400 + Double(day - 1) * 86_400)
    }

    @Test func theEndIsTheDateOfTheLatestExportWithRecordsOfTheType() throws {
        let store = try ScratchStore()
        #expect(try store.database.dataEnd(of: Self.steps) == nil)
        let early = (type: Self.steps, unit: "count", time: "2024-01-01 08:00:00 +0000")
        try store.importXML(Self.document([early], exported: Self.noon(2)))
        #expect(try store.database.dataEnd(of: Self.steps) == Self.date(2))
        #expect(try store.database.dataEnd(of: Self.weight) == nil)

        // A later export with only another type does not affect this one.
        let weight = (type: Self.weight, unit: "kg", time: "2024-01-01 08:00:00 +0000")
        try store.importXML(Self.document([weight], exported: Self.noon(4)))
        #expect(try store.database.dataEnd(of: Self.steps) == Self.date(2))
        #expect(try store.database.dataEnd(of: Self.weight) == Self.date(4))

        // A later export with no new record of the type shows that there were none.
        try store.importXML(Self.document([early], exported: Self.noon(5)))
        #expect(try store.database.dataEnd(of: Self.steps) == Self.date(5))

        // An earlier export and an export without a date change nothing.
        try store.importXML(Self.document([early], exported: Self.noon(3)))
        try store.importXML(Self.document([early], exported: nil))
        #expect(try store.database.dataEnd(of: Self.steps) == Self.date(5))
    }

    @Test func laterDataContinueTheType() throws {
        let store = try ScratchStore()
        let early = (type: Self.steps, unit: "count", time: "2024-01-01 08:00:00 +0000")
        try store.importXML(Self.document([early], exported: Self.noon(2)))
        let before = (type: Self.steps, unit: "count", time: "2024-01-02 11:59:59 +0000")
        try store.importXML(Self.document([before], exported: nil))
        #expect(try store.database.dataEnd(of: Self.steps) == Self.date(2))
        let later = (type: Self.steps, unit: "count", time: Self.noon(2))
        try store.importXML(Self.document([later], exported: nil))
        #expect(try store.database.dataEnd(of: Self.steps) == nil)
    }
}
