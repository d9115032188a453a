// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI

/// How often apps may ask, and addresses may be wrong.
final class RequestRates: Sendable {
    /// Requests of an app, by its identifier.
    let apps: RateLimiter<String>
    /// Tokens that nobody has, by address. Tokens that somebody has are not held up by those of others at the same address.
    let wrongTokens: RateLimiter<ClientAddress>
    /// Registrations, by address.
    let registrations: RateLimiter<ClientAddress>
    /// Pairing codes that are tried, of all addresses together: so few that guessing one of 2^40 in its ten minutes is hopeless.
    let pairing: RateLimiter<Int>
    /// Questions for single objects of an app, by its identifier: each is a request that the owner sees.
    let objectQuestions: RateLimiter<String>
    /// Wrong passphrases and setup codes, by client.
    let wrongPassphrases: RateLimiter<SignInClient>
    /// Codes of the second factor that came with the right passphrase, of all clients together in which the owner has not
    /// signed in before: six digits would not hold out against many clients with a few tries each.
    let codes: RateLimiter<Int>

    /// - Parameter now: seconds since some moment, which never go back.
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
