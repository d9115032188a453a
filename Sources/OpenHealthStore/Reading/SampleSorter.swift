// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sort key of a sample.
package enum SortKey: Comparable, Sendable {
    /// A missing value, which is sorted first, as on Apple's systems.
    case absent
    case number(Double)
    case uuid(UInt64, UInt64)
}

/// A sample with its sort keys, for an order other than that of the table.
package struct SortedSample {
    package var keys: [SortKey]
    package var sample: RawSample
}

/// Sorts samples, and keeps only the first of them if there is a limit. Memory depends on the number of kept samples, not on the
/// number of added ones.
package struct SampleSorter {
    private let order: [SampleQuery.Order]
    private let limit: Int
    private let place: SortedPlace?
    /// The kept samples; with a limit, a heap with the last sample on top.
    private var kept: [SortedSample] = []

    /// Creates a sorter.
    /// - Parameter place: The place after which samples are kept.
    package init(_ order: [SampleQuery.Order], limit: Int?, after place: SortedPlace? = nil) {
        self.order = order
        self.limit = limit ?? .max
        self.place = place
    }

    /// Adds a sample.
    package mutating func add(_ sample: SortedSample) {
        if let place {
            let (there, here) = (
                (place.keys, place.start, place.id), (sample.keys, sample.sample.start, sample.sample.id)
            )
            guard comesFirst(there, here) else { return }
        }
        if kept.count < limit {
            kept.append(sample)
            if limit < .max { rise(kept.count - 1) }
        } else if let last = kept.first, comesFirst(sample, last) {
            kept[0] = sample
            sink()
        }
    }

    /// Returns the kept samples, in order.
    consuming func sorted() -> [SortedSample] {
        kept.sorted { comesFirst($0, $1) }
    }

    private func comesFirst(_ left: SortedSample, _ right: SortedSample) -> Bool {
        comesFirst((left.keys, left.sample.start, left.sample.id), (right.keys, right.sample.start, right.sample.id))
    }

    private func comesFirst(
        _ left: (keys: [SortKey], start: Double, id: Int64), _ right: (keys: [SortKey], start: Double, id: Int64)
    ) -> Bool {
        for (index, order) in order.enumerated() {
            let (a, b) = (left.keys[index], right.keys[index])
            if a != b { return (a < b) == order.isAscending }
        }
        return left.start != right.start ? left.start < right.start : left.id < right.id
    }

    private mutating func rise(_ index: Int) {
        var index = index
        while index > 0, comesFirst(kept[(index - 1) / 2], kept[index]) {
            kept.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var last = index
            for child in [2 * index + 1, 2 * index + 2] where child < kept.count {
                if comesFirst(kept[last], kept[child]) { last = child }
            }
            if last == index { return }
            kept.swapAt(index, last)
            index = last
        }
    }
}

extension SampleFilter {
    /// Returns the sort keys of a sample. Only the totals of workouts require an object.
    package func keys(_ sample: RawSample, _ order: [SampleQuery.Order]) throws -> [SortKey] {
        let kind = type.sampleType
        return try order.map { order in
            switch order.key {
            case .startDate: return .number(sample.start)
            case .endDate: return .number(sample.end)
            case .quantity: return kind is HKQuantityType ? .number(sample.value) : .absent
            case .categoryValue:
                return kind is HKCategoryType ? .number(sample.value.isNaN ? 0 : sample.value) : .absent
            case .uuid:
                let bytes = try reader.uuid(sample).uuid
                return withUnsafeBytes(of: bytes) {
                    .uuid(
                        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
                }
            case .duration, .totalDistance, .totalEnergyBurned, .totalSwimmingStrokeCount, .totalFlightsClimbed:
                guard kind is HKWorkoutType, let workout = try object(sample) as? HKWorkout else { return .absent }
                return Self.key(order.key, of: workout)
            }
        }
    }

    private static func key(_ key: SampleQuery.Order.Key, of workout: HKWorkout) -> SortKey {
        let (quantity, unit): (HKQuantity?, HKUnit) =
            switch key {
            case .totalDistance: (workout.totalDistance, .meter())
            case .totalEnergyBurned: (workout.totalEnergyBurned, .kilocalorie())
            case .totalSwimmingStrokeCount: (workout.totalSwimmingStrokeCount, .count())
            case .totalFlightsClimbed: (workout.totalFlightsClimbed, .count())
            default: (HKQuantity(unit: .second(), doubleValue: workout.duration), .second())
            }
        guard let value = try? quantity?.value(in: unit), !value.isNaN else { return .absent }
        return .number(value)
    }
}
