// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The page that connects apps on phones, and lists their latest pushes.
enum PhonePages {
    static let bindings = [
        Page.binding(PageRoutes.phones) { try await show($0) },
        Page.binding(PageRoutes.connectPhone, connect),
    ]

    /// The number of pushes that are listed for each connection.
    private static let listedPushes = 10

    /// - Parameters:
    ///   - new: A connection to show with its credentials.
    ///   - reader: A reader to show with its token.
    private static func show(
        _ scope: RequestScope, new: PhoneConnection? = nil, reader: NewReader? = nil
    ) async throws -> Response {
        let database = scope.database
        let (connections, earlier, zone) = try await scope.blocking {
            let readers = Dictionary(grouping: try database.apps.readers.all()) { $0.app.identifier }
            return (
                try database.apps.all().filter { $0.pushes != .none }.map { app in
                    PhoneRows.Connection(
                        app: app, pushes: try database.pushes.all(of: app.identifier, limit: listedPushes),
                        predecessors: try database.apps.connections.predecessors(of: app.identifier),
                        deletions: try database.pushes.countDeletions(of: app.identifier),
                        readers: readers[app.identifier] ?? [])
                }, try database.apps.connections.identifiers(), database.homeTimeZone
            )
        }
        let texts = scope.texts
        let rows = PhoneRows(texts: texts, zone: zone, now: scope.services.configuration.clock())
        let networks = MachineAddresses.networks
        let configuration = scope.services.configuration
        let server = MachineAddresses.suggested(scope.services.publicURL, networks: networks)
        let address = PhoneAddress(server)
        let port = address.map { "\($0.port)" } ?? "8484"
        // The name of a certificate is not that of an address.
        let hasNames = configuration.tls != nil || configuration.publicURL != nil
        let reachable = hasNames ? [server] : networks.map { "http://\($0):\(port)" }
        var values: [String: Any] = [
            "connections": connections.map { rows.connection($0, earlier: earlier) },
            "hasConnections": !connections.isEmpty, "hasEarlier": !earlier.isEmpty, "earlier": earlier,
            "kinds": PhoneApp.allCases.enumerated().map { index, kind in
                [
                    "kind": kind.rawValue, "name": kind.name, "use": texts.text("phone_for_" + kind.rawValue),
                    "isFirst": index == 0,
                ] as [String: Any]
            },
            "types": texts.sorted(AppConnections.pushedTypes, by: texts.type).map {
                ["type": $0, "label": texts.type($0)]
            },
            "server": server, "isLocal": address?.isLocal ?? true, "port": port,
            "hasAddresses": !reachable.isEmpty, "addresses": reachable.enumerated().map(rows.address),
        ]
        if let new { values["new"] = rows.new(new) }
        if let reader { values["new"] = rows.new(reader, server: server) }
        return try await scope.page("phones", title: texts.text("phone_title"), values)
    }

    private static func connect(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        // Without scripts, the page is opened by a form with the session's token.
        if form["action"] == "open" { return try await show(scope) }
        if let app = form["app"] { return try await change(scope, form, app) }
        guard form["action"] == "connect", let kind = form["kind"].flatMap(PhoneApp.init(rawValue:)) else {
            throw PageProblem(.invalidArgument, "signin_invalid")
        }
        let server = (form["server"] ?? "").trimmingCharacters(in: .whitespaces)
        guard PhoneAddress(server) != nil else { throw PageProblem(.invalidArgument, "phone_address_wrong") }
        var types: [String]?
        if form["which"] == "some" {
            let chosen = form.values("type").filter(AppConnections.pushedTypes.contains)
            guard !chosen.isEmpty else { throw PageProblem(.invalidArgument, "phone_types_none") }
            types = chosen
        }
        try await scope.confirm(form)
        let (database, now) = (scope.database, scope.services.configuration.clock())
        let includesImports = form["imports"] == "yes"
        let predecessor = form["continues"].flatMap { $0.isEmpty ? nil : $0 }
        let connection = try await scope.changing { [types] in
            try PhoneConnection.create(
                kind, server: server, types: types, includesImports: includesImports, continuing: predecessor,
                in: database, now: now)
        }
        return try await show(scope, new: connection)
    }

