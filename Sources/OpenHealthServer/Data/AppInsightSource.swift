// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The figures that an app may see, for insights: those of its statistics, with the same permissions and notes in the access log.
struct AppInsightSource: InsightSource {
    let session: AppSession

    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)] {
        let quantity = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
        let interval = PredicateInterval(
            from: from?.timeIntervalSince1970 ?? -.infinity, to: to.timeIntervalSince1970)
        return try visible {
            let rows = try session.statistics(
                SampleQuery.Part(quantity, .interval(interval)),
                options: type.isSum ? .cumulativeSum : .discreteAverage, buckets: buckets)
            return try rows.compactMap { row in
                guard let value = type.isSum ? row.figures.sum : row.figures.average else { return nil }
                return (row.startDate, try value.value(in: quantity.canonicalUnit))
            }
        } ?? []
    }

    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        let type = HKCategoryType(.sleepAnalysis)
        return try visible {
            try session.categoryDurations(of: type, from: from, to: to, buckets: buckets).map {
                ($0.start, InsightType.asleep($0.values))
            }
        } ?? []
    }

    func dataEnd(of type: String) throws -> Date? {
        let type: HKSampleType =
            type == InsightType.sleep
            ? HKCategoryType(.sleepAnalysis) : HKQuantityType(HKQuantityTypeIdentifier(rawValue: type))
        return try visible { try session.dataEnd(of: type) } ?? nil
    }

    func dateOfBirth() throws -> DateComponents? {
        do {
            return try visible { try session.dateOfBirth() } ?? nil
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }

    func sex() throws -> CardioFitnessLevel.Sex? {
        let text = try visible { try session.characteristic(HKCharacteristicType(.biologicalSex)) } ?? nil
        return CardioFitnessLevel.Sex(exported: text)
    }

    /// Returns nil for what the app has not asked for.
    private func visible<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }
}
