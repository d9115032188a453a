// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Compares the true totals of steps with the document, counted second by second.
@Suite struct DemoStepsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private struct Walk: Hashable {
        var source: String
        var start: Int
        var end: Int
        var steps: Int
    }

    /// Returns the contents of the demo and its steps, as parsed by a reader.
    private func make(
        _ demo: DemoExport, _ change: (inout DemoExport.Options) -> Void = { _ in }
    ) throws -> (truth: DemoTruth.Steps, walks: [Walk], isWatch: [String: Bool]) {
        var options = DemoExport.Options()
        change(&options)
        let url = folder.file("\(UUID().uuidString).xml")
        let truth = try demo.write(to: url, options: options)
        let reader = try AppleHealthExportReader(url: url, options: .init())
        var types: [String] = []
        var provenances: [ProvenanceData] = []
        var walks: [Walk] = []
        var isWatch: [String: Bool] = [:]
        while let batch = try reader.nextBatch() {
            types += batch.newTypes
            provenances += batch.newProvenances
            for row in batch.rows where types[Int(row.type)] == "HKQuantityTypeIdentifierStepCount" {
                let provenance = provenances[Int(row.provenance)]
                let walk = Walk(
                    source: provenance.sourceName, start: Int(row.start), end: Int(row.end), steps: Int(row.value))
                #expect(Double(walk.start) == row.start && Double(walk.end) == row.end)
                #expect(Double(walk.steps) == row.value)
                #expect(walk.end > walk.start)
                #expect(walk.steps % (walk.end - walk.start) == 0)
                #expect((1...3).contains(walk.steps / (walk.end - walk.start)))
                walks.append(walk)
                isWatch[walk.source] = provenance.device?.model == "Watch"
            }
        }
        #expect(walks.count == truth.byType["HKQuantityTypeIdentifierStepCount"])
        return (truth.steps, walks, isWatch)
    }

    /// Returns the totals with a source order, the best source first. An array of all seconds of the export is filled by one
    /// source after the other, where the previous ones have no steps.
    private func totals(_ walks: [Walk], order: [String], zone: TimeZone) -> DemoTruth.Steps.Totals {
        let first = walks.map(\.start).min() ?? 0
        let last = walks.map(\.end).max() ?? 0
        var counted = [Int](repeating: 0, count: last - first)
        for source in order {
            // The seconds of this source's walks, instead of all seconds of the export for each source.
            var own: [Int: Int] = [:]
            for walk in Set(walks) where walk.source == source {
                let steps = walk.steps / (walk.end - walk.start)
                for second in walk.start..<walk.end { own[second - first, default: 0] += steps }
            }
            for (second, steps) in own where counted[second] == 0 { counted[second] = steps }
        }
        var totals = DemoTruth.Steps.Totals()
        // The offset of a zone changes only at multiples of 15 minutes.
        var quarter = Int.min
        var day = ""
        for second in counted.indices where counted[second] > 0 {
            let time = first + second
            if time / 900 != quarter {
                quarter = time / 900
                let local = time + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(quarter * 900)))
                let date = CivilDay.date(local / 86_400)
                day = String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
            }
            totals.total += counted[second]
            totals.byDay[day, default: 0] += counted[second]
        }
        return totals
    }

    private func check(
        _ demo: DemoExport, zone name: String = "Europe/Berlin",
        _ change: (inout DemoExport.Options) -> Void = { _ in }
    ) throws {
        let zone = try #require(TimeZone(identifier: name))
        let (truth, walks, isWatch) = try make(demo) { options in
            change(&options)
            options.timeZone = zone
        }
        let sources = Set(walks.map(\.source)).sorted { one, other in
            let latest = { (name: String) in walks.filter { $0.source == name }.map(\.end).max() ?? 0 }
            return latest(one) > latest(other)
        }
        let watches = sources.filter { isWatch[$0] == true }
        let phones = sources.filter { isWatch[$0] == false }
        #expect(truth.zone == zone.identifier)
        #expect(truth.watches == watches)
        #expect(truth.phones == phones)
        let usual = totals(walks, order: watches + phones, zone: zone)
        #expect(truth.total == usual.total)
        #expect(truth.byDay == usual.byDay)
        #expect(truth.phonesFirst == totals(walks, order: phones + watches, zone: zone))
        #expect(truth.withoutWatches == totals(walks, order: phones, zone: zone))
        #expect(Set(truth.bySource.keys) == Set(sources))
        for source in sources { #expect(truth.bySource[source] == totals(walks, order: [source], zone: zone)) }
        let all = [truth.phonesFirst, truth.withoutWatches] + truth.bySource.values
        for one in all + [usual] {
            #expect(one.byDay.values.reduce(0, +) == one.total)
            #expect(one.byDay.values.allSatisfy { $0 > 0 })
        }
    }

    /// The days end on 10 April 2025: 24,000 records include the start of summer time in Berlin, the watch of the first half,
    /// and the move to New York, whose evenings are the next day in Berlin.
    @Test(arguments: [1, 7, 4242] as [UInt64])
    func theTotalsEqualTheDocument(seed: UInt64) throws {
        try check(DemoExport(records: 24_000, seed: seed))
    }

    @Test(arguments: ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo", "UTC"])
    func theTotalsHoldInEveryZone(zone: String) throws {
        try check(DemoExport(records: 9000, seed: 3), zone: zone) { $0.appendDays = 25 }
    }

    @Test(arguments: [1, 500, 1501, 3000])
    func theTotalsHoldInSmallExports(records: Int) throws {
        try check(DemoExport(records: records, seed: 9))
        try check(DemoExport(records: records, seed: 9)) { $0.appendDays = 3 }
    }

    /// The export contains a journey to Tokyo and, because its second half is in New York, one to Lisbon.
    @Test func theTotalsHoldOnJourneys() throws {
        try check(DemoExport(records: 72_000, seed: 5))
    }

    @Test func theDataHasOverlapsAndGaps() throws {
        let (truth, walks, _) = try make(DemoExport(records: 72_000, seed: 5))
        #expect(Set(walks).count < walks.count)
        #expect(truth.watches.count == 2 && truth.phones.count == 1)
        let distinct = Set(walks).sorted { $0.start < $1.start }
        let overlaps = { (walks: [Walk]) in
            zip(walks, walks.dropFirst()).filter { $0.source != $1.source && $1.start < $0.end }.count
        }
        #expect(overlaps(distinct) > distinct.count / 5)
        #expect(overlaps(distinct) < distinct.count / 2)
        let zone = try #require(TimeZone(identifier: truth.zone))
        let local = { (time: Int) in time + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))) }
        #expect(distinct.contains { local($0.start) / 86_400 < local($0.end - 1) / 86_400 })
        let naive = walks.map(\.steps).reduce(0, +)
        #expect(Double(naive) > Double(truth.total) * 1.25)
        #expect(truth.phonesFirst.total != truth.total)
        let offsets = Set(walks.map { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.start))) })
        #expect(offsets.count == 2)
    }

    @Test func theTotalsDependOnTheSeedOnly() throws {
        let demo = DemoExport(records: 6000, seed: 2)
        let plain = try make(demo).truth
        let dressed = try make(demo) { options in
            options.units = .imperial
            options.exportOffset = 32_400
            options.language = .german
            options.devicePointerSeed = 8
        }
        #expect(plain == dressed.truth)
        let other = try make(DemoExport(records: 6000, seed: 3)).truth
        #expect(plain.total != other.total)
        let later = try make(demo) { $0.appendDays = 4 }.truth
        #expect(later.byDay.count == plain.byDay.count + 4)
        for (day, steps) in plain.byDay { #expect(later.byDay[day, default: 0] >= steps) }
    }

    @Test func theTotalsRoundTrip() throws {
        let truth = try DemoExport(records: 3000).write(to: folder.file("demo.zip"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let data = try encoder.encode(truth)
        #expect(try JSONDecoder().decode(DemoTruth.self, from: data) == truth)
        #expect(try encoder.encode(DemoExport(records: 3000).write(to: folder.file("again.zip"))) == data)
    }
}