    /// Changes what a connection reaches, or restores what it deleted.
    private static func change(_ scope: RequestScope, _ form: FormFields, _ app: String) async throws -> Response {
        let database = scope.database
        switch form["action"] {
        case "restore":
            try await scope.change { _ = try database.pushes.restoreDeletions(of: app) }
        case "alone":
            // It takes permissions away, so it needs no passphrase.
            try await scope.change {
                try checkConnection(app, database)
                try database.apps.connections.removePredecessors(of: app)
            }
        case "reach":
            let includesImports = form["imports"] == "yes"
            let predecessor = form["continues"].flatMap { $0.isEmpty ? nil : $0 }
            if includesImports || predecessor != nil { try await scope.confirm(form) }
            try await scope.change {
                try checkConnection(app, database)
                try database.apps.connections.setPushPermission(
                    includesImports ? .connectionAndImports : .connection, of: app)
                if let predecessor { try database.apps.connections.addPredecessor(predecessor, of: app) }
            }
        case "add-reader":
            let name = (form["name"] ?? "").trimmingCharacters(in: .whitespaces)
            try await scope.confirm(form)
            let apps = scope.services.apps
            do {
                let reader = try await scope.blocking { try apps.addReader(name.isEmpty ? nil : name, of: app) }
                return try await show(scope, reader: reader)
            } catch let error as StoreError where error.code == .invalidArgument {
                throw PageProblem(.invalidArgument, "phone_reader_wrong")
            } catch let error as StoreError where error.code == .notFound {
                throw PageProblem(.notFound, "permission_gone")
            }
        case "revoke-reader":
            let (apps, name) = (scope.services.apps, form["name"] ?? "")
            try await scope.change { try apps.revokeReader(name, of: app) }
        default: throw PageProblem(.invalidArgument, "signin_invalid")
        }
        return try await show(scope)
    }

    private static func checkConnection(_ app: String, _ database: HealthDatabase) throws {
        guard try database.apps.all().contains(where: { $0.identifier == app && $0.pushes != .none }) else {
            throw Problem(.notFound, "There is no connection with this identifier.")
        }
    }
}

/// An address that a person enters for the server.
struct PhoneAddress {
    let port: Int
    /// Whether the address is that of the machine itself, which phones do not reach.
    let isLocal: Bool

    /// Parses an address with a scheme and a host, and without a path and credentials.
    init?(_ text: String) {
        guard text.utf8.count <= 200, let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme), parts.user == nil,
            parts.query == nil, parts.fragment == nil, ["", "/"].contains(parts.path)
        else { return nil }
        port = parts.port ?? (scheme == "https" ? 443 : 80)
        let bare = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        isLocal = bare == "localhost" || bare == "::1" || bare.hasPrefix("127.") || bare == "0.0.0.0" || bare == "::"
    }
}

/// The values of connections for the page.
private struct PhoneRows {
    let texts: PageTexts
    let now: Date
    private let dates: PageDates

    init(texts: PageTexts, zone: TimeZone?, now: Date) {
        self.texts = texts
        self.now = now
        dates = PageDates(zone, texts)
    }

    /// Returns the values of a new connection, with its credentials.
    func new(_ connection: PhoneConnection) -> [String: Any] {
        var fields = [("phone_field_address", connection.address)]
        if let header = connection.header {
            let isSecret = connection.kind == .nightscout
            fields.append(
                isSecret
                    ? ("phone_field_secret", connection.token)
                    : ("phone_field_header", "\(header.name): \(header.value)"))
        }
        if let code = connection.code { fields.append(("phone_field_code", code.text)) }
        return [
            "name": connection.app.name, "steps": texts.text("phone_steps_" + connection.kind.rawValue),
            "fields": fields.map { ["label": texts.text($0.0), "value": $0.1] },
            "pictures": connection.pictures.enumerated().map { index, picture in
                self.picture(picture.purpose, picture.text, index, of: connection)
            },
        ]
    }

