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

    private static func list(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let hosts = try await scope.blocking { try database.receiverHosts() }
        return scope.answer(.object([("receivers", .array(hosts.map(json)))]))
    }

    private static func json(_ host: ReceiverHost) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("app", .string(host.app.identifier)), ("name", .string(host.app.name)), ("host", .string(host.host)),
            ("decision", .string(host.decision.name)), ("local", .bool(host.isLocal)),
            ("asked", .string(APIDate.text(host.asked))),
        ]
        if let date = host.answered { entries.append(("answered", .string(APIDate.text(date)))) }
        return .object(entries)
    }

    private static func decide(_ scope: RequestScope) async throws -> Response {
        let (app, host) = (try scope.pathText("app"), try scope.pathText("host"))
        let body = try await scope.json()
        try body.check(keys: ["decision", "local"])
        let given = try body.required("decision")
        guard let decision = ReceiverHost.Decision(name: try given.string()) else {
            throw given.problem("Expected waiting, approved or refused.", kind: .invalidArgument)
        }
        if decision == .approved { try scope.checkConfirmed() }
        let isLocal = try body.optional("local").map { (json) throws(Problem) in try json.bool() }
        let (database, now) = (scope.database, scope.services.configuration.clock())
        try await scope.change {
            try database.decide(decision, about: host, of: app, isLocal: isLocal, at: now)
        }
        return scope.done()
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
