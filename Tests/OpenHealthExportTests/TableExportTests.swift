// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct TableExportTests {
    @Test func tablesHaveARowForEachSample() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "tables", format: "ndjson")
        for type in try database.types() where type.kind != .unknownElement && receipt.types[type.identifier] != nil {
            #expect(receipt.types[type.identifier] == type.count, "\(type.identifier)")
            let name = HealthTypes.named(type.identifier)?.swiftName ?? type.identifier
            let url = world.file("tables/samples/\(name).ndjson")
            let rows = try Self.rows(url)
            #expect(rows.count == type.count)
            let request = SampleRequest(types: [type.identifier])
            let uuids = try database.records(request).map(\.uuid.uuidString)
            #expect(rows.map { $0["uuid"]?.string } == uuids)
            for row in rows { #expect(Self.keys(row) == SampleTable.columns) }
        }
        #expect(receipt.types.count >= (try database.types().filter { $0.count > 0 }.count) - 2)
    }

    @Test func valuesAreThoseOfTheStore() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        try world.export(database, to: "tables", format: "ndjson")
        let rows = try Self.rows(world.file("tables/samples/bodyMass.ndjson"))
        let records = try database.records(SampleRequest(types: ["HKQuantityTypeIdentifierBodyMass"]))
        #expect(!rows.isEmpty)
        for (row, record) in zip(rows, records) {
            #expect(row["value"]?.double == record.value)
            #expect(row["original_value"]?.double == record.originalValue)
            #expect(row["source"]?.string == record.source)
            #expect(row["start"]?.string == TableDate.text(record.start.timeIntervalSince1970))
            let pairs = (row["metadata"]?.array ?? []).map {
                MetadataPair(key: $0["key"]?.string ?? "", value: $0["value"]?.string ?? "")
            }
            #expect(pairs == record.metadata)
        }
    }

    @Test func fieldsOfCSVAreQuotedWhereNeeded() {
        var text = ""
        let cells: [TableCell] = [
            .text("a,b"), .text("say \"x\""), .text("two\nlines"), .text(""), .null, .number(0.1), .number(1e-7),
            .integer(-3), .date(-0.5), .truth(true),
        ]
        TableEncoder.csv.append(cells, cells.indices.map { "c\($0)" }, to: &text)
        #expect(
            text
                == "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\",,0.1,0.0000001,-3,1969-12-31T23:59:59.500000Z,true\n")
        text = ""
        TableEncoder.ndjson.append([.text("a\"\n"), .null, .date(0)], ["x", "y", "z"], to: &text)
        #expect(text == "{\"x\":\"a\\\"\\n\",\"y\":null,\"z\":\"1970-01-01T00:00:00.000000Z\"}\n")
    }

    @Test func plainNumbersReadBackAsTheSame() {
        for number in [
            0.0, 1, -1, 0.1, 1e-7, .leastNonzeroMagnitude, 1e22, 1.7976931348623157e308, 123_456_789.123456789, 2.5e-10,
        ] {
            let text = PlainNumber.text(number)
            #expect(Double(text) == number)
            #expect(!text.contains("e"))
        }
    }

    private static func rows(_ url: URL) throws -> [JSONValue] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { try #require(JSONValue(String($0))) }
    }

    private static func keys(_ row: JSONValue) -> [String] {
        if case .object(let entries) = row { return entries.map(\.0) }
        return []
    }
}
