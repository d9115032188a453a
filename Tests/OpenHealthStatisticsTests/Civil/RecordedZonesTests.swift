// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

@Suite struct RecordedZonesTests {
    private static let day = 86_400.0
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private static func zones(_ records: [(Double, String)]) -> RecordedZones {
        RecordedZones(records.map { .init(start: $0.0 * day, zone: $0.1) }, home: berlin)
    }

    @Test func aMomentHasTheZoneOfTheNearestRecordElseTheHomeZone() {
        let zones = Self.zones([(100, "America/New_York"), (104, "Europe/Lisbon"), (200, "Asia/Tokyo")])
        for (moment, name) in [
            (60, "Europe/Berlin"), (80, "America/New_York"), (100, "America/New_York"), (101.9, "America/New_York"),
            (102.1, "Europe/Lisbon"), (104, "Europe/Lisbon"), (130, "Europe/Lisbon"), (140, "Europe/Berlin"),
            (200, "Asia/Tokyo"), (300, "Europe/Berlin"),
        ] as [(Double, String)] {
            #expect(zones.zone(at: moment * Self.day).identifier == name, "\(moment)")
        }
    }

    @Test func theStretchesCoverTheRangeWithoutGaps() {
        var random = SeededGenerator(seed: 3)
        let names = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Nowhere/Land"]
        for _ in 0..<100 {
            let zones = Self.zones(
                (0..<random.below(30)).map { _ in (Double(random.below(400)), names[random.below(names.count)]) })
            let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 400 * Self.day))
            let parts = zones.stretches(from: start, to: end)
            #expect(parts.first?.start == 0 && parts.last?.end == 400 * Self.day)
            for (one, next) in zip(parts, parts.dropFirst()) {
                #expect(one.end == next.start && one.zone != next.zone)
            }
            for part in parts {
                #expect(zones.zone(at: part.start) == part.zone)
                #expect(zones.zone(at: (part.start + part.end) / 2) == part.zone)
            }
        }
    }

    @Test func aChangeOfOffsetMarksItsDaysAndTheirNeighbours() {
        // From Berlin to New York between noon of day 100 and noon of day 101.
        let zones = Self.zones([(90, "Europe/Berlin"), (100.5, "Europe/Berlin"), (101.5, "America/New_York")])
        #expect(zones.changeDays(in: .gmt) == [100, 101, 102])
        // Paris has the clocks of Berlin, and the return to the home zone without records is no change.
        #expect(Self.zones([(100, "Europe/Berlin"), (101, "Europe/Paris")]).changeDays(in: .gmt).isEmpty)
        #expect(Self.zones([(100, "Asia/Tokyo")]).changeDays(in: .gmt).isEmpty)
    }

    @Test func recordsThatContradictEachOtherStateNoPlace() {
        let zones = Self.zones((0..<1000).map { (Double($0), $0.isMultiple(of: 2) ? "Asia/Tokyo" : "Europe/Lisbon") })
        #expect(zones.stretches.count == 1 && zones.zone(at: 500 * Self.day) == Self.berlin)
        #expect(zones.changeDays(in: .gmt).isEmpty)
    }
}
