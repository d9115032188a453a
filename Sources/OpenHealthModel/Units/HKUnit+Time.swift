// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A second with a prefix, such as `ms`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.second, prefix) }

    /// The second, `s`.
    public static func second() -> HKUnit { .named(.second) }

    /// The minute, `min`: 60 s.
    public static func minute() -> HKUnit { .named(.minute) }

    /// The hour, `hr`: 3600 s.
    public static func hour() -> HKUnit { .named(.hour) }

    /// The day of 24 hours, `d`: 86,400 s.
    public static func day() -> HKUnit { .named(.day) }
}
