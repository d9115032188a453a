// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import Testing

@Suite struct DemoExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func document(
        _ demo: DemoExport, _ change: (inout DemoExport.Options) -> Void = { _ in }
    ) throws -> (text: String, truth: DemoTruth) {
        var options = DemoExport.Options()
        options.format = .xml
        change(&options)
        let url = folder.file("\(UUID().uuidString).xml")
        let truth = try demo.write(to: url, options: options)
        return (String(decoding: try Data(contentsOf: url), as: UTF8.self), truth)
    }

    private struct Census {
        /// The number of occurrences of each element, by its parent.
        var elements: [String: Int] = [:]
        /// The number of `Record` elements by their type.
        var types: [String: Int] = [:]
    }

    private func census(_ text: String) -> Census {
        var census = Census()
        var open: [String] = []
        let lines = Array(text.utf8).split(separator: 0x0A)
        let root = Array("<HealthData".utf8)
        for line in lines.drop(while: { !$0.starts(with: root) }) {
            let tag = line.drop { $0 == 0x20 }.dropFirst()
            if tag.first == 0x2F {
                #expect(open.popLast() == String(decoding: tag.dropFirst().dropLast(), as: UTF8.self))
                continue
            }
            let name = String(decoding: tag.prefix { $0 != 0x20 && $0 != 0x3E && $0 != 0x2F }, as: UTF8.self)
            census.elements["\(open.last ?? "")/\(name)", default: 0] += 1
            if name == "Record" {
                let type = tag.dropFirst("Record type=\"".utf8.count).prefix { $0 != 0x22 }
                census.types[String(decoding: type, as: UTF8.self), default: 0] += 1
            }
            if !tag.suffix(2).elementsEqual("/>".utf8) { open.append(name) }
        }
        #expect(open.isEmpty)
        return census
    }

    private func total(_ counts: [String: Int], _ name: String) -> Int {
        counts.filter { $0.key.hasSuffix("/\(name)") }.values.reduce(0, +)
    }

    @Test(arguments: [1, 500, 1499, 1500, 1501, 7777, 15_000])
    func theTruthEqualsTheDocument(records: Int) throws {
        let (text, truth) = try document(DemoExport(records: records, seed: 3))
        let census = census(text)
        let counts = census.elements
        let pressures = truth.byType["HKQuantityTypeIdentifierBloodPressureSystolic", default: 0] * 2
        #expect(truth.records == max(500, records))
        #expect(truth.records == truth.byType.values.reduce(0, +))
        #expect(truth.records == total(counts, "Record") - pressures)
        #expect(truth.metadataEntries == total(counts, "MetadataEntry"))
        #expect(truth.correlations == counts["HealthData/Correlation"])
        #expect(truth.workouts == counts["HealthData/Workout"])
        #expect(truth.workoutStatistics == counts["Workout/WorkoutStatistics"])
        #expect(truth.workoutEvents == counts["Workout/WorkoutEvent"])
        #expect(truth.workoutActivities == counts["Workout/WorkoutActivity"])
        #expect(truth.activityStatistics == counts["WorkoutActivity/WorkoutStatistics"])
        #expect(truth.activityEvents == counts["WorkoutActivity/WorkoutEvent"])
        #expect(truth.routes == counts["Workout/WorkoutRoute"])
        #expect(truth.heartbeats == total(counts, "InstantaneousBeatsPerMinute"))
        #expect(truth.activitySummaries == counts["HealthData/ActivitySummary"])
        #expect(truth.clinicalRecords == counts["HealthData/ClinicalRecord"])
        #expect(truth.audiograms == counts["HealthData/Audiogram"])
        #expect(truth.sensitivityPoints == counts["Audiogram/SensitivityPoint"])
        #expect(truth.visionPrescriptions == counts["HealthData/VisionPrescription"])
        #expect(truth.unknownElements == ["MoodJournal": counts["HealthData/MoodJournal", default: 0]])
        for (type, count) in truth.byType {
            let isPressure = type.contains("BloodPressure")
            #expect(count * (isPressure ? 2 : 1) == census.types[type])
        }
    }

    @Test func everySizeHasEveryKind() throws {
        let url = folder.file("small.zip")
        let truth = try DemoExport(records: 500).write(to: url)
        #expect(truth.byType.count > 60)
        for count in [
            truth.correlations, truth.workouts, truth.workoutStatistics, truth.workoutEvents, truth.workoutActivities,
            truth.routes, truth.routePoints, truth.ecgs, truth.ecgVoltages, truth.heartbeats, truth.activitySummaries,
            truth.clinicalRecords, truth.audiograms, truth.sensitivityPoints, truth.visionPrescriptions,
        ] { #expect(count > 0) }
    }

    @Test func theSameSeedGivesTheSameBytesAndAnotherOthers() throws {
        for name in ["a.zip", "b.zip"] { try DemoExport(records: 3000, seed: 5).write(to: folder.file(name)) }
        try DemoExport(records: 3000, seed: 6).write(to: folder.file("c.zip"))
        let a = try Data(contentsOf: folder.file("a.zip"))
        #expect(a == (try Data(contentsOf: folder.file("b.zip"))))
        #expect(a != (try Data(contentsOf: folder.file("c.zip"))))
    }

    @Test func theArchiveEqualsTheTruth() throws {
        let url = folder.file("demo.zip")
        var options = DemoExport.Options()
        options.language = .german
        options.mainName = "导出"
        let truth = try DemoExport(records: 51_000, seed: 2).write(to: url, options: options)
        let archive = try ZipArchive(url: url)
        var points = 0
        var voltages = 0
        var documents = 0
        for entry in archive.entries {
            var source = try archive.open(entry)
            if entry.path.hasSuffix(".gpx") {
                let route = try GPXReader.points(from: &source, file: entry.path)
                #expect(route.diagnostics.isEmpty)
                points += route.points.count
            } else {
                let bytes = try source.readAll(limit: 1 << 30, file: entry.path)
                if entry.path.hasSuffix(".csv") {
                    let facts = try ElectrocardiogramCSVReader.read(Data(bytes), file: entry.path)
                    #expect(facts.sampleRate == 512)
                    #expect(abs((facts.voltages.max() ?? 0) - 950) < 100)
                    voltages += facts.voltages.count
                } else if entry.path.hasSuffix(".json") {
                    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
                    documents += 1
                }
            }
        }
        #expect(points == truth.routePoints)
        #expect(voltages == truth.ecgVoltages)
        #expect(documents == truth.clinicalRecords)
        #expect(Set(archive.entries.map(\.path)).count == archive.entries.count)
        #expect(archive.entries.map(\.path).contains("apple_health_export/导出.xml"))
        #expect(archive.entries.map(\.path).contains("apple_health_export/export_cda.xml"))
    }

    @Test func everyNamedRouteAndDocumentExists() throws {
        let url = folder.file("demo")
        try DemoExport(records: 12_000).write(to: url)
        let text = String(decoding: try Data(contentsOf: url.appendingPathComponent("export.xml")), as: UTF8.self)
        for attribute in [" path=\"", "resourceFilePath=\""] {
            let parts = text.components(separatedBy: attribute).dropFirst()
            #expect(!parts.isEmpty)
            for part in parts {
                let path = String(part.prefix { $0 != "\"" })
                #expect(FileManager.default.fileExists(atPath: url.path + path))
            }
        }
    }

    // MARK: The same data, written otherwise

    /// Returns the values of an attribute in the order of the document.
    private func values(_ text: String, _ attribute: String) -> [Substring] {
        text.split(separator: "\n").compactMap { line in
            line.range(of: " \(attribute)=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
        }
    }

    @Test func anotherSeasonUnitAndPointerGivesTheSameData() throws {
        let demo = DemoExport(records: 5000, seed: 4)
        let (first, truth) = try document(demo)
        let (second, otherTruth) = try document(demo) {
            $0.exportOffset = 7200
            $0.units = .imperial
            $0.devicePointerSeed = 9
            $0.language = .american
        }
        #expect(truth == otherTruth)
        func instants(_ text: String) -> [Int64?] {
            values(text, "startDate").map { value in
                let bytes = Array(value.utf8)
                return bytes.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.flatMap { parseExportDate($0, buffer.count)?.seconds }
                }
            }
        }
        #expect(instants(first) == instants(second))
        #expect(!instants(first).contains(nil))
        #expect(values(first, "startDate").allSatisfy { $0.hasSuffix("+0100") })
        #expect(values(second, "startDate").allSatisfy { $0.hasSuffix("+0200") })
        let pairs: [(String, String, Double, Double)] = [
            ("km", "mi", 1.609344, 0), ("kg", "lb", 0.45359237, 0), ("kcal", "kJ", 1 / 4.184, 0),
            ("degC", "degF", 1 / 1.8, -32 / 1.8),
        ]
        let units = (values(first, "unit"), values(second, "unit"))
        for (metric, imperial, scale, shift) in pairs {
            #expect(units.0.contains(Substring(metric)) && !units.1.contains(Substring(metric)))
            let old = first.split(separator: "\n").filter {
                $0.contains("<Record") && $0.contains(" unit=\"\(metric)\"")
            }
            let new = second.split(separator: "\n").filter {
                $0.contains("<Record") && $0.contains(" unit=\"\(imperial)\"")
            }
            #expect(!old.isEmpty && old.count == new.count)
            for (a, b) in zip(
                values(old.joined(separator: "\n"), "value"), values(new.joined(separator: "\n"), "value"))
            {
                let one = try #require(parseDouble(String(a)))
                let other = try #require(parseDouble(String(b)))
                #expect(abs(one - (other * scale + shift)) <= max(abs(one), 32) * 1.2e-5)
            }
        }
        func pointers(_ text: String) -> Set<Substring> {
            Set(text.components(separatedBy: "HKDevice: 0x").dropFirst().map { Substring($0.prefix { $0 != "&" }) })
        }
        #expect(pointers(first).count > 10)
        #expect(pointers(first).isDisjoint(with: pointers(second)))
    }

    @Test func aLaterExportContainsTheEarlier() throws {
        let demo = DemoExport(records: 9000, seed: 8)
        let (first, truth) = try document(demo)
        let (second, laterTruth) = try document(demo) { $0.appendDays = 5 }
        #expect(laterTruth.records > truth.records + 5000)
        for (type, count) in truth.byType { #expect(laterTruth.byType[type, default: 0] >= count) }
        func records(_ text: String) -> [Substring: Int] {
            var counts: [Substring: Int] = [:]
            for line in text.split(separator: "\n")
            where line.contains("<Record ") || line.contains("<ActivitySummary ") {
                counts[line, default: 0] += 1
            }
            return counts
        }
        let later = records(second)
        for (line, count) in records(first) where later[line, default: 0] < count {
            Issue.record("lost: \(line.prefix(100))")
        }
    }

    @Test(arguments: [(2026, 11, 21), (2024, 2, 29), (1980, 1, 1)])
    func dataEndsOnTheRequestedDay(_ year: Int, _ month: Int, _ day: Int) throws {
        let (text, _) = try document(DemoExport(records: 2000)) {
            $0.lastDay = DateComponents(year: year, month: month, day: day)
        }
        let days = values(text, "dateComponents").sorted()
        #expect(days.last == Substring("\(year)-\(pad(month))-\(pad(day))"))
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    }

    @Test func exactDuplicatesAndOverlappingSourcesExist() throws {
        let (text, _) = try document(DemoExport(records: 5000))
        let weights = text.split(separator: "\n").filter { $0.contains("IdentifierStepCount\"") }
        #expect(Set(weights).count < weights.count)
        #expect(weights.contains { $0.contains("iPhone") })
        #expect(weights.contains { $0.contains("Apple\u{A0}Watch") })
    }

    @Test func beatTimesAreInThePhonesLanguage() throws {
        for (language, sample) in [
            (DemoExport.Language.english, #/time="\d\d:\d\d:\d\d\.\d\d"/#),
            (.german, #/time="\d\d:\d\d:\d\d,\d\d"/#), (.englishInPortugal, #/time="\d\d:\d\d:\d\d,\d\d"/#),
            (.american, #/time="\d{1,2}:\d\d:\d\d\.\d\d\u{202F}[AP]M"/#),
        ] {
            let (text, truth) = try document(DemoExport(records: 500)) { $0.language = language }
            #expect(text.matches(of: sample).count == truth.heartbeats)
        }
    }

    @Test func anUnwritablePathIsRefused() throws {
        let error = #expect(throws: FormatError.self) {
            try DemoExport(records: 500).write(to: folder.file("no/such/place.zip"))
        }
        #expect(error?.code == .notWritable)
    }
}
