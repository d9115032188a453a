// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The prism dioptre, `pD`; compatible with nothing else.
    public static func prismDiopter() -> HKUnit { .named(.prismDiopter) }
}
