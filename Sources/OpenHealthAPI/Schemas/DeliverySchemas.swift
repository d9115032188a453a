// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of background deliveries.
enum DeliverySchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Receiver", receiver), DeliveryJSON.format.component, ("Webhook", .object(webhook, optional: delivered)),
        ("NewWebhook", newWebhook),
    ]

    private static let receiver = JSONSchema.object(
        [
            "app": .string(), "name": .string(), "host": .string(),
            "decision": .one(of: ["waiting", "approved", "refused"]), "local": .bool, "asked": .date,
        ], optional: ["answered": .date]
    ).described("A host at which an app wants to receive changes.")

    private static let frequency = JSONSchema.one(of: FrequencyName.all)
    private static let delivered: KeyValuePairs<String, JSONSchema> = [
        "delivered": JSONSchema.date.described("When something was last delivered.")
    ]
    private static let webhook: KeyValuePairs<String, JSONSchema> = [
        "id": .uuid, "url": .string(format: "uri"), "types": .array(of: .string(length: 1...200)),
        "frequency": frequency,
        "state": JSONSchema.one(of: ["waiting", "active", "stopped"]).described(
            "Waiting for the owner to approve the host, active, or stopped after three failed deliveries."
        ),
        "created": .date,
    ]
    private static let newWebhook = JSONSchema.object(
        [
            "webhook": .named("Webhook"),
            "secret": JSONSchema.string(pattern: "^whsec_[A-Za-z0-9+/]+=*$")
                .described("What deliveries are signed with. It is shown this once."),
        ])
}
