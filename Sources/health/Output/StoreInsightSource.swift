// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// The figures of a store, for insights.
struct StoreInsightSource: InsightSource {
    let database: HealthDatabase

    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)] {
        try database.statistics(StatisticsRequest(type: type.identifier, from: from, to: to, buckets: buckets))
            .compactMap { row in
                (type.isSum ? row.figures.sum : row.figures.average).map { (row.start, $0) }
            }
    }

    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        try database.categoryDurations(type: InsightType.sleep, from: from, to: to, buckets: buckets).map {
            ($0.start, InsightType.asleep($0.values))
        }
    }

    func dataEnd(of type: String) throws -> Date? { try database.dataEnd(of: type) }

    func dateOfBirth() throws -> DateComponents? {
        try characteristic(.dateOfBirth).flatMap { try? DateOfBirth.components($0) }
    }

    func sex() throws -> CardioFitnessLevel.Sex? {
        CardioFitnessLevel.Sex(exported: try characteristic(.biologicalSex))
    }

    private func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try database.characteristics().last { $0.key == identifier.rawValue }?.value
    }
}
