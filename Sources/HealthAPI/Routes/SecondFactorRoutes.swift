// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Routes about the owner's second factor: one-time codes by time (TOTP, RFC 6238), and recovery codes.
package enum SecondFactorRoutes {
    package static let all = [show, begin, enable, disable, renew]

    private static let path = "/v1/owner/totp"

    package static let show = APIRoute(
        "showSecondFactor", .get, path, for: .owner, "Whether a second factor is asked for",
        answers: [.json(.named("SecondFactor"), "The second factor.")])

    package static let begin = APIRoute(
        "beginSecondFactor", .post, path, for: .owner, "Makes a key for an authenticator",
        details: "It counts once a code of the authenticator has been sent, within ten minutes.",
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
        "enableSecondFactor", .put, path, for: .owner, "Begins to ask for a second factor",
        body: .json(.object(["code": .string(length: 0...100)]), most: 16 << 10),
        answers: [.json(.named("RecoveryCodes"), "It is asked for from now on; these are the recovery codes.")],
        problems: [.confirmationRequired, .conflict, .tooManyRequests])

    package static let disable = APIRoute(
        "disableSecondFactor", .delete, path, for: .owner, "Stops asking for a second factor",
        answers: [.nothing("The passphrase is enough from now on.")], problems: [.confirmationRequired])

    package static let renew = APIRoute(
        "renewRecoveryCodes", .post, path + "/recovery-codes", for: .owner, "Replaces the recovery codes",
        answers: [.json(.named("RecoveryCodes"), "The new codes; the old ones count no more.")],
        problems: [.confirmationRequired, .conflict])
}
