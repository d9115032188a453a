// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A technique to observe changes.
struct StreamSide {
    let name: String
    /// The number of subscribers.
    let seats: Int
    /// The name of the technique to compare it with for the same number of subscribers; nil for a baseline.
    var peer: String?
    /// Sends the newest number to an audience, now and after each change; returns a closure that stops it.
    let begin: (Audience) throws -> () -> Void
}

/// A database in which numbers are saved and observed.
protocol StreamSource {
    var name: String { get }
    /// The number that was saved last.
    var newest: Int { get }
    /// Saves the next number.
    mutating func save() async throws
    func sides(seats: Int) -> [StreamSide]
}
