// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// An app on phones that can push data to the server.
package enum PhoneApp: String, Sendable, CaseIterable {
    case healthAutoExport = "health-auto-export"
    case openWearables = "open-wearables"
    case healthConnectWebhook = "health-connect-webhook"
    case nightscout
    case healthBridge = "health-bridge"

    /// The name of the app, which is the name of its connection.
    package var name: String {
        switch self {
        case .healthAutoExport: "Health Auto Export"
        case .openWearables: "Open Wearables"
        case .healthConnectWebhook: "Health Connect Webhook"
        case .nightscout: "Nightscout"
        case .healthBridge: "HealthBridge"
        }
    }

    /// The path to which the app pushes, or under which its routes are.
    package var path: String {
        switch self {
        case .healthAutoExport: IngestRoutes.healthAutoExport.route.path
        case .openWearables: "/api/v1"
        case .healthConnectWebhook: "/v1/ingest/health-connect-webhook"
        case .nightscout: "/api/v1"
        case .healthBridge: ""
        }
    }
}

/// A new connection with an app on a phone: a registered app with permission to save types, and its credentials.
package struct PhoneConnection: Sendable {
    /// The app on the phone.
    package let kind: PhoneApp
    /// The registered app.
    package let app: AppIdentity
    /// The address to which the phone pushes.
    package let address: String
    /// The token; empty if the phone gets one for ``code``.
    package let token: String
    /// The code that a person types into the app; nil if the app takes a token.
    package let code: PairingCode?

    /// Creates a connection in the store.
    /// - Parameters:
    ///   - server: The address of the server that the phone can reach, such as `https://health.example.org`.
    ///   - name: The name of the connection; nil for the name of the app.
    ///   - types: The identifiers of the types that the app can save; nil for all types that phones push.
    ///   - includesImports: Whether it is the phone whose exports are imported.
    ///   - predecessor: The identifier of an earlier connection of the phone.
    /// - Throws: A ``StoreError``: `notFound` if the earlier connection has pushed nothing.
    package static func create(
        _ kind: PhoneApp, server: String, name: String? = nil, types: [String]? = nil, includesImports: Bool = false,
        continuing predecessor: String? = nil, in database: HealthDatabase, now: Date = Date()
    ) throws -> PhoneConnection {
        if let predecessor { try database.apps.connections.checkPredecessor(predecessor) }
        let identifier = try database.apps.connections.freeIdentifier("phone.\(kind.rawValue)")
        let suffix = identifier.dropFirst("phone.\(kind.rawValue)".count).replacing("-", with: " ")
        let app = AppIdentity(identifier: identifier, name: name ?? kind.name + String(suffix))
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        var (token, code) = ("", PairingCode?.none)
        if kind == .openWearables {
            let new = PairingCode()
            try database.apps.addPairingCode(
                new.hash, for: identifier, at: now, expires: now.addingTimeInterval(PairingCode.seconds))
            code = new
        } else {
            token = Secret.token()
            guard
                try database.apps.register(app, hash: Secret.hash(kind.sentToken(token)), at: now, by: .trusted)
                    == .done
            else {
                throw StoreError(
                    .invalidArgument, message: "the connection cannot be registered", remedy: "choose another name")
            }
        }
        try database.apps.connections.allowPushes(
            of: types ?? kind.usualTypes, by: app, includesImports: includesImports, at: now)
        if let predecessor { try database.apps.connections.addPredecessor(predecessor, of: identifier) }
        if !kind.readTypes.isEmpty {
            try database.apps.setPermission(share: nil, read: .authorized, app: identifier, types: kind.readTypes)
        }
        return PhoneConnection(
            kind: kind, app: app, address: kind == .openWearables || kind == .nightscout ? base : base + kind.path,
            token: token, code: code)
    }

    /// The header field with the token, as its name and value; nil if the app takes a code.
    package var header: (name: String, value: String)? {
        switch kind {
        case .healthAutoExport, .healthConnectWebhook, .healthBridge: ("Authorization", "Bearer \(token)")
        case .nightscout: ("api-secret", token)
        case .openWearables: nil
        }
    }

    /// The links that create the automations in Health Auto Export when they are opened on the phone, with their purposes; empty for
    /// other apps.
    package var links: [(purpose: String, link: String)] {
        guard kind == .healthAutoExport else { return [] }
        let automations: [(purpose: String, name: String, datatype: String, period: String, every: String)] = [
            ("health metrics, every hour", "metrics", "healthMetrics", "lastsync", "hours"),
            ("health metrics of a week, every day", "week", "healthMetrics", "previous7Days", "days"),
            ("workouts, every hour", "workouts", "workouts", "lastsync", "hours"),
            ("symptoms, every day", "symptoms", "symptoms", "previous7Days", "days"),
        ]
        return automations.map { automation in
            let query = [
                ("url", address + "?aggregation=none"), ("name", "\(app.name) \(automation.name)"),
                ("headers", "Authorization,Bearer \(token)"), ("format", "json"), ("datatype", automation.datatype),
                ("aggregatedata", "false"), ("period", automation.period), ("interval", "none"),
                ("syncinterval", automation.every), ("syncquantity", "1"), ("enabled", "true"),
            ].map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
            return (automation.purpose, "com.HealthExport://automation?\(query)")
        }
    }

    /// Returns a value of a link with all characters encoded except letters, digits, `-`, `.`, `_`, `~` and commas.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}
