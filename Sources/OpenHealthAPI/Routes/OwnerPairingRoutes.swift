// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for pairing codes and the registration of apps.
package enum OwnerPairingRoutes {
    package static let all = [makeCode, renewToken, registration, setRegistration, acceptName, refuseName]

    package static let makeCode = APIRoute(
        "makePairingCode", .post, "/v1/owner/pairing-codes", for: .owner, "Creates a code that registers one app",
        details: "The code is valid once and for ten minutes.",
        answers: [.json(.named("PairingCode"), "The code.", status: 201)])

    package static let renewToken = APIRoute(
        "renewAppToken", .post, "/v1/owner/apps/{app}/pairing-code", for: .owner,
        "Creates a code with which one app registers again and keeps its permissions",
        details: """
            The app can have a token already, or be known to the database from elsewhere. With the code, it gets a new token and \
            keeps its permissions and its data. With `endsToken`, its current token is revoked at once, and not when the code is \
            used.
            """,
        parameters: [app],
        body: .json(.object([:], optional: ["endsToken": .bool]), most: 16 << 10),
        answers: [.json(.named("PairingCode"), "The code.", status: 201)],
        problems: [.notFound, .confirmationRequired])

    package static let registration = APIRoute(
        "showRegistration", .get, "/v1/owner/registration", for: .owner, "The registration setting",
        answers: [.json(.named("RegistrationSetting"), "The setting.")])

    package static let setRegistration = APIRoute(
        "setRegistration", .put, "/v1/owner/registration", for: .owner, "Changes the registration setting",
        details: """
            If registration is open, any program that reaches the server can register and request permissions; at most eight \
            apps that registered this way can wait for their first answer.
            """,
        body: .json(.named("RegistrationSetting"), most: 16 << 10), answers: [.nothing("It is set.")],
        problems: [.confirmationRequired])

    package static let acceptName = APIRoute(
        "acceptAppName", .post, "/v1/owner/apps/{app}/name", for: .owner, "Accepts the name that an app requested",
        parameters: [app], body: .json(proposed, most: 16 << 10), answers: [.nothing("The app has the name.")],
        problems: [.notFound, .conflict])

    package static let refuseName = APIRoute(
        "refuseAppName", .delete, "/v1/owner/apps/{app}/name", for: .owner, "Refuses the name that an app requested",
        parameters: [app, .query("name", .string(length: 1...200), "The name that is refused.", isRequired: true)],
        answers: [.nothing("The app keeps its name.")], problems: [.notFound])

    private static let app = APIParameter.path("app", .string(length: 1...155), "The identifier of the app.")
    private static let proposed = JSONSchema.object([
        "name": JSONSchema.string(length: 1...200).described("The requested name, as in the answer to `listApps`.")
    ])
}
