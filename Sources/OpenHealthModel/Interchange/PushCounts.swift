// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The numbers of samples of a push by type, of all of its batches.
package struct PushedSampleCounts {
    private var counts: [String: Int] = [:]
    private var members: [String: Int] = [:]
    private var hasUUIDs = false

    package init() {}

    /// Adds the samples of a batch.
    package mutating func add(_ batch: PushedBatch) {
        let types = batch.samples.newTypes
        if !batch.uuids.isEmpty { hasUUIDs = true }
        var rows = [Int](repeating: 0, count: types.count)
        for row in batch.samples.rows { rows[Int(row.type)] += 1 }
        for (type, count) in zip(types, rows) where count > 0 { counts[type, default: 0] += count }
        for object in batch.objects { counts[object.sample.sampleType.identifier, default: 0] += 1 }
        for item in batch.samples.items {
            switch item {
            case .correlation(let correlation):
                counts[correlation.type, default: 0] += 1
                for member in correlation.members { members[types[Int(member.row.type)], default: 0] += 1 }
            case .workout(let workout):
                counts[HKWorkoutTypeIdentifier, default: 0] += 1
                if !workout.routes.isEmpty { counts[HKWorkoutRouteTypeIdentifier, default: 0] += workout.routes.count }
                for record in workout.records { counts[types[Int(record.row.type)], default: 0] += 1 }
            case .electrocardiogram: counts["HKDataTypeIdentifierElectrocardiogram", default: 0] += 1
            default: break
            }
        }
    }

    /// The numbers by type. Members of correlations count if the push does not contain them as records too, as pushes with UUIDs of
    /// records do.
    package var byType: [String: Int] {
        hasUUIDs ? counts : counts.merging(members, uniquingKeysWith: +)
    }
}

/// The samples and figures of a push that were refused because of their type, of all of its batches.
package struct RefusedTypes {
    private var counts: [String: (place: String, count: Int)] = [:]

    package init() {}

    /// Counts a sample or figure.
    mutating func note(_ type: String, _ place: String) {
        counts[type] = (counts[type]?.place ?? place, (counts[type]?.count ?? 0) + 1)
    }

    /// Returns the refusals in the order of the types, each with the place of the first sample.
    /// - Parameter refused: The refused types, each with a reason and a remedy.
    package func refusals(_ refused: [String: (reason: String, remedy: String)]) -> [PushRefusal] {
        counts.sorted { $0.key < $1.key }.compactMap { type, found in
            refused[type].map {
                PushRefusal(pointer: found.place, reason: $0.reason, remedy: $0.remedy, count: found.count)
            }
        }
    }
}
