// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import Synchronization

/// A ``TokenBucket`` for each of many clients.
final class RateLimiter<Client: Hashable & Sendable>: Sendable {
    private let rate: TokenBucket.Rate
    private let now: @Sendable () -> Double
    private let buckets = Mutex<[Client: TokenBucket]>([:])
    /// The maximum number of clients. Beyond it, those with a full bucket are removed, and if that is not sufficient, all.
    private static var most: Int { 20_000 }

    /// - Parameter now: A closure that returns the seconds since an arbitrary time, which never decrease.
    init(_ rate: TokenBucket.Rate, now: @escaping @Sendable () -> Double) {
        self.rate = rate
        self.now = now
    }

    /// Counts a request.
    /// - Throws: A ``Problem`` with the time of the next attempt if there were too many requests.
    func count(_ client: Client, _ detail: @autoclosure () -> String) throws(Problem) {
        let now = now()
        let wait = buckets.withLock { buckets in
            if buckets.count >= Self.most, buckets[client] == nil { clean(&buckets, now) }
            return buckets[client, default: TokenBucket(rate, at: now)].take(rate, at: now)
        }
        if let wait {
            // checked: clamped, and the rate is a constant greater than zero
            throw Problem(.tooManyRequests, detail(), retryAfter: Int(min(86_400, wait.rounded(.up))))
        }
    }

    private func clean(_ buckets: inout [Client: TokenBucket], _ now: Double) {
        buckets = buckets.filter { _, bucket in
            var bucket = bucket
            return !bucket.isFull(rate, at: now)
        }
        if buckets.count >= Self.most { buckets = [:] }
    }
}
