// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A joule with a prefix, such as `kJ`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.joule, prefix) }

    /// The joule, `J`; compatible with other units of energy only.
    public static func joule() -> HKUnit { .named(.joule) }

    /// The kilocalorie, `kcal`: 4184 J.
    public static func kilocalorie() -> HKUnit { .named(.kilocalorie) }

    /// The calorie of the chemists, `cal`: 4.184 J.
    public static func smallCalorie() -> HKUnit { .named(.smallCalorie) }

    /// The calorie of nutrition labels, `Cal`: 4184 J.
    public static func largeCalorie() -> HKUnit { .named(.largeCalorie) }

    /// The calorie of the chemists, `cal`; the same as ``smallCalorie()``.
    @available(*, deprecated, message: "It does not say which calorie is meant: use smallCalorie() or largeCalorie().")
    public static func calorie() -> HKUnit { .named(.smallCalorie) }
}
