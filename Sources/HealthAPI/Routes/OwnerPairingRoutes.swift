// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Routes with which the owner lets apps register.
package enum OwnerPairingRoutes {
    package static let all = [makeCode, renewToken, registration, setRegistration, acceptName, refuseName]

    package static let makeCode = APIRoute(
        "makePairingCode", .post, "/v1/owner/pairing-codes", for: .owner, "Makes a code that registers one app",
        details: "The code counts once and for ten minutes.",
        answers: [.json(.named("PairingCode"), "The code.", status: 201)])

    package static let renewToken = APIRoute(
        "renewAppToken", .post, "/v1/owner/apps/{app}/pairing-code", for: .owner,
        "Makes a code with which one app registers anew and keeps its permissions",
        details: """
            The app may be one that has a token or that the database knows from elsewhere: with the code it gets another token, its \
            permissions and what it has saved. With `endsToken` the token that it has ends at once, and not with the use of \
            the code.
            """,
        parameters: [app],
        body: .json(.object([:], optional: ["endsToken": .bool]), most: 16 << 10),
        answers: [.json(.named("PairingCode"), "The code.", status: 201)],
        problems: [.notFound, .confirmationRequired])

    package static let registration = APIRoute(
        "showRegistration", .get, "/v1/owner/registration", for: .owner, "How apps register",
        answers: [.json(.named("RegistrationSetting"), "The setting.")])

    package static let setRegistration = APIRoute(
        "setRegistration", .put, "/v1/owner/registration", for: .owner, "Sets how apps register",
        details: """
            Where registration is open, any program that reaches the daemon can register and ask; at most eight apps that did \
            so wait for their first answer.
            """,
        body: .json(.named("RegistrationSetting"), most: 16 << 10), answers: [.nothing("It is set.")],
        problems: [.confirmationRequired])

    package static let acceptName = APIRoute(
        "acceptAppName", .post, "/v1/owner/apps/{app}/name", for: .owner, "Accepts the name that an app wants",
        parameters: [app], body: .json(proposed, most: 16 << 10), answers: [.nothing("The app has the name.")],
        problems: [.notFound, .conflict])

    package static let refuseName = APIRoute(
        "refuseAppName", .delete, "/v1/owner/apps/{app}/name", for: .owner, "Refuses the name that an app wants",
        parameters: [app, .query("name", .string(length: 1...200), "The name that is refused.", isRequired: true)],
        answers: [.nothing("The app keeps the name that it has.")], problems: [.notFound])

    private static let app = APIParameter.path("app", .string(length: 1...155), "The identifier of the app.")
    private static let proposed = JSONSchema.object([
        "name": JSONSchema.string(length: 1...200).described("The name that the app wants, as `listApps` tells it.")
    ])
}
