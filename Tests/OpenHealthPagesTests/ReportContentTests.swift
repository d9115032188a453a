// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthPages

/// Tests of what a report states, over figures of a fixed source.
@Suite struct ReportContentTests {
    /// Twelve weeks of steps that rise, a weight that does not, and blood pressures in the morning and in the evening.
    private struct FixedSource: ReportSource {
        static let days = 84
        var places: [RecordedZones.Record] = []
        static let concept = HKHealthConceptIdentifier(domain: .medication, identifier: "one")

        func figures(
            of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
        ) throws -> [ReportFigures] {
            let isSteps = type.identifier == HKQuantityTypeIdentifier.stepCount.rawValue
            guard isSteps || type.identifier == HKQuantityTypeIdentifier.bodyMass.rawValue, buckets != nil else {
                return []
            }
            return (0..<Self.days).map { day in
                let wave = Double(day * 7 % 5)
                let start = period.start + Double(day) * 86_400
                return isSteps
                    ? ReportFigures(start: start, sum: 7000 + Double(day) * 20 + wave)
                    : ReportFigures(start: start, average: 70 + wave / 10)
            }
        }

        func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] { [] }

        func dataEnd(of type: HKSampleType) throws -> Date? { nil }

        func recordZones(in period: DateInterval) throws -> [RecordedZones.Record] { places }

