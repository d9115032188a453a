// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The page of the hosts at which apps want to receive changes.
enum ReceiverPages {
    static let bindings = [
        Page.binding(PageRoutes.receivers, show),
        Page.binding(PageRoutes.decideReceiver, decide),
    ]

    private static func show(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let (hosts, zone) = try await scope.blocking { (try database.webhooks.hosts(), database.homeTimeZone) }
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let now = scope.services.configuration.clock()
        let rows = hosts.map { host -> [String: Any] in
            [
                "host": host.host, "app": host.app.identifier, "name": host.app.name, "isLocal": host.isLocal,
                "asked": texts.text("receiver_asked", ["when": dates.ago(host.asked, now: now)]),
                "isApproved": host.decision == .approved, "isRefused": host.decision == .refused,
                "isWaiting": host.decision == .waiting,
            ]
        }
        return try await scope.page(
            "receivers", title: texts.text("receiver_title"), ["receivers": rows, "hasReceivers": !rows.isEmpty])
    }

    private static func decide(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        guard let app = form["app"], let host = form["host"],
            let decision = form["decision"].flatMap({ ReceiverHost.Decision(name: $0) })
        else {
            throw PageProblem(.invalidArgument, "signin_invalid")
        }
        if decision == .approved { try await scope.confirm(form) }
        let (database, isLocal) = (scope.database, form["local"] != nil)
        let now = scope.services.configuration.clock()
        do {
            try await scope.blocking {
                try database.webhooks.decide(decision, about: host, of: app, isLocal: isLocal, at: now)
            }
        } catch let error as StoreError where error.code == .notFound {
            throw PageProblem(.notFound, "receiver_gone")
        }
        throw Redirection("/owner/receivers")
    }
}
