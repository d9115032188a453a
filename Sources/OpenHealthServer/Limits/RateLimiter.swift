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

    /// Returns the state of a client's limit; nil for a limit without a number.
    func state(of client: Client) -> RateState? {
        let now = now()
        return buckets.withLock { buckets in
            var bucket = buckets[client] ?? TokenBucket(rate, at: now)
            return bucket.state(rate, at: now)
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

    /// Returns the number of tokens and the time until the bucket is full; nil for a rate without a number.
    mutating func state(_ rate: Rate, at now: Double) -> RateState? {
        fill(rate, at: now)
        guard let limit = Int(exactly: rate.burst.rounded(.down)), rate.perSecond > 0,
            let window = Int(exactly: min(86_400, (rate.burst / rate.perSecond).rounded(.up))),
            let remaining = Int(exactly: max(0, level).rounded(.down)),
            let reset = Int(exactly: min(86_400, ((rate.burst - level) / rate.perSecond).rounded(.up)))
        else { return nil }
        return RateState(limit: limit, window: window, remaining: remaining, reset: max(0, reset))
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

/// The state of a limit for requests, as in the fields RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10).
struct RateState: Sendable, Equatable {
    /// The number of requests that are possible at once.
    var limit: Int
    /// The seconds after which they are possible again.
    var window: Int
    /// The number of requests that are possible now.
    var remaining: Int
    /// The seconds until ``limit`` requests are possible.
    var reset: Int

    /// The fields of responses.
    var fields: [(name: String, value: String)] {
        [
            ("RateLimit-Policy", "\"requests\";q=\(limit);w=\(window)"),
            ("RateLimit", "\"requests\";r=\(remaining);t=\(reset)"),
        ]
    }
}

/// The limits for requests of apps and failed attempts of addresses.
final class RequestRates: Sendable {
    /// The limit for requests of an app, by its identifier.
    let apps: RateLimiter<String>
    /// The limit for unknown tokens, by address. Valid tokens are not delayed by those of others at the same address.
    let wrongTokens: RateLimiter<ClientAddress>
    /// The limit for registrations, by address.
    let registrations: RateLimiter<ClientAddress>
    /// The limit for authorizations of OAuth that begin, by address.
    let authorizations: RateLimiter<ClientAddress>
    /// The limit for attempted pairing codes, of all addresses together. It is so low that guessing one of 2^40 codes within its
    /// ten minutes is infeasible.
    let pairing: RateLimiter<Int>
    /// The limit for an app's requests for individual objects, by its identifier. The owner sees each of them.
    let objectRequests: RateLimiter<String>
    /// The limit for wrong passphrases and setup codes, by client.
    let wrongPassphrases: RateLimiter<SignInClient>
    /// The limit for codes of the second factor that are sent with the correct passphrase, of all unknown clients of other
    /// machines together. Otherwise many clients with a few attempts each could guess six digits.
    let codes: RateLimiter<Int>

    /// - Parameter now: A closure that returns the seconds since an arbitrary time, which never decrease.
    init(_ limits: HealthDaemon.Limits, now: @escaping @Sendable () -> Double) {
        apps = RateLimiter(TokenBucket.Rate(perSecond: limits.requestsPerSecond, burst: limits.burst), now: now)
        wrongTokens = RateLimiter(Self.perMinute(limits.wrongTokensPerMinute), now: now)
        registrations = RateLimiter(Self.perMinute(limits.registrationsPerMinute), now: now)
        authorizations = RateLimiter(Self.perMinute(limits.registrationsPerMinute), now: now)
        pairing = RateLimiter(Self.perMinute(limits.pairingCodesPerMinute), now: now)
        objectRequests = RateLimiter(
            TokenBucket.Rate(perSecond: limits.objectRequestsPerHour / 3600, burst: limits.objectRequestsPerHour),
            now: now)
        wrongPassphrases = RateLimiter(Self.perMinute(limits.wrongPassphrasesPerMinute), now: now)
        codes = RateLimiter(TokenBucket.Rate(perSecond: 10 / 3600, burst: 20), now: now)
    }

    private static func perMinute(_ count: Double) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: count / 60, burst: count)
    }
}
