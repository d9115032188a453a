// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// The owner's decision about a host that receives changes.
package enum ReceiverDecisionJSON: String, CaseIterable, Sendable {
    case waiting, approved, refused

    package static let format = JSONFormat<ReceiverDecisionJSON>.one(
        of: allCases.map { ($0.rawValue, $0) }, orElse: "Expected waiting, approved or refused."
    ).asContent()
}

/// A host at which an app wants to receive changes.
package struct ReceiverJSON: JSONRepresentable {
    package var app: AppIdentity
    package var host: String
    package var decision: ReceiverDecisionJSON
    /// Whether the host may be this machine or in a private network.
    package var isLocal: Bool
    package var asked: Date
    package var decided: Date?

    package init(
        app: AppIdentity, host: String, decision: ReceiverDecisionJSON, isLocal: Bool, asked: Date, decided: Date?
    ) {
        self.app = app
        self.host = host
        self.decision = decision
        self.isLocal = isLocal
        self.asked = asked
        self.decided = decided
    }

    package static let format = JSONFormat<ReceiverJSON>.object(
        named: "Receiver", about: "A host at which an app wants to receive changes.",
        .required("app", \.app.identifier, .string), .required("name", \.app.name, .string),
        .required("host", \.host, .string),
        .required("decision", \.decision, ReceiverDecisionJSON.format), .required("local", \.isLocal, .bool),
        .required("asked", \.asked, .date), .optional("decided", \.decided, .date)
    ) { app, name, host, decision, isLocal, asked, decided in
        ReceiverJSON(
            app: AppIdentity(identifier: app, name: name), host: host, decision: decision, isLocal: isLocal,
            asked: asked, decided: decided)
    }
}

/// A decision about a host.
package struct ReceiverSettingJSON: JSONRepresentable {
    package var decision: ReceiverDecisionJSON
    /// Whether the host may be this machine or in a private network; nil leaves it unchanged.
    package var isLocal: Bool?

    package static let format = JSONFormat<ReceiverSettingJSON>.object(
        .required("decision", \.decision, ReceiverDecisionJSON.format),
        .optional(
            "local", \.isLocal,
            .bool.described("Whether the host may be this machine or in a private network; unchanged if omitted."))
    ) { ReceiverSettingJSON(decision: $0, isLocal: $1) }
}
