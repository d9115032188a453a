// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A token bucket, which limits the rate of events and the size of bursts.
struct TokenBucket: Sendable {
    /// The number of tokens per second and the capacity.
    struct Rate: Sendable {
        var perSecond: Double
        var burst: Double
    }

    private var level: Double
    private var time: Double

    /// Creates a full bucket.
    /// - Parameter time: The current time, in seconds since an arbitrary time.
    init(_ rate: Rate, at time: Double) {
        level = rate.burst
        self.time = time
    }

    /// Removes a token.
    /// - Returns: The number of seconds until the next token if the bucket is empty, otherwise nil.
    mutating func take(_ rate: Rate, at now: Double) -> Double? {
        fill(rate, at: now)
        guard level < 1 else {
            level -= 1
            return nil
        }
        return (1 - level) / rate.perSecond
    }

    /// Returns whether the bucket is full, like a new one.
    mutating func isFull(_ rate: Rate, at now: Double) -> Bool {
        fill(rate, at: now)
        return level >= rate.burst
    }

    private mutating func fill(_ rate: Rate, at now: Double) {
        level = min(rate.burst, level + max(0, now - time) * rate.perSecond)
        time = max(time, now)
    }
}
