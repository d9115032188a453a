// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == String {
    /// The format of a session of the owner for a client that has its cookie: the token of requests and forms.
    static let ownerSession = JSONFormat.only(
        "csrfToken",
        .string.described("The token that each request of the session needs in the field X-CSRF-Token.")
    ).named("OwnerSession", about: "A session of the owner.")
}

/// A session in the list of the owner's sessions.
package struct OwnerSessionEntryJSON: JSONRepresentable {
    package var id: String
    package var created: Date
    package var used: Date
    package var confirmed: Date
    package var address: String
    package var agent: String
    /// Whether the request belongs to this session.
    package var isCurrent: Bool

    package init(
        id: String, created: Date, used: Date, confirmed: Date, address: String, agent: String, isCurrent: Bool
    ) {
        self.id = id
        self.created = created
        self.used = used
        self.confirmed = confirmed
        self.address = address
        self.agent = agent
        self.isCurrent = isCurrent
    }

    package static let format = JSONFormat<OwnerSessionEntryJSON>.object(
        named: "OwnerSessionEntry", about: "An entry of the list of the owner's sessions.",
        .required("id", \.id, .string), .required("created", \.created, .date), .required("used", \.used, .date),
        .required("confirmed", \.confirmed, .date),
        .required("address", \.address, .string.described("The address that the sign-in came from.")),
        .required("agent", \.agent, .string.described("The user agent of the browser.")),
        .required("isCurrent", \.isCurrent, .bool)
    ) { id, created, used, confirmed, address, agent, isCurrent in
        OwnerSessionEntryJSON(
            id: id, created: created, used: used, confirmed: confirmed, address: address, agent: agent,
            isCurrent: isCurrent)
    }
}
