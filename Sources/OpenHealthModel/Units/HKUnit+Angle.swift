// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A radian with a prefix, such as `mrad`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.radian, prefix) }

    /// The radian, `rad`.
    public static func radianAngle() -> HKUnit { .named(.radian) }

    /// The degree of a circle, `deg`: π/180 rad.
    public static func degreeAngle() -> HKUnit { .named(.degree) }
}
