// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A litre with a prefix, such as `mL`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func literUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.liter, prefix) }

    /// The litre, `L`: a thousandth of `m^3`, with which it is compatible.
    public static func liter() -> HKUnit { .named(.liter) }

    /// The fluid ounce of the United States, `fl_oz_us`: 29.5735295625 mL.
    public static func fluidOunceUS() -> HKUnit { .named(.fluidOunceUS) }

    /// The imperial fluid ounce, `fl_oz_imp`: 28.4130625 mL.
    public static func fluidOunceImperial() -> HKUnit { .named(.fluidOunceImperial) }

    /// The liquid pint of the United States, `pt_us`: 473.176473 mL.
    public static func pintUS() -> HKUnit { .named(.pintUS) }

    /// The imperial pint, `pt_imp`: 568.26125 mL.
    public static func pintImperial() -> HKUnit { .named(.pintImperial) }

    /// The cup of the United States, `cup_us`: 236.5882365 mL.
    public static func cupUS() -> HKUnit { .named(.cupUS) }

    /// The imperial cup, `cup_imp`: 284.130625 mL.
    public static func cupImperial() -> HKUnit { .named(.cupImperial) }
}
