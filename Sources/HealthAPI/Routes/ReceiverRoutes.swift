// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Routes about the hosts that apps want to be told of changes at, which the owner approves.
package enum ReceiverRoutes {
    package static let all = [list, decide]

    package static let list = APIRoute(
        "listReceivers", .get, "/v1/owner/receivers", for: .owner, "The hosts of receivers, and what was decided",
        answers: [
            .json(.object(["receivers": .array(of: .named("Receiver"))]), "The hosts, those first that wait.")
        ])

    package static let decide = APIRoute(
        "decideReceiver", .put, "/v1/owner/apps/{app}/receivers/{host}", for: .owner,
        "Approves or refuses a host that an app wants to be told of changes at",
        details: """
            Without approval nothing is sent. A host with an address on this machine or in a private, shared or link-local \
            network needs `local` too. The app cannot tell refused from waiting.
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
                        "Whether it may be this machine or in a private network; left out, that stays as it was.")
                ]), most: 1 << 10),
        answers: [.nothing("It is decided.")], problems: [.notFound, .invalidArgument, .confirmationRequired])
}
