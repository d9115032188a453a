// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The dioptre, `D`, of a lens; not compatible with `1/m`.
    public static func diopter() -> HKUnit { .named(.diopter) }
}
