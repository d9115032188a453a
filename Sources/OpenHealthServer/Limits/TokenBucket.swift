// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Lets through so many things a second, and so many at once after a rest.
struct TokenBucket: Sendable {
    /// How many a second, and how many it holds at the most.
    struct Rate: Sendable {
        var perSecond: Double
        var burst: Double
    }

    private var level: Double
    private var time: Double

    /// A full bucket.
    /// - Parameter time: in seconds since some moment.
    init(_ rate: Rate, at time: Double) {
        level = rate.burst
        self.time = time
    }

    /// Takes one.
    /// - Returns: nil, or where there is none, after how many seconds there will be one.
    mutating func take(_ rate: Rate, at now: Double) -> Double? {
        fill(rate, at: now)
        guard level < 1 else {
            level -= 1
            return nil
        }
        return (1 - level) / rate.perSecond
    }

    /// Whether it has been at rest for so long that it is as a new one.
    mutating func isFull(_ rate: Rate, at now: Double) -> Bool {
        fill(rate, at: now)
        return level >= rate.burst
    }

    private mutating func fill(_ rate: Rate, at now: Double) {
        level = min(rate.burst, level + max(0, now - time) * rate.perSecond)
        time = max(time, now)
    }
}
