// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Routes about apps and their tokens.
package enum AppRoutes {
    package static let all = [register, show, describe, rotate, remove]

    package static let register = APIRoute(
        "registerApp", .post, "/v1/apps", for: .anyone, "Registers an app and gives it a token",
        details: """
            The token is shown this once. The app may do nothing until the person has answered one of its requests. An \
            identifier that has a token, or that the database knows from elsewhere, can register once the owner lets it.
            """,
        body: .json(.named("AppDescription"), most: 16 << 10),
        answers: [.json(.named("AppToken"), "The app is registered.", status: 201)],
        problems: [.conflict, .tooManyRequests])

    package static let show = APIRoute(
        "showApp", .get, "/v1/app", for: .app, "Who the app is to the daemon",
        answers: [.json(.named("App"), "The app.")])

    package static let describe = APIRoute(
        "describeApp", .put, "/v1/app", for: .app, "Tells the app's name, version and system anew",
        details: "The identifier has to be the one that the app has registered.",
        body: .json(.named("AppDescription"), most: 16 << 10),
        answers: [.json(.named("App"), "The app as it is now.")], problems: [.conflict])

    package static let rotate = APIRoute(
        "rotateToken", .post, "/v1/app/token", for: .app, "Gives the app another token",
        details: "The token that the request was made with counts no longer. Streams that are open go on.",
        answers: [.json(.named("AppToken"), "The new token.", status: 201)], problems: [.conflict])

    package static let remove = APIRoute(
        "removeApp", .delete, "/v1/app", for: .app, "Ends the app's registration",
        details: "Its token and its permissions are gone; what it has saved stays.",
        answers: [.nothing("It is done.")])
}
