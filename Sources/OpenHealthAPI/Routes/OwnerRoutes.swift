// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner only.
///
/// Requests are authorized by a browser's session: by its cookie, and by its token in the field X-CSRF-Token.
package enum OwnerRoutes {
    package static let all =
        [
            setUp.route, signIn.route, session.route, signOut.route, confirm.route, sessions.route, endSessions.route,
            endSession.route, changePassphrase.route, apps.route, setPermission.route, release.route, forget.route,
            requests.route, decide.route,
        ] + OwnerPairingRoutes.all + OwnerAccessRoutes.all + OwnerQuotaRoutes.all
        + OwnerMedicationRoutes.all + OwnerEffortRoutes.all

    package static let setUp = Endpoint<OwnerSetUpJSON, String>(
        "setUpOwner", .post, "/v1/owner", for: .anyone, "Sets the owner's first passphrase",
        details: "The server writes the code to its log when it starts.",
        request: OwnerSetUpJSON.format, most: 16 << 10,
        response: .ownerSession, "The passphrase is set, and a session has begun.", status: 201,
        problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signIn = Endpoint<SignInJSON, String>(
        "signIn", .post, "/v1/owner/session", for: .anyone, "Begins a session of the owner",
        details: """
            With a second factor, `code` is a code of the authenticator or a recovery code. After five failures, a client is \
            locked out for a period that doubles with each further failure; each browser that has signed in before counts as a \
            client of its own.
            """,
        request: SignInJSON.format, most: 16 << 10,
        response: .ownerSession, "The session, identified by a cookie, and its token.",
        problems: [.forbidden, .conflict, .tooManyRequests])

    package static let session = Endpoint<Void, String>(
        "showSession", .get, "/v1/owner/session", for: .owner, "The owner's session",
        response: .ownerSession, "The session.")

    package static let signOut = Endpoint<Void, Void>(
        "signOut", .delete, "/v1/owner/session", for: .owner, "Ends the owner's session",
        response: .nothing, "The session has ended.")

    package static let confirm = Endpoint<String, Void>(
        "confirmSession", .post, "/v1/owner/session/confirmation", for: .owner,
        "Confirms the passphrase in a session",
        details: "Permissions can be widened only within five minutes of it.",
        request: .only("passphrase", .string), most: 16 << 10,
        response: .nothing, "It is correct.",
        problems: [.tooManyRequests])

    package static let sessions = Endpoint<Void, [OwnerSessionEntryJSON]>(
        "listSessions", .get, "/v1/owner/sessions", for: .owner, "The owner's sessions",
        response: .only("sessions", .array(of: OwnerSessionEntryJSON.format)), "The sessions, latest use first.")

    package static let endSessions = Endpoint<Void, Void>(
        "endSessions", .delete, "/v1/owner/sessions", for: .owner, "Signs the owner out everywhere",
        response: .nothing, "All sessions have ended, including this one.")

    package static let endSession = Endpoint<Void, Void>(
        "endSession", .delete, "/v1/owner/sessions/{id}", for: .owner, "Ends one of the owner's sessions",
        parameters: [.path("id", .string(length: 1...20), "The session.")],
        response: .nothing, "The session has ended.",
        problems: [.notFound])

    package static let changePassphrase = Endpoint<PassphraseUpdateJSON, Void>(
        "changePassphrase", .put, "/v1/owner/passphrase", for: .owner, "Changes the passphrase and ends all sessions",
        request: PassphraseUpdateJSON.format, most: 16 << 10,
        response: .nothing, "The passphrase is set.",
        problems: [.tooManyRequests])

    package static let apps = Endpoint<Void, [AppPermissionsJSON]>(
        "listApps", .get, "/v1/owner/apps", for: .owner, "The apps and their permissions",
        response: .only("apps", .array(of: AppPermissionsJSON.format)), "The apps by name.")

    package static let setPermission = Endpoint<PermissionUpdateJSON, Void>(
        "setPermission", .put, "/v1/owner/apps/{app}/permissions/{type}", for: .owner,
        "Sets the permissions of an app for a type",
        details: "Omitted permissions stay unchanged. The change takes effect at once, also for open streams.",
        parameters: [app, .path("type", .string(length: 1...200), "The type.")],
        request: PermissionUpdateJSON.format, most: 16 << 10,
        response: .nothing, "The permissions are set.",
        problems: [.invalidArgument, .confirmationRequired])

    package static let release = Endpoint<Void, Void>(
        "releaseApp", .post, "/v1/owner/apps/{app}/release", for: .owner,
        "Removes an app's token and permissions, so that its identifier can register again",
        details: """
            Also allows registration of an identifier that the database knows from elsewhere. Denied permissions stay denied.
            """,
        parameters: [app],
        response: .nothing, "The identifier can register.",
        problems: [.invalidArgument])

    package static let forget = Endpoint<Void, Void>(
        "forgetApp", .delete, "/v1/owner/apps/{app}", for: .owner, "Removes an app, its token and its permissions",
        details: "Its data stays. Its denied permissions are deleted, too.",
        parameters: [app],
        response: .nothing, "The app is removed.",
        problems: [.notFound])

    package static let requests = Endpoint<Void, [OpenRequestJSON]>(
        "listAuthorizationRequests", .get, "/v1/owner/requests", for: .owner,
        "The requests of apps that wait for a decision",
        response: .only("requests", .array(of: OpenRequestJSON.format)), "The requests, oldest first.")

    package static let decide = Endpoint<RequestDecisionJSON, Void>(
        "decideAuthorizationRequest", .post, "/v1/owner/requests/{id}/decision", for: .owner, "Decides on a request",
        details: """
            Types that the decision does not name stay unanswered, unless `all` has a value. The app learns only that the request \
            is completed.
            """,
        parameters: [.path("id", .uuid, "The request.")],
        request: RequestDecisionJSON.format,
        response: .nothing, "The request is answered.",
        problems: [.notFound, .conflict, .invalidArgument, .confirmationRequired])

    /// The app in the path.
    static let app = APIParameter.path("app", .string(length: 1...155), "The identifier of the app.")
}

/// The routes for the owner's second factor: time-based one-time passwords (TOTP, RFC 6238) and recovery codes.
package enum SecondFactorRoutes {
    package static let all = [show.route, begin.route, enable.route, disable.route, renew.route]

    private static let path = "/v1/owner/totp"

    package static let show = Endpoint<Void, SecondFactorJSON>(
        "showSecondFactor", .get, path, for: .owner, "Whether a second factor is required",
        response: .secondFactor, "The second factor.")

    package static let begin = Endpoint<Void, SecondFactorOfferJSON>(
        "beginSecondFactor", .post, path, for: .owner, "Creates a key for an authenticator",
        details: "It takes effect when a code of the authenticator is sent within ten minutes.",
        request: .nothing,
        response: .secondFactorOffer, "The key in Base32, and as the otpauth URI that authenticators read.",
        status: 201, problems: [.confirmationRequired])

    package static let enable = Endpoint<String, [String]>(
        "enableSecondFactor", .put, path, for: .owner, "Enables the second factor",
        request: .only("code", .string(length: 0...100)), most: 16 << 10,
        response: .recoveryCodes, "The second factor is enabled; these are the recovery codes.",
        problems: [.confirmationRequired, .conflict, .tooManyRequests])

    package static let disable = Endpoint<Void, Void>(
        "disableSecondFactor", .delete, path, for: .owner, "Disables the second factor",
        response: .nothing, "The passphrase alone is sufficient to sign in from now on.",
        problems: [.confirmationRequired])

    package static let renew = Endpoint<Void, [String]>(
        "renewRecoveryCodes", .post, path + "/recovery-codes", for: .owner, "Replaces the recovery codes",
        response: .recoveryCodes, "The new codes; the old ones are no longer valid.",
        problems: [.confirmationRequired, .conflict])
}

/// The routes for the owner's preferences: the display of data, and the precedence of sources.
package enum PreferenceRoutes {
    package static let all = [show.route, change.route, sources.route, order.route, setOrder.route]

    package static let show = Endpoint<Void, PreferencesJSON>(
        "readPreferences", .get, "/v1/owner/preferences", for: .owner,
        "The owner's preferences for the display of data",
        response: PreferencesJSON.format, "The preferences; types by their short names.")

    package static let change = Endpoint<PreferencesUpdateJSON, PreferencesJSON>(
        "changePreferences", .patch, "/v1/owner/preferences", for: .owner, "Changes preferences",
        details: """
            Omitted preferences stay unchanged, and null removes a preference (RFC 7396), among goals and units for each type. \
            The pins are one list. The change is made completely or not at all.
            """,
        request: PreferencesUpdateJSON.format, most: 64 << 10,
        response: PreferencesJSON.format, "The changed preferences.",
        problems: [.invalidArgument])

    /// The maximum number of sources on a page.
    package static let sourcesOnPage = 1000

    package static let sources = Endpoint<Void, SourcePageJSON>(
        "listOwnerSources", .get, "/v1/owner/sources", for: .owner, "The sources of samples",
        details: """
            The order of sources refers to their numbers. The request reads every sample. If more sources follow, the response has a \
            cursor for the next request.
            """,
        parameters: [
            .query("limit", .integer(1...sourcesOnPage), "The maximum number."),
            .query("cursor", .integer(1...Int.max), "The cursor of the previous page."),
        ],
        response: SourcePageJSON.format, "The sources by name.", problems: [.notFound])

    package static let order = Endpoint<Void, SourceOrderJSON>(
        "readSourceOrder", .get, "/v1/owner/source-order/{type}", for: .owner,
        "The order of precedence of a type's sources, which decides between simultaneous samples",
        parameters: [type],
        response: SourceOrderJSON.format, "The sources of the type, the first of which takes precedence.",
        problems: [.invalidArgument])

    package static let setOrder = Endpoint<[Int], SourceOrderJSON>(
        "setSourceOrder", .put, "/v1/owner/source-order/{type}", for: .owner,
        "Sets the first sources in the order of a type",
        details: """
            Other sources follow in the default order: entered by hand, watch, phone, other Apple devices, others. An empty list \
            restores the default order.
            """,
        parameters: [type],
        request: .only("sources", .array(of: .integer(1...Int.max), most: maximumSources).described("Their numbers.")),
        most: 64 << 10,
        response: SourceOrderJSON.format, "The changed order.",
        problems: [.invalidArgument])

    /// The maximum number of sources in an order.
    package static let maximumSources = 1000

    private static let type = APIParameter.path(
        "type", .string(length: 1...200), "A quantity or category type, such as stepCount.")
}
