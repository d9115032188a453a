// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession

/// The routes for apps and their tokens.
package enum AppRoutes {
    package static let all = [register.route, show.route, describe.route, rotate.route, remove.route]

    package static let register = Endpoint<AppRegistrationJSON, (identifier: String, token: String)>(
        "registerApp", .post, "/v1/apps", for: .anyone, "Registers an app and gives it a token",
        details: """
            The owner creates a pairing code, which is valid once and for ten minutes, and is used up whatever the answer is. \
            Without a valid code, the answer is the same for every app: 403 or, if the owner has opened registration, a token \
            for an identifier and name with a random suffix. The token is shown only once; it expires if it is not used for a \
            year. The app has no permissions until the person has answered one of its requests. An identifier that has a token, \
            or that the database knows from elsewhere, needs a code that the owner created for it.
            """,
        question: AppRegistrationJSON.format, most: 16 << 10, answer: .appToken, "The app is registered.",
        status: 201,
        problems: [.forbidden, .conflict, .invalidArgument, .tooManyRequests])

    package static let show = Endpoint<Void, AppIdentity>(
        "showApp", .get, "/v1/app", for: .app, "The app's registration", answer: AppIdentity.answer, "The app.")

    package static let describe = Endpoint<AppIdentity, AppIdentity>(
        "describeApp", .put, "/v1/app", for: .app, "Updates the app's name, version and system",
        details:
            "The identifier must be the registered one. A new name takes effect when the owner accepts it.",
        question: AppIdentity.format, most: 16 << 10,
        answer: AppIdentity.answer, "The updated app.",
        problems: [.conflict, .invalidArgument])

    package static let rotate = Endpoint<Void, (identifier: String, token: String)>(
        "rotateToken", .post, "/v1/app/token", for: .app, "Replaces the app's token",
        details: "The token of the request is revoked. Open streams continue.",
        question: .nothing, answer: .appToken, "The new token.", status: 201, problems: [.conflict])

    package static let remove = Endpoint<Void, Void>(
        "removeApp", .delete, "/v1/app", for: .app, "Ends the app's registration",
        details: "Its token and permissions are deleted; its data stays, and denied permissions stay denied.",
        answer: .nothing, "The registration has ended.")
}
