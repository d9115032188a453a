// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The plain number, `count`.
    public static func count() -> HKUnit { .named(.count) }

    /// The fraction, `%`, of which 1 is the whole: 97 % is the value 0.97.
    public static func percent() -> HKUnit { .named(.percent) }
}
