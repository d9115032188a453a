// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The activity type of a workout: the name of the case in Swift, such as `running`.
package struct ActivityTypeJSON: Sendable {
    package var activityType: HKWorkoutActivityType

    package init(_ activityType: HKWorkoutActivityType) {
        self.activityType = activityType
    }

    package init(_ json: JSONReader) throws(Problem) {
        guard let known = Self.byName[try json.string()] else {
            throw json.problem(
                "Unknown activity. Expected a case of HKWorkoutActivityType, such as running.",
                kind: .invalidArgument)
        }
        activityType = known
    }

    package var json: JSONValue { .string("\(activityType)") }

    private static let byName = Dictionary(
        uniqueKeysWithValues: HKWorkoutActivityType.allCases.map { ("\($0)", $0) })
}
