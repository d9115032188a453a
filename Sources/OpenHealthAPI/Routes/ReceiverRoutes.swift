// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the hosts at which apps want to receive changes, which the owner approves.
package enum ReceiverRoutes {
    package static let all = [list, decide]

    package static let list = APIRoute(
        "listReceivers", .get, "/v1/owner/receivers", for: .owner, "The hosts of receivers and the owner's decisions",
        answers: [
            .json(.object(["receivers": .array(of: .named("Receiver"))]), "The hosts, waiting ones first.")
        ])

    package static let decide = APIRoute(
        "decideReceiver", .put, "/v1/owner/apps/{app}/receivers/{host}", for: .owner,
        "Approves or refuses a host at which an app wants to receive changes",
        details: """
            Nothing is sent without approval. A host with an address on this machine or in a private, shared or link-local \
            network also needs `local`. To the app, a refused host looks like a waiting one.
            """,
        parameters: [
            .path("app", .string(length: 1...155), "The identifier of the app."),
            .path("host", .string(length: 1...1000), "The host and port, such as steps.example.org:443."),
        ],
        body: .json(
            .object(
                ["decision": .one(of: ["waiting", "approved", "refused"])],
                optional: [
                    "local": JSONSchema.bool.described(
                        "Whether the host may be this machine or in a private network; unchanged if omitted.")
                ]), most: 1 << 10),
        answers: [.nothing("The decision is saved.")], problems: [.notFound, .invalidArgument, .confirmationRequired])
}
