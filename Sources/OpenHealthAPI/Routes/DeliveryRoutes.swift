// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for background delivery: changes that the server records for apps that reconnect later, and receivers that the
/// server notifies.
package enum DeliveryRoutes {
    package static let all = [
        list.route, enable.route, disable.route, disableAll.route, acknowledge.route, fail.route, check.route,
        addWebhook.route, webhooks.route, removeWebhook.route, pauseWebhook.route, resumeWebhook.route,
        pingWebhook.route, replaceSecret.route, webhookDeliveries.route, replayDelivery.route,
    ]

    private static let type = APIParameter.path("type", .string(length: 1...200), "The identifier of a type.")

    package static let list = Endpoint<Void, [DeliveryJSON]>(
        "listDeliveries", .get, "/v1/deliveries", for: .app, "The enabled background deliveries",
        parameters: [
            .query(
                "type", .array(of: .string(length: 1...200), most: 1000),
                "The types; all by default.")
        ],
        response: .only("deliveries", .array(of: .delivery)), "The enabled deliveries, by type.",
        problems: [.invalidArgument])

    package static let enable = Endpoint<HKUpdateFrequency, Void>(
        "enableDelivery", .put, "/v1/deliveries/{type}", for: .app, "Enables background delivery of a type",
        details: """
            Later changes are kept for the app until it acknowledges them. Enabling an enabled type changes its frequency, resets \
            its failures, and keeps its acknowledgements.
            """,
        parameters: [type],
        request: .only("frequency", .frequency), most: 1 << 10,
        response: .nothing, "Delivery is enabled.",
        problems: [.forbidden, .invalidArgument])

    package static let disable = Endpoint<Void, Void>(
        "disableDelivery", .delete, "/v1/deliveries/{type}", for: .app, "Disables background delivery of a type",
        parameters: [type],
        response: .nothing, "Delivery is disabled.",
        problems: [.invalidArgument])

    package static let disableAll = Endpoint<Void, Void>(
        "disableAllDeliveries", .delete, "/v1/deliveries", for: .app, "Disables background delivery of all types",
        response: .nothing, "All deliveries are disabled.")

    package static let acknowledge = Endpoint<DeliveryReport.Acknowledged, Void>(
        "acknowledgeDelivery", .post, "/v1/deliveries/acknowledge", for: .app,
        "Acknowledges the changes of some types up to an anchor",
        request: DeliveryReport.Acknowledged.format, most: 256 << 10,
        response: .nothing, "The acknowledgement is saved.",
        problems: [.invalidArgument])

    package static let fail = Endpoint<DeliveryReport.Failed, [HKSampleType: Int]>(
        "failDelivery", .post, "/v1/deliveries/fail", for: .app,
        "Reports deliveries that were not acknowledged",
        request: DeliveryReport.Failed.format, most: 256 << 10,
        response: .only("failures", .failures),
        "The number of successive unacknowledged deliveries of each enabled type.",
        problems: [.invalidArgument])

    package static let check = Endpoint<Set<HKSampleType>, Void>(
        "checkReadable", .post, "/v1/deliveries/check", for: .app,
        "Checks that the app has requested permission for some types, whatever the decision was", onlyReads: true,
        request: .only("types", .sampleTypes), most: 256 << 10,
        response: .nothing, "It has requested all of them.",
        problems: [.forbidden, .invalidArgument])

    package static let addWebhook = Endpoint<WebhookRequestJSON, NewWebhookJSON>(
        "addWebhook", .post, "/v1/webhooks", for: .app, "Registers a webhook for changes",
        details: """
            The server sends a POST to the address after visible samples of the types were saved or deleted, at most as often as \
            the frequency allows. The body is {"type": "health.changed", "timestamp", "data": {"types", "anchor"}}: it names \
            types, and contains no data. The anchor is the place after the change: ask for the changes after your own anchor. \
            The message is signed as in the Standard Webhooks specification: webhook-signature is v1, a \
            comma, and base64 of HMAC-SHA256 of "webhook-id.webhook-timestamp.body" with the bytes after whsec_ in the secret. An \
            response of 200 to 299 within ten seconds acknowledges it. An unacknowledged delivery is sent again at growing pauses \
            for three days; after that, or a response of 410, there are no more until the app resumes the webhook. Registering \
            the address again creates a new secret and keeps the anchor. After a secret was replaced, the signatures with both \
            are separated by a space. The address must be https, or http without a query to the \
            server's own machine; redirects are not followed. Nothing is sent before the owner has approved the host and port, \
            and nothing to this machine or a private network unless the owner has allowed that too. To the app, a refused host \
            looks like a waiting one. With a key, the request can be repeated if there was no response: the secret is replaced once, \
            and the response is the same for 24 hours.
            """,
        parameters: [SampleRoutes.onceKey],
        request: WebhookRequestJSON.format, most: 256 << 10,
        response: .newWebhook, "The webhook is registered.", status: 201,
        also: [.json(JSONFormat.newWebhook.reference, "The webhook was registered before, and has a new secret.")],
        problems: [.forbidden, .invalidArgument, .conflict])

    package static let webhooks = Endpoint<Void, [WebhookJSON]>(
        "listWebhooks", .get, "/v1/webhooks", for: .app, "The app's webhooks",
        response: .only("webhooks", .array(of: WebhookJSON.format)), "The webhooks, oldest first.")

    package static let pauseWebhook = Endpoint<Void, Void>(
        "pauseWebhook", .post, "/v1/webhooks/{id}/pause", for: .app, "Pauses a webhook",
        details: "Changes are kept for the webhook, and are delivered when it is resumed.", parameters: [webhook],
        response: .nothing, "The webhook is paused.", problems: [.notFound])

    package static let resumeWebhook = Endpoint<Void, Void>(
        "resumeWebhook", .post, "/v1/webhooks/{id}/resume", for: .app, "Resumes a webhook that is paused or stopped",
        details: "It keeps its secret and its anchor.", parameters: [webhook],
        response: .nothing, "The webhook is active.", problems: [.notFound])

    package static let pingWebhook = Endpoint<Void, WebhookDeliveryJSON>(
        "pingWebhook", .post, "/v1/webhooks/{id}/ping", for: .app, "Sends a message without changes to a webhook",
        details:
            "The body is {\"type\": \"health.ping\", \"timestamp\"}. It is sent once, also if the webhook is paused or stopped, "
            + "and only after the owner has approved the host.",
        parameters: [webhook],
        response: WebhookDeliveryJSON.format, "The delivery, whose result is in the list of deliveries.",
        problems: [.notFound, .conflict])

    package static let replaceSecret = Endpoint<Void, String>(
        "replaceWebhookSecret", .post, "/v1/webhooks/{id}/secret", for: .app, "Replaces the secret of a webhook",
        details: "For 24 hours, deliveries are signed with both secrets, the new one first.", parameters: [webhook],
        response: .only(
            "secret",
            .string(pattern: "^whsec_[A-Za-z0-9+/]+=*$").described("The new key. It is shown only once.")),
        "The new secret.", problems: [.notFound])

    package static let webhookDeliveries = Endpoint<Void, [WebhookDeliveryJSON]>(
        "listWebhookDeliveries", .get, "/v1/webhooks/{id}/deliveries", for: .app,
        "The last 100 messages to a webhook and their results", parameters: [webhook],
        response: .only("deliveries", .array(of: WebhookDeliveryJSON.format)), "The messages, the latest first.",
        problems: [.notFound])

    package static let replayDelivery = Endpoint<Void, WebhookDeliveryJSON>(
        "replayWebhookDelivery", .post, "/v1/webhooks/{id}/deliveries/{delivery}/replay", for: .app,
        "Sends a message to a webhook again",
        details: "The message has the same webhook-id and body, another timestamp, and is sent once.",
        parameters: [webhook, .path("delivery", .integer(1...Int.max), "The id of the delivery.")],
        response: WebhookDeliveryJSON.format, "The new delivery, whose result is in the list of deliveries.",
        problems: [.notFound, .conflict])

    private static let webhook = APIParameter.path("id", .uuid, "The webhook.")

    package static let removeWebhook = Endpoint<Void, Void>(
        "removeWebhook", .delete, "/v1/webhooks/{id}", for: .app, "Removes a webhook",
        parameters: [.path("id", .uuid, "The webhook.")],
        response: .nothing, "The webhook is removed.",
        problems: [.notFound])
}

