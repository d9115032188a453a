// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A volt with a prefix, such as `mcV`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.volt, prefix) }

    /// The volt, `V`.
    public static func volt() -> HKUnit { .named(.volt) }
}
