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
            // Rows that decide the type of a column can be first.
            #expect(Set(rows.map { $0["uuid"]?.string ?? "" }) == Set(uuids))
            for row in rows { #expect(Self.keys(row) == SampleTable.columns.map(\.name)) }
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

    @Test func tonesSayAsTruthValuesWhetherTheOtherEarWasMasked() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let tests = [(HKAudiogramSensitivityTestSide.left, true), (.right, false)].compactMap { side, masked in
            try? HKAudiogramSensitivityTest(
                sensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 8), type: .air, masked: masked,
                side: side, clampingRange: nil)
        }
        let hertz = HKQuantity(unit: .hertz(), doubleValue: 500)
        let points = [
            try HKAudiogramSensitivityPoint(frequency: hertz, tests: tests),
            try HKAudiogramSensitivityPoint(frequency: hertz, tests: [tests[0]]),
        ]
        let start = Date(timeIntervalSince1970: 1_704_067_200)
        try database.save(
            [HKAudiogramSample(sensitivityPoints: points, start: start, end: start + 60, device: nil, metadata: nil)],
            source: ProvenanceData(sourceName: "Hearing"))
        try world.export(database, to: "tables", format: "ndjson")
        let rows = try Self.rows(world.file("tables/audiogram_points.ndjson"))
        #expect(rows.map { $0["left_ear_masked"] } == [.bool(true), .bool(true)])
        #expect(rows.map { $0["right_ear_masked"] } == [.bool(false), .null])
    }

    @Test func workoutsNameTheWorkoutOfWhichTheyAreCopies() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let start = Date(timeIntervalSince1970: 1_704_067_200)
        func run(_ seconds: Double) -> HKWorkout {
            HKWorkout(activityType: .running, start: start, end: start + seconds)
        }
        let (shown, copy) = (run(3600), run(3630))
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5000), start: start,
            end: start + 3600)
        try database.save([steps, shown], source: ProvenanceData(sourceName: "Watch"))
        try database.save([copy], source: ProvenanceData(sourceName: "Strava"))
        try world.export(database, to: "tables", format: "ndjson")
        let rows = try Self.rows(world.file("tables/workouts.ndjson"))
        #expect(rows.count == 2)
        for row in rows {
            // Missing texts are empty.
            let original = row["workout"]?.string == copy.uuid.uuidString ? shown.uuid.uuidString : ""
            #expect((row["copy_of"]?.string ?? "") == original)
        }
        #expect(rows.compactMap { $0["copy_of"]?.string }.filter { !$0.isEmpty } == [shown.uuid.uuidString])
        try world.export(database, to: "parquet", format: "parquet")
        let file = try Data(contentsOf: world.file("parquet/workouts.parquet"))
        #expect(file.range(of: Data("copy_of".utf8)) != nil)
    }

    @Test func fieldsOfCSVAreQuotedWhereNeeded() {
        let cells: [TableCell] = [
            .text("a,b"), .text("say \"x\""), .text("two\nlines"), .text(""), .null, .number(0.1), .number(1e-7),
            .integer(-3), .date(-0.5), .truth(true),
        ]
        #expect(
            Self.line(.csv, cells, cells.indices.map { .text("c\($0)") })
                == "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\",,0.1,0.0000001,-3,1969-12-31T23:59:59.500000Z,true\n")
        #expect(
            Self.line(.ndjson, [.text("a\"\n"), .null, .date(0)], [.text("x"), .number("y"), .date("z")])
                == "{\"x\":\"a\\\"\\n\",\"y\":null,\"z\":\"1970-01-01T00:00:00.000000Z\"}\n")
    }

    @Test func numbersHaveADecimalPointAndIntegersHaveNone() {
        let numbers: [(Double, String)] = [
            (0, "0.0"), (-0.0, "-0.0"), (79, "79.0"), (-5, "-5.0"), (1e15, "1000000000000000.0"),
            (1e22, "10000000000000000000000.0"), (0.5, "0.5"), (123_456_789.25, "123456789.25"),
        ]
        for (number, text) in numbers {
            #expect(Self.line(.csv, [.number(number)], [.number("a")]) == text + "\n")
            #expect(Double(text) == number)
        }
        for number in [0, 7, 10, -10, 99, 100, Int64.max, Int64.min] {
            #expect(Self.line(.ndjson, [.integer(number)], [.integer("a")]) == "{\"a\":\(number)}\n")
        }
        #expect(Self.line(.ndjson, [.number(.nan)], [.number("a")]) == "{\"a\":null}\n")
        #expect(Self.line(.csv, [.number(.infinity)], [.number("a")]) == "\n")
    }

    @Test func decimalsAreTheShortestThatReadBackAsTheSame() {
        var divisor = 1.0
        for _ in 0...8 {
            for whole in [1, 7, 10, 99, 101, 4535, 12_300, 999_999, 123_456_789, 99_999_999_999_999, 1 << 53] {
                let number = Double(whole) / divisor
                for number in [number, -number, number.nextUp, number.nextDown, number * 0.453_592_37] {
                    let plain = PlainNumber.text(number)
                    let expected = plain.contains(".") ? plain : plain + ".0"
                    #expect(Self.line(.csv, [.number(number)], [.number("a")]) == expected + "\n")
                }
            }
            divisor *= 10
        }
    }

    @Test func missingTextsAndListsAreEmptyInJSON() {
        let columns: [TableColumn] = [
            .text("a"), .pairs("b"), .texts("c"), .json("d"), .number("e"), .date("f"), .truth("g"), .day("h"),
        ]
        #expect(
            Self.line(.ndjson, columns.map { _ in .null }, columns)
                == #"{"a":"","b":[],"c":[],"d":"","e":null,"f":null,"g":null,"h":null}"# + "\n")
        #expect(Self.line(.csv, columns.map { _ in .null }, columns) == ",,,,,,,\n")
        let detail = TableCell.json(.object([("a", .bool(true))]))
        #expect(Self.line(.ndjson, [detail], [.json("d")]) == #"{"d":"{\"a\":true}"}"# + "\n")
    }

    /// - Parameter length: The length of a text in each row. Small tables are read once.
    @Test(arguments: [1, 10_000]) func theFirstRowsHaveTheTypesOfAllColumns(length: Int) throws {
        let filler = String(repeating: "x", count: length)
        let columns: [TableColumn] = [
            .integer("row"), .text("version"), .number("late"), .text("zone"), .text("filler"),
        ]
        let table = ExportTable("rows", columns) { _, add in
            for row in 0..<500 {
                try add([
                    .integer(Int64(row)), .text(row < 300 ? "9.1" : "10.1.1"), row < 400 ? .null : .number(0.5),
                    row < 450 ? .null : .text("Europe/Berlin"), .text(filler),
                ])
            }
        }
        let world = try ExportWorld()
        let database = try world.demo(records: 200)
        for (encoder, first) in [(TableEncoder.csv, ["300", "400", "450"]), (.ndjson, ["400"])] {
            let output = try FolderOutput(
                url: world.file(encoder.suffix), replaces: false, format: "csv", date: Date())
            try StoreContents.read(database, ContentSelection()) { contents in
                let context = ExportContext(contents, output: output, date: Date()) { _ in }
                let isWritten = try TableFile(tables: [table], encoder: encoder).write(to: "rows", context)
                #expect(isWritten)
            }
            try output.finish()
            var lines = try String(contentsOf: world.file("\(encoder.suffix)/rows"), encoding: .utf8)
                .split(separator: "\n").map(String.init)
            if encoder == .csv { #expect(lines.removeFirst() == "row,version,late,zone,filler") }
            let numbers = try lines.map { line in
                try #require(line.firstMatch(of: /[0-9]+/).map { String($0.output) })
            }
            let others = (0..<500).map(String.init).filter { !first.contains($0) }
            #expect(numbers == first + others, "\(encoder)")
        }
    }

    @Test func filesAreTheSameWithOneThread() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        for format in ["csv", "ndjson"] {
            var exporter = Exporter(format: try ExportFormats.named(format))
            exporter.threads = 1
            let one = try exporter.run(database, to: world.file("one-\(format)"))
            exporter.threads = 3
            let three = try exporter.run(database, to: world.file("three-\(format)"))
            #expect(one == three)
            for path in try FileManager.default.subpathsOfDirectory(atPath: world.file("one-\(format)").path)
            where path.contains(".") && path != FolderOutput.manifestName {
                #expect(
                    try Data(contentsOf: world.file("one-\(format)/\(path)"))
                        == Data(contentsOf: world.file("three-\(format)/\(path)")), "\(path)")
            }
        }
    }

    @Test func dailyFiguresAreThoseOfParquet() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        try world.export(database, to: "tables", format: "ndjson")
        let rows = try Self.rows(world.file("tables/statistics/quantities.ndjson"))
        let count = try StoreContents.read(database, ContentSelection()) { contents in
            try contents.types.filter { $0.kind == .quantity }.reduce(0) { try $0 + contents.dailyFigures($1).count }
        }
        #expect(rows.count == count)
        #expect(rows.allSatisfy { ($0["day"]?.string ?? "").wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil })
        #expect(try !Self.rows(world.file("tables/statistics/categories.ndjson")).isEmpty)
        var selection = ContentSelection()
        selection.sources = [try #require(try database.sources().first?.name)]
        try world.export(database, to: "some", format: "csv", selection: selection)
        #expect(!FileManager.default.fileExists(atPath: world.file("some/statistics").path))
    }

    @Test func theScriptLoadsEveryFile() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        for format in ["csv", "ndjson"] {
            try world.export(database, to: format, format: format)
            let script = try String(contentsOf: world.file("\(format)/\(LoadScript.name)"), encoding: .utf8)
            for path in try FileManager.default.subpathsOfDirectory(atPath: world.file(format).path)
            where path.hasSuffix(".\(format)") {
                #expect(script.contains("'\(path)'"), "\(path)")
            }
            #expect(script.contains("CREATE TABLE \"samples\""))
            #expect(script.contains("CREATE TABLE \"daily_quantities\""))
        }
    }

    private static func line(_ encoder: TableEncoder, _ cells: [TableCell], _ columns: [TableColumn]) -> String {
        var bytes = TableBytes(small: ())
        encoder.append(cells, columns, to: &bytes)
        return bytes.text
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
