// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A way in which samples that lack properties came to the store: the app that pushed them, and the number of facts about their origin
/// that it sent.
struct PushWay: Hashable, Comparable {
    /// The number of known facts: bundle identifier, version, product type, operating system, and device.
    var facts: Int
    /// The identifier of the app; empty if it is unknown.
    var app: String

    /// Returns whether samples of the first way are better informed. Of apps that send as much, the first in alphabetical order is
    /// preferred, so that the choice doesn't depend on the order in which samples arrive.
    static func < (a: Self, b: Self) -> Bool { (b.facts, a.app) < (a.facts, b.app) }
}
