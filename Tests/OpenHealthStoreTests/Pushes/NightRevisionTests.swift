// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of nights whose phases are sent one by one, without identifiers, as by Health Auto Export.
@Suite struct NightRevisionTests {
    /// A reading: minutes after 21:00 UTC, which is 22:00 in Berlin, and the name of the phase.
    private typealias Phase = (from: Int, to: Int, name: String)

    /// 21:00 UTC on 9 March 2024.
    private static let evening = 1_710_018_000

    private static func date(_ minutes: Int) -> String {
        let formatter = ISO8601DateFormatter()
        let text = formatter.string(from: Date(timeIntervalSince1970: Double(evening + 60 * minutes)))
        return text.replacing("T", with: " ").replacing("Z", with: " +0000")
    }

    private static func json(_ phases: [Phase], source: String = "AutoSleep") -> String {
        let data = phases.map { phase in
            """
            {"startDate":"\(date(phase.from))","endDate":"\(date(phase.to))","qty":1,"value":"\(phase.name)","source":"\(source)"}
            """
        }
        return "{\"data\":{\"metrics\":[{\"name\":\"sleep_analysis\",\"units\":\"hr\",\"data\":["
            + data.joined(separator: ",") + "]}]}}"
    }

    /// Returns an empty store of a person whose days begin in a time zone.
    private static func store(_ zone: TimeZone? = .gmt) throws -> ScratchStore {
        let store = try ScratchStore()
        _ = try store.database.ingest(BatchList([]), options: .init(file: "empty", timeZone: zone))
        return store
    }

    private static func contents(_ store: ScratchStore) throws -> [String] {
        try store.expectNoFaults()
        return try store.database.records(SampleRequest()).map { record in
            let minutes = [record.start, record.end].map { Int($0.timeIntervalSince1970) / 60 - evening / 60 }
            return "\(minutes[0])-\(minutes[1]) \(Int(record.value ?? -1))"
        }.sorted()
    }

    /// Pushes nights one after the other, and returns the stored readings.
    private static func result(_ pushes: [[Phase]]) throws -> [String] {
        let store = try store()
        for push in pushes { try store.push(json(push)) }
        #expect(try store.database.check().findings == [])
        return try contents(store)
    }

    private static func lines(_ phases: [Phase]) -> [String] {
        let values = ["InBed": 0, "Asleep": 1, "Awake": 2, "Core": 3, "Deep": 4, "REM": 5]
        return phases.map { "\($0.from)-\($0.to) \(values[$0.name] ?? -1)" }.sorted()
    }

    private static let night: [Phase] = [
        (0, 90, "Core"), (90, 150, "Deep"), (150, 160, "Awake"), (160, 540, "REM"),
    ]

    @Test func `a night that is edited and sent again replaces all readings of the earlier one`() throws {
        let edited: [[Phase]] = [
            [(60, 480, "Asleep")], [(0, 480, "Asleep")], [(60, 540, "Asleep")], [(30, 570, "Asleep")],
            [(60, 90, "Core"), (90, 150, "Deep"), (160, 480, "REM")],
            // Begins with a phase that the earlier one had, and ends earlier.
            [(90, 150, "Deep"), (150, 480, "Core")],
        ]
        let versions: [[Phase]] = [[(0, 540, "Asleep")], Self.night]
        for first in versions {
            for later in edited {
                #expect(try Self.result([first, later]) == Self.lines(later), "\(first) \(later)")
                #expect(try Self.result([first, later, later]) == Self.lines(later))
            }
        }
        #expect(try Self.result([Self.night, [(60, 480, "Core")], Self.night]) == Self.lines(Self.night))
    }

    @Test func `phases that are revised leave none of the earlier ones, and the answer counts them`() throws {
        let store = try Self.store()
        let early: [Phase] = [(60, 120, "Core"), (120, 180, "Deep"), (180, 240, "Core")]
        let late: [Phase] = [(60, 480, "Core")]
        #expect(try store.push(Self.json(early)).allSamples == .init(added: 3))
        #expect(try store.push(Self.json(late)).allSamples == .init(replaced: 1))
        #expect(try Self.contents(store) == Self.lines(late))
        let revisions = try store.database.revisions(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, from: .distantPast, to: .distantFuture)
        #expect(revisions == .init(samples: 1, versions: 3))
        // The earlier state again, and another source, which is not compared.
        #expect(try store.push(Self.json(early)).allSamples == .init(known: 3))
        #expect(try Self.contents(store) == Self.lines(late))
        #expect(try store.push(Self.json(early, source: "Ring")).allSamples == .init(added: 3))
        #expect(try Self.contents(store).count == 4)
    }

    @Test(arguments: [1, 2, 100]) func `a night that is read in batches replaces the earlier one`(size: Int) throws {
        let store = try Self.store()
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let later: [Phase] = [(60, 120, "Core"), (120, 160, "Deep"), (160, 480, "Core")]
        for phases in [Self.night, later] {
            var json = Self.json(phases)
            try json.withUTF8 { bytes in
                _ = try store.database.ingest(app: "phone", now: now, size: size) { sink in
                    try HealthAutoExportReader.read(bytes, aggregation: .individual, now: now, into: sink)
                }
            }
        }
        #expect(try Self.contents(store) == Self.lines(later))
    }

    @Test func `parts of a night and naps in it delete nothing`() throws {
        let all = Self.lines(Self.night)
        for cut in 1..<Self.night.count {
            let parts = [Array(Self.night[..<cut]), Array(Self.night[cut...])]
            #expect(try Self.result(parts) == all)
            #expect(try Self.result(Array(parts.reversed()) + [Self.night] + parts) == all)
        }
        #expect(try Self.result([Self.night, [(200, 230, "Asleep")]]) == all)
        // The next part contains the last phase, which has grown, and other phases follow.
        let grown: [Phase] = [(160, 600, "REM"), (600, 620, "Core")]
        let first = Array(Self.night[..<3])
        let last: [Phase] = [(160, 170, "REM")]
        #expect(try Self.result([first + last, grown]) == Self.lines(first + grown))
        // Time in bed is not compared with sleep.
        let inBed: [Phase] = [(0, 540, "InBed")]
        #expect(try Self.result([Self.night, inBed]).count == 5)
        // A night without its phases adds nothing.
        #expect(try Self.result([Self.night, [(0, 540, "Asleep")]]) == all)
    }

    @Test func `a push that begins at midnight keeps the phases of the evening`() throws {
        let store = try Self.store(TimeZone(identifier: "Europe/Berlin"))
        // Midnight in Berlin is after 120 minutes.
        let evening: [Phase] = [(60, 120, "Core")]
        let early: [Phase] = [(120, 180, "Deep"), (180, 240, "Core")]
        let today: [Phase] = [(120, 180, "Deep"), (180, 500, "Core")]
        try store.push(Self.json(evening + early))
        try store.push(Self.json(today))
        #expect(try Self.contents(store) == Self.lines(evening + today))
    }
}
