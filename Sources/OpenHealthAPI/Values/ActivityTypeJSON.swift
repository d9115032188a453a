// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The activity type of a workout: the name of the case in Swift, such as `running`. The raw value is read as well, because Swift
/// does not have the names of Apple's cases.
package struct ActivityTypeJSON: Sendable {
    package var activityType: HKWorkoutActivityType

    package init(_ activityType: HKWorkoutActivityType) {
        self.activityType = activityType
    }

    package init(_ json: JSONReader) throws(Problem) {
        if case .number = json.value {
            let number = try json.integer()
            guard let known = UInt(exactly: number).flatMap(HKWorkoutActivityType.init(rawValue:)) else {
                throw json.problem("Unknown activity.", kind: .invalidArgument)
            }
            activityType = known
            return
        }
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
