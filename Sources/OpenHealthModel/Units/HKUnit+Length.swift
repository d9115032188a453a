// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A metre with a prefix, such as `km`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.meter, prefix) }

    /// The metre, `m`.
    public static func meter() -> HKUnit { .named(.meter) }

    /// The inch, `in`: 0.0254 m.
    public static func inch() -> HKUnit { .named(.inch) }

    /// The foot, `ft`: 0.3048 m.
    public static func foot() -> HKUnit { .named(.foot) }

    /// The yard, `yd`: 0.9144 m.
    public static func yard() -> HKUnit { .named(.yard) }

    /// The statute mile, `mi`: 1609.344 m.
    public static func mile() -> HKUnit { .named(.mile) }
}
