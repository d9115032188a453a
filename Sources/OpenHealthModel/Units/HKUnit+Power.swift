// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A watt with a prefix, such as `kW`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.watt, prefix) }

    /// The watt, `W`; not compatible with `J/s`, as on Apple's systems.
    public static func watt() -> HKUnit { .named(.watt) }
}
