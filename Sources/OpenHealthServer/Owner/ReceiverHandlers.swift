// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the owner's routes for the hosts of receivers.
enum ReceiverHandlers {
    static let bindings = [
        RouteBinding(ReceiverRoutes.list, list),
        RouteBinding(ReceiverRoutes.decide, decide),
    ]

    private static func list(_ scope: RequestScope) async throws -> [ReceiverJSON] {
        let database = scope.database
        return try await scope.blocking { try database.webhooks.hosts() }.map(ReceiverJSON.init)
    }

    private static func decide(_ scope: RequestScope, _ given: ReceiverSettingJSON) async throws {
        let (app, host) = (try scope.pathText("app"), try scope.pathText("host"))
        if given.decision == .approved { try scope.checkConfirmed() }
        let (database, now) = (scope.database, scope.services.configuration.clock())
        try await scope.change {
            try database.webhooks.decide(
                ReceiverHost.Decision(given.decision), about: host, of: app, isLocal: given.isLocal, at: now)
        }
    }
}

extension ReceiverJSON {
    fileprivate init(_ host: ReceiverHost) {
        self.init(
            app: host.app, host: host.host, decision: ReceiverDecisionJSON(host.decision), isLocal: host.isLocal,
            asked: host.asked, decided: host.decided)
    }
}

extension ReceiverDecisionJSON {
    fileprivate init(_ decision: ReceiverHost.Decision) {
        switch decision {
        case .waiting: self = .waiting
        case .approved: self = .approved
        case .refused: self = .refused
        }
    }
}

extension ReceiverHost.Decision {
    fileprivate init(_ decision: ReceiverDecisionJSON) {
        switch decision {
        case .waiting: self = .waiting
        case .approved: self = .approved
        case .refused: self = .refused
        }
    }
}

extension ReceiverHost.Decision {
    /// The name of the decision in forms and JSON.
    var name: String { "\(self)" }

    package init?(name: String) {
        guard let decision = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = decision
    }
}