extension JSONFormat where Value == [HKSampleType: Int] {
    /// The number of failed deliveries by type.
    fileprivate static var failures: JSONFormat {
        .byType(.integer(0...Int(Int32.max))) { (name, place) throws(Problem) in
            try TypeNames.sampleType(name, at: place)
        }
    }
}

/// The routes for the hosts at which apps want to receive changes, which the owner approves.
package enum ReceiverRoutes {
    package static let all = [list.route, decide.route]

    package static let list = Endpoint<Void, [ReceiverJSON]>(
        "listReceivers", .get, "/v1/owner/receivers", for: .owner, "The hosts of receivers and the owner's decisions",
        response: .only("receivers", .array(of: ReceiverJSON.format)), "The hosts, waiting ones first.")

    package static let decide = Endpoint<ReceiverSettingJSON, Void>(
        "decideReceiver", .put, "/v1/owner/apps/{app}/receivers/{host}", for: .owner,
        "Approves or refuses a host at which an app wants to receive changes",
        details: """
            Nothing is sent without approval. A host with an address on this machine or in a private, shared or link-local \
            network also needs `local`. To the app, a refused host looks like a waiting one.
            """,
        parameters: [
            OwnerRoutes.app,
            .path("host", .string(length: 1...1000), "The host and port, such as steps.example.org:443."),
        ],
        request: ReceiverSettingJSON.format, most: 1 << 10,
        response: .nothing, "The decision is saved.",
        problems: [.notFound, .invalidArgument, .confirmationRequired])
}
