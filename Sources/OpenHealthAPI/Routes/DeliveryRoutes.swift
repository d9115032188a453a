// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for background delivery: the changes that the server records for apps that send requests again later, and the
/// receivers that it notifies itself.
package enum DeliveryRoutes {
    package static let all = [
        list.route, enable.route, disable.route, disableAll.route, acknowledge.route, fail.route, check.route,
        addWebhook, webhooks, removeWebhook,
    ]

    private static let type = APIParameter.path("type", .string(length: 1...200), "The identifier of a type.")

    package static let list = Endpoint<Void, [DeliveryJSON]>(
        "listDeliveries", .get, "/v1/deliveries", for: .app, "What is remembered of background delivery",
        parameters: [
            .query(
                "type", .array(of: .string(length: 1...200), most: 1000),
                "Types that are of interest; all of them where none is named.")
        ],
        answer: .only("deliveries", .array(of: DeliveryJSON.format)), "Those that are enabled, by type.",
        problems: [.invalidArgument])

    package static let enable = Endpoint<HKUpdateFrequency, Void>(
        "enableDelivery", .put, "/v1/deliveries/{type}", for: .app, "Enables background delivery of a type",
        details: """
            Changes after this are remembered for the app until it acknowledges them. Enabling what is enabled changes the \
            frequency, forgets deliveries that failed, and keeps what was acknowledged.
            """,
        parameters: [type],
        question: .only("frequency", .frequency), most: 1 << 10,
        answer: .nothing, "It is enabled.",
        problems: [.forbidden, .invalidArgument])

    package static let disable = Endpoint<Void, Void>(
        "disableDelivery", .delete, "/v1/deliveries/{type}", for: .app, "Disables background delivery of a type",
        parameters: [type],
        answer: .nothing, "It is not enabled.",
        problems: [.invalidArgument])

    package static let disableAll = Endpoint<Void, Void>(
        "disableAllDeliveries", .delete, "/v1/deliveries", for: .app, "Disables background delivery of all types",
        answer: .nothing, "None is enabled.")

    package static let acknowledge = Endpoint<DeliveryReport.Acknowledged, Void>(
        "acknowledgeDelivery", .post, "/v1/deliveries/acknowledge", for: .app,
        "Says that what happened to some types up to a place was dealt with",
        question: DeliveryReport.Acknowledged.format, most: 256 << 10,
        answer: .nothing, "It is written down.",
        problems: [.invalidArgument])

    package static let fail = Endpoint<DeliveryReport.Failed, [HKSampleType: Int]>(
        "failDelivery", .post, "/v1/deliveries/fail", for: .app,
        "Says that changes of some types were delivered and not acknowledged",
        question: DeliveryReport.Failed.format, most: 256 << 10,
        answer: .only("failures", .failures),
        "By type, how many deliveries in a row were not acknowledged; without types that are not enabled.",
        problems: [.invalidArgument])

    package static let check = Endpoint<Set<HKSampleType>, Void>(
        "checkReadable", .post, "/v1/deliveries/check", for: .app,
        "Checks that the app has asked the person about some types, whatever the answer was",
        question: .only("types", .sampleTypes), most: 256 << 10,
        answer: .nothing, "It has.",
        problems: [.forbidden, .invalidArgument])

    package static let addWebhook = APIRoute(
        "addWebhook", .post, "/v1/webhooks", for: .app, "Registers a receiver that is told of changes",
        details: """
            The server sends a POST to the address when samples of the types that the app may see were saved or deleted, \
            not more often than the frequency says. The body is {"type": "health.changed", "timestamp", "data": {"types", \
            "anchor"}}: which types, never what. It is signed as the Standard Webhooks specification has it: \
            webhook-signature is v1, a comma, and base64 of HMAC-SHA256 of "webhook-id.webhook-timestamp.body" under the \
            bytes behind whsec_ in the secret. An answer of 200 to 299 within ten seconds acknowledges it. What is not \
            acknowledged is sent again, twice at growing pauses; after three such deliveries, or an answer of 410, the \
            receiver hears nothing more until the app registers the address again, which makes a new secret and keeps \
            the place in the order of changes. The address must be https, or http without a query to the server's own machine; \
            redirects are not followed. Nothing is sent before the owner has approved the host and port, and nothing to this \
            machine or a private network unless the owner has allowed that too. To the app, a refused host looks like a waiting \
            one.
            """,
        body: .json(
            .object(["url": url, "types": types, "frequency": .one(of: FrequencyName.all)]), most: 256 << 10),
        answers: [
            .json(.named("NewWebhook"), "The receiver is registered.", status: 201),
            .json(.named("NewWebhook"), "The receiver was registered before and is again."),
        ], problems: [.forbidden, .invalidArgument, .conflict])

    package static let webhooks = APIRoute(
        "listWebhooks", .get, "/v1/webhooks", for: .app, "The app's receivers",
        answers: [.json(.object(["webhooks": .array(of: .named("Webhook"))]), "The receivers, the first one first.")])

    package static let removeWebhook = APIRoute(
        "removeWebhook", .delete, "/v1/webhooks/{id}", for: .app, "Ends a receiver's registration",
        parameters: [.path("id", .uuid, "The receiver.")], answers: [.nothing("It is gone.")], problems: [.notFound])

    private static let types = JSONSchema.array(of: .string(length: 1...200), most: 1000)
    private static let url = JSONSchema.string(format: "uri", length: 1...WebhookAddress.maximumBytes)
        .example(.string("https://steps.example.org/changed"))
}

extension JSONFormat where Value == [HKSampleType: Int] {
    /// The number of failed deliveries by type.
    fileprivate static var failures: JSONFormat {
        .byType(.integer(0...Int(Int32.max))) { (name, place) throws(Problem) in
            try TypeNames.sampleType(name, at: place)
        }
    }
}
