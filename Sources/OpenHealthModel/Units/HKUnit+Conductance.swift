// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A siemens with a prefix, such as `mcS`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.siemen, prefix) }

    /// The siemens, `S`, of electrical conductance.
    public static func siemen() -> HKUnit { .named(.siemen) }
}
