// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The data that a report is made of: those of a store, or those that the pages may see.
protocol ReportSource {
    /// Returns the figures of the buckets with samples, in the canonical unit of the type; without buckets, those of the period.
    func figures(
        of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
    ) throws -> [ReportFigures]
    /// Returns the seconds asleep of the buckets with sleep.
    func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)]
    /// Returns the moment at which the data of a type end; nil if they go on.
    func dataEnd(of type: HKSampleType) throws -> Date?
    /// Returns the records that state where the person was: at least the first and the last of each run with one time zone.
    func recordZones(in period: DateInterval) throws -> [RecordedZones.Record]
    /// Returns the measurements of blood pressure, newest first.
    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation]
    /// Returns the medications that the person takes.
    func medications() throws -> [HKUserAnnotatedMedication]
    /// Returns the doses of medications.
    func doses(in period: DateInterval) throws -> [HKMedicationDoseEvent]
    /// Returns a characteristic of the person as exports write it; nil if it is unknown.
    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String?
    /// Returns the unit in which the person reads a type.
    func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit
}

/// The figures of a type in a bucket, in the canonical unit of the type.
struct ReportFigures: Sendable {
    var start: Date
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?

    /// The figure of the bucket: the sum of cumulative types, the average of others.
    var value: Double? { sum ?? average }
}

/// The data of a store, for a report that its owner makes.
struct StoreReportSource: ReportSource {
    let database: HealthDatabase

    func figures(
        of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
    ) throws -> [ReportFigures] {
        try database.statistics(
            StatisticsRequest(type: type.identifier, from: period.start, to: period.end, buckets: buckets)
        ).map { row in
            ReportFigures(
                start: row.start, sum: row.figures.sum, average: row.figures.average, minimum: row.figures.minimum,
                maximum: row.figures.maximum)
        }
    }

    func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        try database.categoryDurations(
            type: InsightType.sleep, from: period.start, to: period.end, buckets: buckets
        ).map { ($0.start, InsightType.asleep($0.values)) }
    }

    func dataEnd(of type: HKSampleType) throws -> Date? { try database.dataEnd(of: type.identifier) }

    func recordZones(in period: DateInterval) throws -> [RecordedZones.Record] {
        try RecordZones.types.flatMap { try database.recordZones(of: $0, from: period.start, to: period.end) }
    }

    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation] {
        try database.samples(
            SampleRequest(
                types: [HKCorrelationTypeIdentifier.bloodPressure.rawValue], from: period.start, to: period.end,
                newestFirst: true)
        ).compactMap { $0 as? HKCorrelation }
    }

    func medications() throws -> [HKUserAnnotatedMedication] {
        try database.medications.all().map(\.medication).filter { !$0.isArchived }
    }

    func doses(in period: DateInterval) throws -> [HKMedicationDoseEvent] {
        try database.samples(
            SampleRequest(
                types: [HKObjectType.medicationDoseEventType().identifier], from: period.start, to: period.end)
        ).compactMap { $0 as? HKMedicationDoseEvent }
    }

    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try database.person.characteristics().last { $0.key == identifier.rawValue }?.value
    }

    func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit {
        try database.preferredUnit(for: type, locale: locale)
    }
}

extension HKUserAnnotatedMedication {
    /// The name in a report: that of the medication, with the person's own.
    var reportName: String {
        guard let nickname, nickname != medication.displayText else { return medication.displayText }
        return "\(medication.displayText) (\(nickname))"
    }
}
