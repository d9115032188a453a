// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

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

    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation] {
        try database.samples(
            SampleRequest(
                types: [HKCorrelationTypeIdentifier.bloodPressure.rawValue], from: period.start, to: period.end,
                newestFirst: true)
        ).compactMap { $0 as? HKCorrelation }
    }

    func medications() throws -> [String] {
        try database.medications().map(\.medication).filter { !$0.isArchived }.map(\.reportName)
    }

    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try database.characteristics().last { $0.key == identifier.rawValue }?.value
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
