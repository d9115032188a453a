// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner only.
///
/// Requests are authorized by a browser's session: by its cookie, and by its token in the field X-CSRF-Token.
package enum OwnerRoutes {
    package static let all =
        [
            setUp, signIn, session, signOut, confirm, sessions, endSessions, endSession, changePassphrase, apps,
            setPermission, release, forget, requests, answer,
        ] + OwnerPairingRoutes.all + OwnerAccessRoutes.all + OwnerQuotaRoutes.all

    package static let setUp = APIRoute(
        "setUpOwner", .post, "/v1/owner", for: .anyone, "Sets the owner's first passphrase",
        details: "The code stands in what the server wrote when it started.",
        body: .json(.object(["code": .string(length: 1...100), "passphrase": passphrase]), most: 16 << 10),
        answers: [.json(.named("OwnerSession"), "The passphrase is set, and a session has begun.", status: 201)],
        problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signIn = APIRoute(
        "signIn", .post, "/v1/owner/session", for: .anyone, "Begins a session of the owner's",
        details: """
            With a second factor, `code` is a code of the authenticator or a recovery code. After five failures, a client is \
            locked out for a period that doubles with each further failure; each browser that has signed in before counts as a \
            client of its own.
            """,
        body: .json(.object(["passphrase": .string()], optional: ["code": .string(length: 0...100)]), most: 16 << 10),
        answers: [.json(.named("OwnerSession"), "The session, identified by a cookie, and its token.")],
        problems: [.forbidden, .conflict, .tooManyRequests])

    package static let session = APIRoute(
        "showSession", .get, "/v1/owner/session", for: .owner, "The owner's session",
        answers: [.json(.named("OwnerSession"), "The session.")])

    package static let signOut = APIRoute(
        "signOut", .delete, "/v1/owner/session", for: .owner, "Ends the owner's session",
        answers: [.nothing("The session has ended.")])

    package static let confirm = APIRoute(
        "confirmSession", .post, "/v1/owner/session/confirmation", for: .owner,
        "Confirms the passphrase in a session",
        details: "Permissions can be widened only within five minutes of it.",
        body: .json(.object(["passphrase": .string()]), most: 16 << 10), answers: [.nothing("It is correct.")],
        problems: [.tooManyRequests])

    package static let sessions = APIRoute(
        "listSessions", .get, "/v1/owner/sessions", for: .owner, "The owner's sessions",
        answers: [
            .json(
                .object(["sessions": .array(of: .named("OwnerSessionEntry"))]), "The sessions, latest use first."
            )
        ])

    package static let endSessions = APIRoute(
        "endSessions", .delete, "/v1/owner/sessions", for: .owner, "Signs the owner out everywhere",
        answers: [.nothing("All sessions have ended, including this one.")])

    package static let endSession = APIRoute(
        "endSession", .delete, "/v1/owner/sessions/{id}", for: .owner, "Ends one of the owner's sessions",
        parameters: [.path("id", .string(length: 1...20), "The session.")],
        answers: [.nothing("The session has ended.")], problems: [.notFound])

    package static let changePassphrase = APIRoute(
        "changePassphrase", .put, "/v1/owner/passphrase", for: .owner, "Sets another passphrase and ends all sessions",
        body: .json(.object(["old": .string(), "new": passphrase]), most: 16 << 10),
        answers: [.nothing("It is set.")], problems: [.tooManyRequests])

    package static let apps = APIRoute(
        "listApps", .get, "/v1/owner/apps", for: .owner, "The apps, and what each may do",
        answers: [.json(.object(["apps": .array(of: .named("AppPermissions"))]), "The apps by name.")])

    package static let setPermission = APIRoute(
        "setPermission", .put, "/v1/owner/apps/{app}/permissions/{type}", for: .owner,
        "Sets what an app may do with a type",
        details: "What is left out stays as it was. It takes effect at once, also for streams that are open.",
        parameters: [
            .path("app", .string(length: 1...155), "The identifier of the app."),
            .path("type", .string(length: 1...200), "The type."),
        ],
        body: .json(
            .object([:], optional: ["share": share, "read": read, "since": since]), most: 16 << 10),
        answers: [.nothing("It is set.")], problems: [.invalidArgument, .confirmationRequired])

    package static let release = APIRoute(
        "releaseApp", .post, "/v1/owner/apps/{app}/release", for: .owner,
        "Takes an app's token and permissions, so that its identifier can register anew",
        details:
            "Also lets an identifier register that the database knows from elsewhere. Denied permissions stay denied.",
        parameters: [.path("app", .string(length: 1...155), "The identifier of the app.")],
        answers: [.nothing("It is done.")], problems: [.invalidArgument])

    package static let forget = APIRoute(
        "forgetApp", .delete, "/v1/owner/apps/{app}", for: .owner, "Forgets an app, its token and its permissions",
        details: "Its data stays. Its denied permissions are deleted, too.",
        parameters: [.path("app", .string(length: 1...155), "The identifier of the app.")],
        answers: [.nothing("It is forgotten.")], problems: [.notFound])

    package static let requests = APIRoute(
        "listAuthorizationRequests", .get, "/v1/owner/requests", for: .owner,
        "What apps ask for and wait to be answered",
        answers: [.json(.object(["requests": .array(of: .named("OpenRequest"))]), "The requests, the oldest first.")])

    package static let answer = APIRoute(
        "answerAuthorizationRequest", .post, "/v1/owner/requests/{id}/answer", for: .owner, "Answers a request",
        details: """
            Types that the answer does not name stay unanswered, unless `all` says something for them. The app learns that \
            the request is completed, and nothing else.
            """,
        parameters: [.path("id", .uuid, "The request.")],
        body: .json(.named("RequestAnswer")), answers: [.nothing("It is answered.")],
        problems: [.notFound, .conflict, .invalidArgument, .confirmationRequired])

    private static let passphrase = JSONSchema.string(length: 10...1024)
    private static let share = JSONSchema.one(of: ["notDetermined", "denied", "authorized"])
    private static let read = JSONSchema.one(of: ["notDetermined", "denied", "authorized"])
    private static let since = JSONSchema.date.described("With read authorized: only what starts then or later.")
}
