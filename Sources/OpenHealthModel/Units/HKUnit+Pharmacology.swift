// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The international unit, `IU`, of the effect of a substance; compatible with nothing else.
    public static func internationalUnit() -> HKUnit { .named(.internationalUnit) }
}
