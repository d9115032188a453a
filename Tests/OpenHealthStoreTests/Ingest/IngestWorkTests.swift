// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests that the work for a record does not grow with the number of distinct facts or of records with the same start date.
@Suite(.timeLimit(.slow)) struct IngestWorkTests {
    /// Returns a record. By default, the dates of consecutive records differ by one minute.
    private static func record(
        _ number: Int, type: String = "HKQuantityTypeIdentifierStepCount", source: String = "Phone",
        version: String = "1",
        device: String? = nil, unit: String = "count", value: String? = nil, minute: Int? = nil, content: String = ""
    ) -> String {
        let date = date(minute ?? number)
        let device = device.map { " device=\"&lt;&lt;HKDevice: 0x1&gt;, name:\($0)&gt;\"" } ?? ""
        return """
            <Record type="\(type)" sourceName="\(source)" sourceVersion="\(version)"\(device) unit="\(unit)" \
            startDate="\(date)" endDate="\(date)" value="\(value ?? String(number))">\(content)</Record>\n
            """
    }

    private static func date(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (day, month, year) = (minute / 1440 % 28 + 1, minute / 40_320 % 12 + 1, 2000 + minute / 483_840)
        return "\(year)-\(two(month))-\(two(day)) \(two(minute / 60 % 24)):\(two(minute % 60)):00 +0000"
    }

    /// Inputs of any size whose records differ in one property.
    enum Input: String, CaseIterable, CustomTestStringConvertible {
        case types, unknownUnits, sources, versions, devices, metadataKeys, metadataValues, unknownElements,
            activityTypes
        case oneStart, equalRecords, texts, workouts, correlations, children, nested, clinicalRecords

        var testDescription: String { rawValue }

        func body(_ count: Int) -> String {
            let record = IngestWorkTests.record
            let start = "startDate=\"\(date(0))\" endDate=\"\(date(1))\""
            func join(_ element: (Int) -> String) -> String { (0..<count).map(element).joined() }
            func child(_ number: Int) -> String {
                record(number, "HKQuantityTypeIdentifierDietaryEnergyConsumed", "Phone", "1", nil, "kcal", nil, 0, "")
            }
            switch self {
            case .types:
                return join {
                    record($0, "HKQuantityTypeIdentifierMade\($0)", "Phone", "1", nil, "count", nil, nil, "")
                }
            case .unknownUnits:
                return join { record($0, "Made", "Phone", "1", nil, "unit\($0)", nil, nil, "") }
            case .sources: return join { record($0, steps, "Source \($0)", "1", nil, "count", nil, nil, "") }
            case .versions: return join { record($0, steps, "Phone", "1.\($0)", nil, "count", nil, nil, "") }
            case .devices: return join { record($0, steps, "Phone", "1", "Device \($0)", "count", nil, nil, "") }
            case .metadataKeys:
                return join {
                    record(
                        $0, steps, "Phone", "1", nil, "count", nil, nil, "<MetadataEntry key=\"k\($0)\" value=\"1\"/>")
                }
            case .metadataValues:
                return join {
                    record(
                        $0, steps, "Phone", "1", nil, "count", nil, nil, "<MetadataEntry key=\"k\" value=\"\($0)\"/>")
                }
            case .unknownElements: return join { "<Made\($0) a=\"1\"/>\n" }
            case .activityTypes:
                return join { "<Workout workoutActivityType=\"Made\($0)\" sourceName=\"W\" \(start)/>\n" }
            case .oneStart: return join { record($0, steps, "Phone", "1", nil, "count", nil, 0, "") }
            case .equalRecords: return join { record($0, steps, "Phone", "1", nil, "count", "7", 0, "") }
            case .texts: return join { record($0, "Made", "Phone", "1", nil, "count", "text \($0)", 0, "") }
            case .workouts:
                return join { _ in
                    "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"W\" \(start)/>\n"
                }
            case .correlations:
                return join { number in
                    "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"W\" \(start)>\(child(number))"
                        + "</Correlation>\n"
                }
            case .children:
                return "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"W\" \(start)>"
                    + join(child) + "</Correlation>\n"
            case .nested:
                return join(child)
                    + "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"W\" \(start)>"
                    + join(child) + "</Workout>\n"
            case .clinicalRecords:
                return join {
                    "<ClinicalRecord type=\"Condition\" identifier=\"\($0)\" sourceName=\"Clinic\" sourceURL=\"\" "
                        + "fhirVersion=\"1\" receivedDate=\"\(date(0))\" resourceFilePath=\"\"/>\n"
                }
            }
        }

        private var steps: String { "HKQuantityTypeIdentifierStepCount" }
        private func date(_ minute: Int) -> String { IngestWorkTests.date(minute) }
    }

    @Test(arguments: Input.allCases)
    func `four times the input takes at most five times the work`(_ input: Input) throws {
        let (small, large) = (1500, 6000)
        let few = try WorkCount.ofImport(WorkCount.batches(input.body(small)))
        let many = try WorkCount.ofImport(WorkCount.batches(input.body(large)))
        #expect(few > small)
        #expect(many <= 5 * few, "\(few) steps for \(small), \(many) for \(large)")
    }

    @Test(arguments: [
        Input.oneStart, .equalRecords, .texts, .workouts, .correlations, .children, .nested, .clinicalRecords,
    ])
    func `many records with the same start date are found`(_ input: Input) throws {
        let store = try ScratchStore()
        let document = "<?xml version=\"1.0\"?>\n<HealthData>\n\(input.body(800))</HealthData>\n"
        let first = try store.importXML(document)
        let count = try store.count("SELECT count(*) FROM sample")
        #expect(count >= 800)
        let again = try store.importXML(document)
        #expect(again.records.added == 0)
        #expect(again.records.read == first.records.read)
        #expect(try store.count("SELECT count(*) FROM sample") == count)
        try store.expectNoFaults()
    }

    @Test func `importing sixty thousand records of one second finishes`() throws {
        let store = try ScratchStore()
        let batches = try WorkCount.batches(Input.oneStart.body(60_000))
        #expect(try store.importBatches(batches).records.added == 60_000)
        #expect(try store.importBatches(batches).records.added == 0)
    }

    /// Returns small batches of records of one second, or of a few seconds in turn, with different values.
    private static func batches(_ numbers: some Sequence<Int>, starts: Int = 1, size: Int = 200) -> [SampleBatch] {
        var batches = [SampleBatch()]
        batches[0].newTypes = ["HKQuantityTypeIdentifierStepCount"]
        batches[0].newProvenances = [ProvenanceData(sourceName: "Phone", unit: "count")]
        for (position, number) in numbers.enumerated() {
            if batches[batches.count - 1].rows.count == size { batches.append(SampleBatch()) }
            let start = Double(position % starts) * 60
            batches[batches.count - 1].rows.append(
                SampleRow(
                    type: 0, provenance: 0, start: start, end: start, value: Double(number)))
        }
        return batches
    }

    @Test(arguments: [1, 3])
    func `samples of one second are read once, and not again for each batch`(_ starts: Int) throws {
        func work(_ count: Int) throws -> (first: Int, again: Int) {
            let store = try ScratchStore()
            func once() throws -> Int {
                try store.database.write { db in
                    try WorkCount.of(db) {
                        let ingestion = try Ingestion(db)
                        for batch in Self.batches(0..<count, starts: starts) { try ingestion.take(batch) }
                        _ = try ingestion.finish(file: "made", started: .now, timeZone: nil)
                    }
                }
            }
            return (try once(), try once())
        }
        let (few, many) = (try work(2000), try work(8000))
        // The second import first tries a read of limited length. Reading them again for each batch takes 16 times as much.
        #expect(many.first <= 5 * few.first && many.again <= 8 * few.again, "\(few), \(many)")
    }

    @Test(arguments: [1, 7])
    func `imports in batches of samples of one second add what is missing, as often as it is missing`(_ starts: Int)
        throws
    {
        var generator = SeededGenerator(seed: 35)
        let store = try ScratchStore()
        var stored: [String: Int] = [:]
        for _ in 0..<3 {
            let numbers = (0..<1500).map { _ in generator.below(400) }
            var read: [String: Int] = [:]
            for (position, number) in numbers.enumerated() { read["\(position % starts) \(number)", default: 0] += 1 }
            let missing = read.reduce(0) { $0 + max(0, $1.value - stored[$1.key, default: 0]) }
            stored.merge(read) { max($0, $1) }
            #expect(
                try store.importBatches(Self.batches(numbers, starts: starts, size: 128)).records.added == missing)
        }
        try store.expectNoFaults()
    }

    @Test func `too many samples of one second are refused, whether they are read or added`() throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches(0..<400))
        try store.database.write { db in
            let facts = try SharedRows(db)
            let rows = try #require(try StoredRowReader(db).rows(type: 1, from: 0, to: 0))
            #expect(throws: StoreError.self) { _ = try StartGroup(rows, facts, limit: 399) }
            var group = try StartGroup(rows, facts, limit: 400)
            #expect(throws: StoreError.self) { try group.add(rows[0], facts) }
            #expect(throws: StoreError.self) {
                _ = try Candidates(StoredRowReader(db), type: 1, starts: [0], limit: 399)
            }
        }
    }

    @Test func `samples that do not fit in memory are read again, up to a limit`() throws {
        let large = LargeGroups(maximumKept: 150, maximumRead: 500)
        let store = try ScratchStore()
        try store.importBatches(Self.batches(0..<100))
        try store.database.write { db in
            let facts = try SharedRows(db)
            let rows = try #require(try StoredRowReader(db).rows(type: 1, from: 0, to: 0))
            large.keep(try StartGroup(rows, facts), 0, 0)
            #expect(large.contains(0, 0) && !large.contains(1, 0) && !large.contains(0, 1))
            large.keep(try StartGroup(rows, facts), 0, 1)
            #expect(!large.contains(0, 0) && large.contains(0, 1))
            #expect(large.take(0, 1)?.rows.count == 100 && large.take(0, 1) == nil)
        }
        for _ in 0..<5 { try large.noteReading(100) }
        // Small groups do not count.
        try large.noteReading(StartGroup.maximumListLength)
        let error = #expect(throws: StoreError.self) { try large.noteReading(100) }
        #expect(error?.code == .tooManyFacts)
    }

    // MARK: Limits

    @Test(arguments: [
        (Input.types, FactLimits(types: 20), "20 types"), (.sources, FactLimits(sources: 20), "20 sources"),
        (.devices, FactLimits(devices: 20), "20 devices"), (.versions, FactLimits(provenances: 20), "20 combinations"),
    ])
    func `an input with too many metadata dictionaries is refused`(_ input: Input, _ limits: FactLimits, _ name: String)
        throws
    {
        func take(_ count: Int) throws {
            let store = try ScratchStore()
            let batches = try WorkCount.batches(input.body(count))
            try store.database.write { db in
                let ingestion = try Ingestion(db, limits: limits)
                for batch in batches { try ingestion.take(batch) }
            }
        }
        try take(20)
        let error = #expect(throws: StoreError.self) { try take(21) }
        #expect(error?.code == .tooManyFacts)
        #expect(error?.message.contains(name) == true)
    }

    @Test func `a refused import does not change the store`() throws {
        let store = try ScratchStore()
        try store.importXML("<HealthData>\n\(Input.oneStart.body(3))</HealthData>\n")
        let error = #expect(throws: StoreError.self) {
            try store.importBatches(WorkCount.batches(Input.types.body(10_001)))
        }
        #expect(error?.code == .tooManyFacts)
        #expect(try store.count("SELECT count(*) FROM sample") == 3)
        #expect(try store.count("SELECT count(*) FROM sample_type") == 1)
        #expect(try store.count("SELECT count(*) FROM import") == 1)
    }

    @Test func `the number of views of unknown types is limited`() throws {
        let store = try ScratchStore()
        for names in [0..<600, 300..<900] {
            let body = names.map { Self.record($0, type: "Made\($0)") }.joined()
            try store.importXML("<HealthData>\n\(body)\(Self.record(1))</HealthData>\n")
        }
        let views = "SELECT count(*) FROM sqlite_master WHERE type = 'view' AND name LIKE 'type\\_%' ESCAPE '\\'"
        #expect(try store.count(views) == TypeViews.maximumUnknown)
        #expect(try store.count("SELECT count(*) FROM step_count") == 1)
        #expect(try store.database.check().findings == [])
    }
}
