// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// Why a source stands where it stands, for people.
enum SourceReason {
    /// The reason in a few words.
    static func text(_ reason: RankedSource.Reason) -> String {
        switch reason {
        case .chosen: "chosen by you"
        case .enteredByHand: "entered by hand"
        case .watch: "Apple Watch"
        case .phone: "iPhone"
        case .otherAppleDevice: "other Apple device"
        case .other: "app or accessory"
        }
    }
}
