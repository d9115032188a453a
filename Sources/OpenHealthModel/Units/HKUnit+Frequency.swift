// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A hertz with a prefix, such as `kHz`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.hertz, prefix) }

    /// The hertz, `Hz`; compatible with `1/s` and `count/s`.
    public static func hertz() -> HKUnit { .named(.hertz) }
}
