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