        func bloodPressures(in period: DateInterval) throws -> [HKCorrelation] {
            (0..<20).map { index in
                let date = period.start + Double(index / 2) * 86_400 + (index % 2 == 0 ? 7 : 20) * 3600
                func sample(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
                    HKQuantitySample(
                        type: HKQuantityType(type),
                        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value), start: date, end: date)
                }
                let isMorning = index % 2 == 0
                return HKCorrelation(
                    type: HKCorrelationType(.bloodPressure), start: date, end: date,
                    objects: [
                        sample(.bloodPressureSystolic, isMorning ? 131 : 121),
                        sample(.bloodPressureDiastolic, isMorning ? 84 : 76),
                    ])
            }
        }

        func medications() throws -> [HKUserAnnotatedMedication] {
            ["one", "two"].map { name in
                HKUserAnnotatedMedication(
                    nickname: nil, isArchived: false, hasSchedule: false,
                    medication: HKMedicationConcept(
                        identifier: HKHealthConceptIdentifier(domain: .medication, identifier: name), displayText: name,
                        generalForm: .tablet, relatedCodings: []))
            }
        }

        func doses(in period: DateInterval) throws -> [HKMedicationDoseEvent] {
            [HKMedicationDoseEvent.LogStatus.taken, .taken, .skipped].map { status in
                HKMedicationDoseEvent(
                    scheduleType: .asNeeded, medicationConceptIdentifier: Self.concept, scheduledDate: nil,
                    logStatus: status, unit: .count(), doseQuantity: 1, scheduledDoseQuantity: nil,
                    startDate: period.start, endDate: period.start,
                    fields: HKObjectFields(newWith: nil, metadata: [:]))
            }
        }

        func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? { nil }

        func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit { type.canonicalUnit }
    }

    /// The 20,081st day.
    private static let now = Date(timeIntervalSince1970: 1_735_000_000)

    private func values(charts: Set<String>? = nil, places: [RecordedZones.Record] = []) throws -> [String: Any] {
        let folder = try WebFolder.find().appending(path: "strings/en")
        let texts = PageTexts(.english, try WebStrings(folder: folder))
        var selection = ReportSelection(firstDay: 20_000, lastDay: 20_000 + FixedSource.days - 1, zone: .gmt)
        selection.charts = charts
        return try ReportContent(
            FixedSource(places: places), selection, texts: texts, now: Self.now
        )
        .values()
    }

    private func rows(_ values: [String: Any], _ key: String) -> [[String: Any]] {
        values[key] as? [[String: Any]] ?? []
    }

    @Test func trendsAreStatedWhereThereIsOne() throws {
        let found = rows(try values(), "rows")
        let trends = Dictionary(
            uniqueKeysWithValues: found.map { ($0["type"] as? String ?? "", $0["trend"] as? String ?? "") })
        #expect(trends[HKQuantityTypeIdentifier.stepCount.rawValue] == "+140 a week")
        #expect(trends[HKQuantityTypeIdentifier.bodyMass.rawValue] == "–")
    }

    @Test func daysWithAChangeOfZoneAreNoExtremes() throws {
        func highest(_ places: [RecordedZones.Record]) throws -> String? {
            let steps = HKQuantityTypeIdentifier.stepCount.rawValue
            return rows(try values(places: places), "rows").first { $0["type"] as? String == steps }?["high"] as? String
        }
        // Today, the 82nd day, is not finished.
        #expect(try highest([]) == "8,600")
        let flight = [(20_079.0, "America/New_York"), (20_080, "Europe/Lisbon")]
        #expect(
            try highest(flight.map { RecordedZones.Record(start: $0.0 * 86_400 + 3600, zone: $0.1) }) == "8,544")
    }

    @Test func periodsEndToday() throws {
        let period = try #require(try values()["period"] as? String)
        #expect(period.contains("Dec 24, 2024") && period.contains("82 days"), "\(period)")
    }

    /// The 20,000th day is a Friday.
    @Test func weeksBeginOnTheChosenDay() {
        var selection = ReportSelection(firstDay: 20_000, lastDay: 20_083, zone: .gmt)
        let firsts = (1...7).map { weekday -> Int in
            selection.firstWeekday = weekday
            return selection.firstDay(ofWeek: selection.wholeWeeks.lowerBound)
        }
        #expect(firsts == [20_002, 20_003, 20_004, 20_005, 20_006, 20_000, 20_001])
        for weekday in 1...7 {
            selection.firstWeekday = weekday
            let (first, last) = (selection.week(of: 20_000), selection.week(of: 20_083))
            #expect(first == 0 && selection.wholeWeeks.count == (weekday == 6 ? 12 : 11))
            #expect((selection.firstDay(ofWeek: last)...selection.firstDay(ofWeek: last) + 6).contains(20_083))
        }
        selection.firstDay = -5
        selection.firstWeekday = 2
        // 1969-12-27 is a Saturday, and the Monday before is 1969-12-22.
        #expect(selection.firstDay(ofWeek: 0) == -10)
    }

    @Test func pressuresOfTheMorningAndOfTheEveningHaveAverages() throws {
        let pressure = try #require(try values()["pressure"] as? [String: Any])
        let parts = rows(pressure, "parts")
        #expect(parts.map { $0["average"] as? String } == ["131/84", "121/76"])
        #expect(parts.map { $0["count"] as? String } == ["10 measurements", "10 measurements"])
    }

    @Test func medicationsHaveTheNumberOfTheirDoses() throws {
        #expect(try values()["medications"] as? [String] == ["one · 2 doses taken", "two"])
    }

    @Test func onlyChosenChartsAreShown() throws {
        let all = rows(try values(), "charts")
        #expect(all.count == 3)
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        let chosen = try values(charts: [steps])
        #expect(rows(chosen, "charts").count == 1)
        #expect((rows(chosen, "charts").first?["title"] as? String)?.contains("Steps") == true)
        // The table has all types.
        #expect(rows(chosen, "rows").count == rows(try values(), "rows").count)
        #expect(try rows(values(charts: []), "charts").isEmpty)
    }

    @Test func chartsHaveReferenceLines() throws {
        let charts = rows(try values(), "charts")
        let labels = charts.map { rows($0, "references").map { $0["label"] as? String ?? "" } }
        #expect(labels.first == ["140", "90"])
        #expect(labels.dropFirst().allSatisfy { $0.count == 1 && $0[0].hasPrefix("Average ") })
        for chart in charts {
            let height = Double(chart["height"] as? String ?? "") ?? 0
            for line in rows(chart, "references") {
                let place = try #require((line["y"] as? String).flatMap(Double.init))
                #expect((0...height).contains(place))
            }
        }
    }
}
