// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthKit

extension ChangeInterest {
    /// Creates the interest of a query that reads objects of some types.
    init(reading types: some Sequence<HKObjectType>) {
        self.init(topics: [.permissions])
        for type in types {
            switch type {
            case is HKCharacteristicType: topics.insert(.characteristics)
            case is HKActivitySummaryType: topics.insert(.summaries)
            case is HKUserAnnotatedMedicationType: topics.insert(.medications)
            default:
                self.types.insert(type.identifier)
                topics.formUnion(Self.topics(of: type))
            }
        }
    }

    /// Returns the topics that change the results for a type without samples being saved or deleted.
    private static func topics(of type: HKObjectType) -> Set<ChangeRange.Topic> {
        switch type {
        case is HKMedicationDoseEventType: [.medications]
        case is HKWorkoutType, HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore):
            [.relations]
        default: []
        }
    }
}
