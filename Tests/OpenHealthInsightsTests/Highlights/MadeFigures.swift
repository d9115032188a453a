// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

@testable import OpenHealthInsights

/// Figures that are made up, by day in a zone.
struct MadeFigures: InsightSource {
    var zone = TimeZone.gmt
    var series: [String: DailySeries] = [:]
    var stretches: [SleepStretch] = []
    var ends: [String: Date] = [:]
    var places: [RecordedZones.Record] = []
    var birth: DateComponents?
    var person: CardioFitnessLevel.Sex?

    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)] {
        guard let series = series[type.identifier] else { return [] }
        let clock = InsightClock(zone: zone)
        return series.days.compactMap { day in
            series[day].map { (clock.date(day), $0) }
        }.filter { ($0.0 >= from ?? .distantPast) && $0.0 < to }
    }

    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        let offset = Double(zone.secondsFromGMT())
        var found: [Int: Double] = [:]
        for stretch in stretches {
            var start = max(stretch.start - offset, from.timeIntervalSince1970)
            let end = min(stretch.end - offset, to.timeIntervalSince1970)
            while start < end {
                let index = buckets.index(containing: start)
                let edge = min(end, buckets.bounds(of: index).end)
                found[index, default: 0] += edge - start
                start = edge
            }
        }
        return found.keys.sorted().map {
            (Date(timeIntervalSince1970: buckets.bounds(of: $0).start), found[$0] ?? 0)
        }
    }

    func recordZones(from: Date, to: Date) throws -> [RecordedZones.Record] {
        places.filter { $0.start >= from.timeIntervalSince1970 && $0.start < to.timeIntervalSince1970 }
    }

    func dataEnd(of type: String) throws -> Date? { ends[type] }
    func dateOfBirth() throws -> DateComponents? { birth }
    func sex() throws -> CardioFitnessLevel.Sex? { person }
}
