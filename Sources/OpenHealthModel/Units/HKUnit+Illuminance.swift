// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A lux with a prefix, such as `klx`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.lux, prefix) }

    /// The lux, `lx`.
    public static func lux() -> HKUnit { .named(.lux) }
}
