// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for pairing codes and the registration of apps.
package enum OwnerPairingRoutes {
    package static let all = [
        makeCode.route, renewToken.route, registration.route, setRegistration.route, acceptName.route, refuseName.route,
    ]

    package static let makeCode = Endpoint<Void, PairingCodeJSON>(
        "makePairingCode", .post, "/v1/owner/pairing-codes", for: .owner, "Creates a code that registers one app",
        details: "The code is valid once and for ten minutes.",
        request: .nothing, response: .newPairingCode, "The code.", status: 201)

    package static let renewToken = Endpoint<Bool, PairingCodeJSON>(
        "renewAppToken", .post, "/v1/owner/apps/{app}/pairing-code", for: .owner,
        "Creates a code with which one app registers again and keeps its permissions",
        details: """
            The app can have a token already, or be known to the database from elsewhere. With the code, it gets a new token and \
            keeps its permissions and its data. With `endsToken`, its current token is revoked at once, and not when the code is \
            used.
            """,
        parameters: [OwnerRoutes.app],
        request: .optional("endsToken", .bool, default: false), most: 16 << 10,
        response: .newPairingCode, "The code.", status: 201,
        problems: [.notFound, .confirmationRequired])

    package static let registration = Endpoint<Void, Bool>(
        "showRegistration", .get, "/v1/owner/registration", for: .owner, "The registration setting",
        response: .registrationSetting, "The setting.")

    package static let setRegistration = Endpoint<Bool, Void>(
        "setRegistration", .put, "/v1/owner/registration", for: .owner, "Changes the registration setting",
        details: """
            If registration is open, any program that reaches the server can register and request permissions; at most eight \
            apps that registered this way can wait for their first decision.
            """,
        request: .registrationSetting, most: 16 << 10,
        response: .nothing, "The setting is changed.",
        problems: [.confirmationRequired])

    package static let acceptName = Endpoint<String, Void>(
        "acceptAppName", .post, "/v1/owner/apps/{app}/name", for: .owner, "Accepts the name that an app requested",
        parameters: [OwnerRoutes.app],
        request: .only(
            "name", .string(length: 1...200).described("The requested name, as in the response to `listApps`.")),
        most: 16 << 10,
        response: .nothing, "The app has the name.",
        problems: [.notFound, .conflict])

    package static let refuseName = Endpoint<Void, Void>(
        "refuseAppName", .delete, "/v1/owner/apps/{app}/name", for: .owner, "Refuses the name that an app requested",
        parameters: [
            OwnerRoutes.app,
            .query("name", .string(length: 1...200), "The name that is refused.", isRequired: true),
        ],
        response: .nothing, "The app keeps its name.",
        problems: [.notFound])
}

/// The routes for the quotas of apps.
package enum OwnerQuotaRoutes {
    package static let all = [list.route, change.route]

    package static let list = Endpoint<Void, [AppQuotaJSON]>(
        "listAppQuotas", .get, "/v1/owner/apps/{app}/quotas", for: .owner, "The quotas of an app and their use",
        parameters: [OwnerRoutes.app],
        response: .only("quotas", .array(of: AppQuotaJSON.format)), "The quotas.",
        problems: [.notFound])

    package static let change = Endpoint<AppQuotaUpdateJSON, Void>(
        "setAppQuotas", .put, "/v1/owner/apps/{app}/quotas", for: .owner, "Sets quotas of an app",
        details:
            "Omitted quotas stay unchanged; null restores the usual limit. A quota is raised only within five minutes of the passphrase.",
        parameters: [OwnerRoutes.app],
        request: AppQuotaUpdateJSON.format, most: 16 << 10,
        response: .nothing, "The quotas are set.",
        problems: [.notFound, .confirmationRequired])
}

/// The routes for the access log.
package enum OwnerAccessRoutes {
    package static let all = [log.route]

    package static let log = Endpoint<Void, [AccessEntryJSON]>(
        "showAccessLog", .get, "/v1/owner/access-log", for: .owner,
        "The access log: data read, saved and deleted by apps, and their grants, by day",
        details: """
            Entries are kept for a year. Days are in the home time zone. Requests for data that the app may not read, or that does \
            not exist, are not logged.
            """,
        parameters: [
            .query("app", .string(length: 1...200), "Only this app."),
            .query("from", .date, "The start; 30 days ago by default."),
            .query("to", .date, "The end; now by default."),
        ],
        response: .only("entries", .array(of: AccessEntryJSON.format)), "The entries, latest day first.",
        problems: [.invalidArgument])
}