    /// Returns the values of a new reader, with its token.
    /// - Parameter server: The address of the server.
    func new(_ reader: NewReader, server: String) -> [String: Any] {
        let fields = [("phone_field_token", reader.token), ("phone_field_token_address", reader.address(of: server))]
        return [
            "name": reader.name, "steps": texts.text("phone_steps_reader"),
            "fields": fields.map { ["label": texts.text($0.0), "value": $0.1] },
        ]
    }

    /// Returns the values of an address of the server, with the code for a test with a phone.
    func address(_ index: Int, _ text: String) -> [String: Any] {
        var values: [String: Any] = ["address": text, "label": texts.text("phone_picture", ["name": text])]
        if let code = QRCode(text + "/healthz") {
            values["code"] = ["size": "\(code.size + 2 * QRCode.margin)", "path": code.path]
        }
        return values
    }

    private func picture(
        _ purpose: String, _ text: String, _ index: Int, of connection: PhoneConnection
    ) -> [String: Any] {
        let isLink = connection.kind == .healthAutoExport
        let name = isLink ? texts.text("phone_link_\(index)") : purpose.isEmpty ? connection.kind.name : purpose
        var values: [String: Any] = ["name": name, "label": texts.text("phone_picture", ["name": name])]
        if isLink { values["link"] = text }
        if let code = QRCode(text) { values["code"] = ["size": "\(code.size + 2 * QRCode.margin)", "path": code.path] }
        return values
    }

    /// A connection, with its latest pushes.
    struct Connection: Sendable {
        var app: RegisteredApp
        var pushes: [PushRecord]
        /// The identifiers of earlier connections of the phone.
        var predecessors: [String]
        /// The number of deleted imported samples.
        var deletions: Int
        /// The clients that only read, if the connection is one of Nightscout.
        var readers: [ReaderToken]
    }

    /// Returns the values of a connection.
    /// - Parameter earlier: The identifiers of all connections that have pushed anything.
    func connection(_ connection: Connection, earlier: [String]) -> [String: Any] {
        let (app, pushes) = (connection.app, connection.pushes)
        let remarks = pushes.flatMap(\.remarks)
        let others = earlier.filter { $0 != app.identifier && !connection.predecessors.contains($0) }
        return [
            "includesImports": app.pushes == .connectionAndImports, "others": others, "hasOthers": !others.isEmpty,
            "continued": connection.predecessors, "hasContinued": !connection.predecessors.isEmpty,
            "hasDeletions": connection.deletions > 0,
            "deletions": texts.plural("phone_deletions", connection.deletions),
            "canHaveReaders": PhoneApp.nightscout.owns(app.identifier), "hasReaders": !connection.readers.isEmpty,
            "readers": connection.readers.map(values),
            "name": app.name, "identifier": app.identifier, "hasPushes": !pushes.isEmpty,
            "pushes": pushes.map { push in
                [
                    "date": dates.ago(push.received, now: now), "added": number(push.counts.added),
                    "known": number(push.counts.known + push.counts.updated), "refused": number(push.refused),
                    "deleted": number(push.deleted),
                ]
            },
            "hasRemarks": !remarks.isEmpty, "remarks": Array(remarks.uniqued().prefix(50)),
        ]
    }

    private func values(_ reader: ReaderToken) -> [String: Any] {
        var facts = [texts.text("phone_reader_created", ["date": dates.day(reader.created)])]
        facts.append(reader.used.map { dates.ago($0, now: now) } ?? texts.text("permission_unused"))
        if let address = reader.usedFrom { facts.append(texts.text("permission_used_from", ["address": address])) }
        return [
            "reader": reader.name, "facts": facts.joined(separator: " · "),
            "revoke": texts.text("phone_reader_revoke_name", ["name": reader.name]),
        ]
    }

    private func number(_ number: Int) -> String { number.formatted(.number.locale(texts.locale)) }
}

extension [String] {
    /// Returns the strings without repetitions, in order.
    fileprivate func uniqued() -> [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
