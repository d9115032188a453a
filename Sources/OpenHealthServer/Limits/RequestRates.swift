// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

/// The limits for requests of apps and failed attempts of addresses.
final class RequestRates: Sendable {
    /// The limit for requests of an app, by its identifier.
    let apps: RateLimiter<String>
    /// The limit for unknown tokens, by address. Valid tokens are not delayed by those of others at the same address.
    let wrongTokens: RateLimiter<ClientAddress>
    /// The limit for registrations, by address.
    let registrations: RateLimiter<ClientAddress>
    /// The limit for attempted pairing codes, of all addresses together. It is so low that guessing one of 2^40 codes within its
    /// ten minutes is infeasible.
    let pairing: RateLimiter<Int>
    /// The limit for an app's requests for individual objects, by its identifier. The owner sees each of them.
    let objectQuestions: RateLimiter<String>
    /// The limit for wrong passphrases and setup codes, by client.
    let wrongPassphrases: RateLimiter<SignInClient>
    /// The limit for codes of the second factor that are sent with the correct passphrase, of all unknown clients together.
    /// Otherwise many clients with a few attempts each could guess six digits.
    let codes: RateLimiter<Int>

    /// - Parameter now: A closure that returns the seconds since an arbitrary time, which never decrease.
    init(_ limits: HealthDaemon.Limits, now: @escaping @Sendable () -> Double) {
        apps = RateLimiter(TokenBucket.Rate(perSecond: limits.requestsPerSecond, burst: limits.burst), now: now)
        wrongTokens = RateLimiter(Self.perMinute(limits.wrongTokensPerMinute), now: now)
        registrations = RateLimiter(Self.perMinute(limits.registrationsPerMinute), now: now)
        pairing = RateLimiter(Self.perMinute(limits.pairingCodesPerMinute), now: now)
        objectQuestions = RateLimiter(
            TokenBucket.Rate(perSecond: limits.objectQuestionsPerHour / 3600, burst: limits.objectQuestionsPerHour),
            now: now)
        wrongPassphrases = RateLimiter(Self.perMinute(limits.wrongPassphrasesPerMinute), now: now)
        codes = RateLimiter(TokenBucket.Rate(perSecond: 10 / 3600, burst: 20), now: now)
    }

    private static func perMinute(_ count: Double) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: count / 60, burst: count)
    }
}
