// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the hosts at which apps want to receive changes, which the owner approves.
package enum ReceiverRoutes {
    package static let all = [list.route, decide.route]

    package static let list = Endpoint<Void, [ReceiverJSON]>(
        "listReceivers", .get, "/v1/owner/receivers", for: .owner, "The hosts of receivers and the owner's decisions",
        answer: .only("receivers", .array(of: ReceiverJSON.format)), "The hosts, waiting ones first.")

    package static let decide = Endpoint<ReceiverAnswerJSON, Void>(
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
        question: ReceiverAnswerJSON.format, most: 1 << 10,
        answer: .nothing, "The decision is saved.",
        problems: [.notFound, .invalidArgument, .confirmationRequired])
}
