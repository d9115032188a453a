// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The score of how hard a workout was, `appleEffortScore`, from 1 to 10; compatible with nothing else.
    public static func appleEffortScore() -> HKUnit { .named(.effortScore) }
}
