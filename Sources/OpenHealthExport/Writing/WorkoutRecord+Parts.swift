// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

extension WorkoutRecord {
    /// Returns elements of the workout and of its activities, with the UUID of the activity; nil for those of the workout.
    func parts<Element>(
        _ own: [Element], _ ofActivity: KeyPath<WorkoutActivityData, [Element]>
    ) -> [(activity: String?, element: Element)] {
        own.map { (nil, $0) } + activities.flatMap { part in part[keyPath: ofActivity].map { (part.uuid, $0) } }
    }
}

extension StoreContents {
    /// Returns the samples of a type that start during a workout, in the canonical unit, and those of the workout's source among them.
    func samples(
        during workout: RawSample, _ type: HKQuantityTypeIdentifier
    ) throws -> (all: [RawSample], own: [RawSample]) {
        var samples: [RawSample] = []
        let interval = workout.start...max(workout.start, workout.end)
        let unit = HKQuantityType(type).canonicalUnit.unitString
        try forEach(startingIn: interval, ofType: type.rawValue) { sample in
            guard sample.value.isFinite, try written(sample).storedUnit == unit else { return }
            samples.append(sample)
        }
        let source = try origin(workout).source
        return (samples, try samples.filter { try origin($0).source == source })
    }
}
