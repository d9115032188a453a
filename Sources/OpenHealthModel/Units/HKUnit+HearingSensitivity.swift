// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The decibel of hearing level, `dBHL`; compatible with nothing else.
    public static func decibelHearingLevel() -> HKUnit { .named(.hearingLevel) }
}
