// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// The reason for a source's rank, for people.
enum SourceReason {
    /// Returns the reason in a few words.
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
