// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner's second factor: time-based one-time passwords (TOTP, RFC 6238) and recovery codes.
package enum SecondFactorRoutes {
    package static let all = [show, begin, enable, disable, renew]

    private static let path = "/v1/owner/totp"

    package static let show = APIRoute(
        "showSecondFactor", .get, path, for: .owner, "Whether a second factor is required",
        answers: [.json(.named("SecondFactor"), "The second factor.")])

    package static let begin = APIRoute(
        "beginSecondFactor", .post, path, for: .owner, "Creates a key for an authenticator",
        details: "It takes effect when a code of the authenticator is sent within ten minutes.",
        answers: [
            .json(
                .object(
                    ["key": .string(pattern: "^[A-Z2-7]+$"), "uri": .string(format: "uri")],
                    optional: [
                        "qrCode": JSONSchema.object([
                            "size": .integer(), "path": .string(),
                        ]).described("The URI as a QR code: the width of the view box and the path of an SVG.")
                    ]),
                "The key in Base32, and as the otpauth URI that authenticators read.", status: 201)
        ],
        problems: [.confirmationRequired])

    package static let enable = APIRoute(
        "enableSecondFactor", .put, path, for: .owner, "Enables the second factor",
        body: .json(.object(["code": .string(length: 0...100)]), most: 16 << 10),
        answers: [.json(.named("RecoveryCodes"), "The second factor is enabled; these are the recovery codes.")],
        problems: [.confirmationRequired, .conflict, .tooManyRequests])

    package static let disable = APIRoute(
        "disableSecondFactor", .delete, path, for: .owner, "Disables the second factor",
        answers: [.nothing("The passphrase is enough to sign in from now on.")], problems: [.confirmationRequired])

    package static let renew = APIRoute(
        "renewRecoveryCodes", .post, path + "/recovery-codes", for: .owner, "Replaces the recovery codes",
        answers: [.json(.named("RecoveryCodes"), "The new codes; the old ones are no longer valid.")],
        problems: [.confirmationRequired, .conflict])
}
