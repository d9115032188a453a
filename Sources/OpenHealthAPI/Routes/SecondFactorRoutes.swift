// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner's second factor: time-based one-time passwords (TOTP, RFC 6238) and recovery codes.
package enum SecondFactorRoutes {
    package static let all = [show.route, begin.route, enable.route, disable.route, renew.route]

    private static let path = "/v1/owner/totp"

    package static let show = Endpoint<Void, SecondFactorJSON>(
        "showSecondFactor", .get, path, for: .owner, "Whether a second factor is required",
        answer: .secondFactor, "The second factor.")

    package static let begin = Endpoint<Void, SecondFactorOfferJSON>(
        "beginSecondFactor", .post, path, for: .owner, "Creates a key for an authenticator",
        details: "It takes effect when a code of the authenticator is sent within ten minutes.",
        question: .nothing,
        answer: .secondFactorOffer, "The key in Base32, and as the otpauth URI that authenticators read.",
        status: 201, problems: [.confirmationRequired])

    package static let enable = Endpoint<String, [String]>(
        "enableSecondFactor", .put, path, for: .owner, "Enables the second factor",
        question: .only("code", .string(length: 0...100)), most: 16 << 10,
        answer: .recoveryCodes, "The second factor is enabled; these are the recovery codes.",
        problems: [.confirmationRequired, .conflict, .tooManyRequests])

    package static let disable = Endpoint<Void, Void>(
        "disableSecondFactor", .delete, path, for: .owner, "Disables the second factor",
        answer: .nothing, "The passphrase alone is sufficient to sign in from now on.",
        problems: [.confirmationRequired])

    package static let renew = Endpoint<Void, [String]>(
        "renewRecoveryCodes", .post, path + "/recovery-codes", for: .owner, "Replaces the recovery codes",
        answer: .recoveryCodes, "The new codes; the old ones are no longer valid.",
        problems: [.confirmationRequired, .conflict])
}
