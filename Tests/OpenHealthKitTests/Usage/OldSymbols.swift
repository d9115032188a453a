// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Access to deprecated symbols. Calling a member through this protocol causes no deprecation warning.
protocol OldSymbols {
    static var cases: [(symbol: String, value: Any)] { get }
    static var identifiers: [(symbol: String, value: String)] { get }
}

extension Usage {
    /// The deprecated names that are still in use.
    static var old: any OldSymbols.Type { Old.self }

    private enum Old: OldSymbols {
        @available(*, deprecated, message: "lists what is deprecated")
        static var cases: [(symbol: String, value: Any)] {
            [
                ("HKWorkoutActivityType.dance", HKWorkoutActivityType.dance),
                ("HKWorkoutActivityType.danceInspiredTraining", HKWorkoutActivityType.danceInspiredTraining),
                (
                    "HKWorkoutActivityType.mixedMetabolicCardioTraining",
                    HKWorkoutActivityType.mixedMetabolicCardioTraining
                ),
                ("HKCategoryValueSleepAnalysis.asleep", HKCategoryValueSleepAnalysis.asleep),
                ("HKCategoryValueMenstrualFlow.none", HKCategoryValueMenstrualFlow.none),
                ("HKCategoryValueOvulationTestResult.positive", HKCategoryValueOvulationTestResult.positive),
            ]
        }

        @available(*, deprecated, message: "lists what is deprecated")
        static var identifiers: [(symbol: String, value: String)] {
            [("HKCategoryTypeIdentifier.audioExposureEvent", HKCategoryTypeIdentifier.audioExposureEvent.rawValue)]
        }
    }
}
