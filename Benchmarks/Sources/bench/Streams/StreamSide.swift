// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A way to hear of changes.
struct StreamSide {
    let name: String
    /// How many listen.
    let seats: Int
    /// The side that it is compared with, where as many listen; nil for one that others are compared with.
    var peer: String?
    /// Begins to tell an audience the newest number, now and after each change; gives what ends it.
    let begin: (Audience) throws -> () -> Void
}

/// Something that numbers are saved in and heard from.
protocol StreamSource {
    var name: String { get }
    /// The number that was saved last.
    var newest: Int { get }
    /// Saves the next number.
    mutating func save() async throws
    func sides(seats: Int) -> [StreamSide]
}
