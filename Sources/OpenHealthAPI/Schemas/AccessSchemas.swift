// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of apps, requests and permissions.
enum AccessSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        AppDescription.format.component,
        AppRegistrationJSON.format.component,
        ("PairingCode", pairingCode),
        ("RegistrationSetting", registrationSetting),
        ("AccessEntry", accessEntry),
        ("AppQuota", quota),
        ("AppQuotaChange", quotaChange),
        ("App", app),
        AppTokenJSON.format.component,
        TypeLists.format.component,
        AuthorizationQuestionJSON.objects.component,
        AuthorizationRequestJSON.format.component,
        ("OwnerSession", session),
        ("OwnerSessionEntry", sessionEntry),
        ("SecondFactor", secondFactor),
        ("RecoveryCodes", recoveryCodes),
        ("AppPermissions", permissions),
        ("OpenRequest", open),
        ("RequestAnswer", answer),
    ]

    private static let identifier = JSONSchema.string(pattern: AppDescription.identifierPattern)
        .described("A bundle identifier.").example(.string("org.example.steps"))
    private static let name = JSONSchema.string(pattern: AppDescription.namePattern)
        .described("The name that people know.").example(.string("Steps"))
    private static let short = JSONSchema.string(pattern: AppDescription.shortPattern)

    private static let pairingCode = JSONSchema.object(
        [
            "code": JSONSchema.string().example(.string("ABCD-EFGH")), "expires": .date,
            "link": JSONSchema.string(format: "uri").described("The content of a QR code."),
        ]
    ).described("A code that registers one app, once. It is shown only once.")

    private static let quota = JSONSchema.object(
        ["name": .string(), "limit": .integer(), "usual": .integer()],
        optional: ["used": JSONSchema.integer().described("The amount that the app uses.")]
    ).described("A limit on the data or requests of an app.")

    private static let limit = JSONSchema.integer(0...Int.max)
    private static let quotaChange = JSONSchema.object(
        [:],
        optional: [
            "samplesPerDay": limit, "metadataBytesPerSample": limit, "metadataBytesPerRequest": limit,
            "attachmentBytes": limit, "webhooks": limit, "openRequests": limit,
        ]
    ).described("New limits for an app.")

    private static let accessEntry = JSONSchema.object(
        [
            "app": .string(), "day": .string(format: "date"),
            "action": .one(of: [
                "read", "export", "save", "delete", "grantRead", "grantSave", "revokeRead", "revokeSave",
            ]),
            "type": .string(), "requests": .integer(), "count": .integer(),
        ],
        optional: [
            "earliest": JSONSchema.date.described("The earliest start of the samples."),
            "latest": JSONSchema.date.described("The latest end of the samples."),
        ]
    ).described("An app's use of a type on one day.")

    private static let registrationSetting = JSONSchema.object([
        "open": JSONSchema.bool.described("Whether apps can register without a pairing code.")
    ]).described("The registration setting.")

    private static let app = JSONSchema.object(
        ["identifier": identifier, "name": name],
        optional: ["version": short, "productType": short, "operatingSystemVersion": short]
    ).described("An app.")

    private static let types = JSONSchema.array(of: .string(length: 1...200), most: 1000)
        .example(.array([.string("HKQuantityTypeIdentifierStepCount")]))

    private static let session = JSONSchema.object([
        "csrfToken": .string().described("The token that each request of the session needs in the field X-CSRF-Token.")
    ]).described("A session of the owner's.")

    private static let sessionEntry = JSONSchema.object([
        "id": .string(), "created": .date, "used": .date, "confirmed": .date,
        "address": .string().described("The address that the sign-in came from."),
        "agent": .string().described("The user agent of the browser."),
        "isCurrent": .bool,
    ]).described("An entry of the list of the owner's sessions.")

    private static let secondFactor = JSONSchema.object(
        ["isEnabled": .bool, "recoveryCodes": JSONSchema.integer(0...100).described("The number of unused codes.")],
        optional: ["created": .date]
    ).described("The owner's second factor.")

    private static let recoveryCodes = JSONSchema.object([
        "recoveryCodes": .array(of: .string())
    ]).described("Codes that can each be used once in place of an authenticator code. They are shown only once.")

    private static let status = JSONSchema.one(of: ["notDetermined", "denied", "authorized"])

    private static let permissions = JSONSchema.object(
        [
            "identifier": .string(), "name": .string(), "hasToken": .bool, "added": .date,
            "permissions": .array(
                of: .object(
                    [
                        "type": .string(), "share": status, "read": status, "askedToShare": .bool,
                        "askedToRead": .bool, "changed": .date,
                    ],
                    optional: ["since": JSONSchema.date.described("The app reads only what starts then or later.")])),
        ],
        optional: [
            "version": .string(), "lastUse": .date,
            "usedFrom": JSONSchema.string().described("The address of the client that last used the token."),
            "proposedName": JSONSchema.string().described(
                "The name that the app has requested and the owner has not accepted."),
        ]
    ).described("An app, and what it may do.")

    private static let open = JSONSchema.object(
        [
            "id": .uuid, "app": .named("App"), "share": .array(of: .string()), "read": .array(of: .string()),
            "created": .date,
        ],
        optional: ["objects": .array(of: .object(["uuid": .uuid, "text": .string()]))]
    ).described("What an app asks the person for.")

    private static let answer = JSONSchema.object(
        [:],
        optional: [
            "all": JSONSchema.one(of: ["denied", "authorized"]).described("For every type that is not named."),
            "share": .map(of: .one(of: ["denied", "authorized"])),
            "read": .map(of: .one(of: ["denied", "authorized"])),
            "since": JSONSchema.date.described("Of types that may be read, only what starts then or later."),
            "objects": JSONSchema.array(of: .uuid).described("The objects that the app may see."),
        ]
    ).described("What the person answers.")
}
