// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the tokens of clients that only read with Nightscout's interface.
@Suite("Readers of Nightscout's interface", .timeLimit(.slow)) struct ReaderTokenTests {
    /// The current date of the server, 2026-11-20T14:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_183_200)

    /// A way to send a token.
    private struct Form {
        var name: String
        /// The value of the query parameter; nil if the token is in a header field.
        var query: String?
        var headers: [(String, String)] = []

        func path(_ path: String) -> String {
            query.map { path + (path.contains("?") ? "&" : "?") + "token=" + $0 } ?? path
        }
    }

    /// A connection with documents, and a reader of it.
    private struct World {
        let daemon: TestDaemon
        let client: NightscoutClient
        let reader: NewReader

        init(_ daemon: TestDaemon, device: String = "phone") async throws {
            self.daemon = daemon
            client = try NightscoutClient(daemon)
            reader = try daemon.services.apps.addReader(nil, of: client.connection.app.identifier)
            try await client.send(
                "POST", "/api/v1/entries",
                "[{\"type\": \"sgv\", \"sgv\": 118, \"date\": 1795183140000, \"device\": \"sensor\"}]")
            try await client.send(
                "POST", "/api/v1/devicestatus",
                "[{\"device\": \"\(device)\", \"uploader\": {\"battery\": 82}, \"created_at\": \"2026-11-20T13:59:00Z\"}]"
            )
        }

        var app: String { client.connection.app.identifier }

        /// The field with which the connection itself reads.
        var own: [(String, String)] { [("api-secret", client.connection.token)] }

        /// Returns all ways to send the reader's token.
        func forms() async throws -> [Form] {
            let (token, hash) = (reader.token, PhoneConnection.token(ofSecret: reader.token))
            let signed = try await daemon.send("GET", "/api/v2/authorization/request/\(token)")
            let jwt = try #require(signed.json.value["token"]?.string)
            return [
                Form(name: "address", query: token), Form(name: "SHA-1 in the address", query: hash),
                Form(name: "bearer", headers: [("Authorization", "Bearer \(token)")]),
                Form(name: "signed", headers: [("Authorization", "Bearer \(jwt)")]),
                Form(name: "secret", headers: [("api-secret", token)]),
                Form(name: "SHA-1", headers: [("api-secret", hash)]),
                Form(name: "parameter in the field", headers: [("api-secret", "token=\(token)")]),
            ]
        }
    }

    private static func serve(
        _ configure: (inout HealthDaemon.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        try await TestDaemon.with {
            $0.clock = { now }
            configure(&$0)
        } _: { daemon in
            try await body(try await World(daemon))
        }
    }

    /// Returns a path of a route of Nightscout's interface with documents.
    private static func path(_ route: APIRoute) -> String {
        [("{id}", "current"), ("{names}", "bgnow,delta"), ("{lastModified}", "0"), ("{identifier}", "unknown")].reduce(
            route.path
        ) { $0.replacing($1.0, with: $1.1) }
    }

    private static let routes = NightscoutRoutes.all + NightscoutVersion3Routes.ofApps
    private static let changesSince = [("Last-Modified", "Fri, 20 Nov 2026 13:00:00 GMT")]

    // MARK: What a reader may do

    @Test func `a reader reads what its connection reads, on every route and in every form`() async throws {
        try await Self.serve { world in
            let forms = try await world.forms()
            let permissions =
                ([NightscoutRoutes.verification, NightscoutRoutes.verificationJSON]
                + NightscoutVersion3Routes.statuses).map(\.id)
            var count = 0
            for route in Self.routes where route.method == .get && route.id != NightscoutRoutes.check.id {
                let path = Self.path(route)
                let own = try await world.daemon.send("GET", path, headers: world.own + Self.changesSince)
                for form in forms {
                    let headers = form.headers + Self.changesSince
                    let read = try await world.daemon.send("GET", form.path(path), headers: headers)
                    #expect(read.status == own.status, "\(route.id), \(form.name): \(read.text)")
                    if !permissions.contains(route.id) {
                        #expect(read.bytes == own.bytes, "\(route.id), \(form.name)")
                    }
                    #expect(
                        read.header("Cache-Control") == "no-store" && read.header("Referrer-Policy") == "no-referrer")
                    let head = try await world.daemon.send("HEAD", form.path(path), headers: headers)
                    #expect(head.status == own.status && head.bytes.isEmpty, "\(route.id), \(form.name)")
                }
                count += own.status == 200 ? 1 : 0
            }
            #expect(count > 30)
        }
    }

    @Test func `a reader can neither save nor delete, on any route`() async throws {
        try await Self.serve { world in
            let forms = try await world.forms()
            let lists = ["/api/v1/entries.json", "/api/v1/devicestatus.json", "/api/v3/entries/history/0"]
            func documents() async throws -> [[UInt8]] {
                var all: [[UInt8]] = []
                for path in lists { all.append(try await world.daemon.send("GET", path, headers: world.own).bytes) }
                return all
            }
            let before = try await documents()
            let document = try #require(
                JSONValue(
                    "{\"sgv\": 90, \"type\": \"sgv\", \"date\": 1795183000000, \"app\": \"x\", \"device\": \"y\"}"))
            var count = 0
            for route in Self.routes where route.method != .get || route.id == NightscoutRoutes.check.id {
                let find = route.method == .delete ? "?find%5Btype%5D=sgv" : ""
                for form in forms {
                    let response = try await world.daemon.send(
                        route.method.rawValue, form.path(Self.path(route) + find),
                        json: route.body == nil ? nil : document, headers: form.headers)
                    #expect(response.status == 403, "\(route.id), \(form.name): \(response.text)")
                    #expect(response.problem?.detail.contains("only read") == true, "\(route.id)")
                    #expect(!response.text.contains(world.reader.token))
                    count += 1
                }
            }
            #expect(count > 300)
            #expect(try await documents() == before)
        }
    }

    @Test func `the token of a reader is valid on no other route`() async throws {
        try await Self.serve { world in
            let forms = try await world.forms().filter { $0.headers.contains { $0.0 == "Authorization" } }
            #expect(forms.count == 2)
            let others = APIRoutes.all.filter { $0.audience != .anyone && !PhoneRoutes.withSecrets.contains($0.id) }
            for route in others {
                for form in forms {
                    let response = try await world.daemon.send(
                        route.method.rawValue, RoutePaths.filled(route), json: route.method == .get ? nil : .object([]),
                        headers: form.headers)
                    let expected = route.audience == .app ? [403] : [401, 303]
                    #expect(expected.contains(response.status), "\(route.id), \(form.name): \(response.status)")
                }
                guard route.audience == .app else { continue }
                let inAddress = try await world.daemon.send(
                    route.method.rawValue, RoutePaths.filled(route) + "?token=\(world.reader.token)")
                #expect(inAddress.status == 401, "\(route.id)")
            }
            let refresh = JSONValue.object([("refresh_token", .string(world.reader.token))])
            #expect(try await world.daemon.send("POST", "/api/v1/token/refresh", json: refresh).status == 401)
        }
    }

    @Test func `the status and the signed token of a reader state only permissions to read`() async throws {
        try await Self.serve { world in
            func send(_ path: String, _ token: String) async throws -> JSONValue {
                let response = try await world.daemon.send("GET", path, headers: [("api-secret", token)])
                #expect(response.status == 200, "\(path)")
                return response.json.value
            }
            for (token, canWrite, letters) in [
                (world.reader.token, false, "r"), (world.client.connection.token, true, "crud"),
            ] {
                for path in ["/api/v1/verifyauth", "/api/v1/verifyauth.json"] {
                    let message = try await send(path, token)["message"]
                    #expect(message?["canWrite"] == .bool(canWrite) && message?["canRead"] == .bool(true))
                    #expect(message?["isAdmin"] == .bool(false) && message?["message"]?.string == "OK")
                }
                let status = try await send("/api/v3/status", token)["result"]?["apiPermissions"]
                #expect(NightscoutCollection.version3.allSatisfy { status?[$0.rawValue]?.string == letters })
                // Nightguard sends the name of the parameter in the path.
                for sent in [token, PhoneConnection.token(ofSecret: token), "token=" + token, "token%3D" + token] {
                    let signed = try await send("/api/v2/authorization/request/\(sent)", token)
                    let groups = signed["permissionGroups"]?.array?.first?.array?.map(\.string)
                    #expect(
                        groups == (canWrite ? ["create", "read", "update", "delete"] : ["read"]).map { "api:*:\($0)" })
                    let name = canWrite ? world.client.connection.app.name : world.reader.name
                    #expect(signed["sub"]?.string == name)
                    // A signed token is exchanged for one with the same permissions.
                    let again = try await send(
                        "/api/v2/authorization/request/\(try #require(signed["token"]?.string))", token)
                    #expect(again["permissionGroups"] == signed["permissionGroups"])
                }
            }
        }
    }

    // MARK: Addresses

    @Test(arguments: [
        ("/?token=x", "/"), ("/owner/phones?a=b&token=x", "/owner/phones"), ("/?%74oken=x", "/"),
        ("/type/steps?unit=token", "/type/steps?unit=token"), ("/?a=tokens&tokens=x", "/?a=tokens&tokens=x"),
    ])
    func `paths that pages pass on have no token`(given: String, passed: String) {
        #expect(PagePath.own(given) == passed)
    }

    @Test func `the token of a connection is refused in addresses, with what to do instead`() async throws {
        try await Self.serve { world in
            let token = world.client.connection.token
            let signed = try await world.daemon.send("GET", "/api/v2/authorization/request/\(token)")
            let jwt = try #require(signed.json.value["token"]?.string)
            for sent in [token, PhoneConnection.token(ofSecret: token), jwt] {
                for path in ["/api/v1/entries.json", "/api/v3/entries", "/pebble", "/api/v2/properties"] {
                    let response = try await world.daemon.send("GET", path + "?token=\(sent)")
                    #expect(response.status == 401)
                    let detail = try #require(response.problem?.detail)
                    #expect(detail.contains("health apps readers") && detail.contains("api-secret"), "\(detail)")
                    #expect(!response.text.contains(sent))
                }
                let save = try await world.daemon.send("POST", "/api/v1/entries?token=\(sent)", json: .array([]))
                #expect(save.status == 401)
            }
        }
    }

    @Test func `unknown tokens in addresses are limited as other unknown tokens are`() async throws {
        try await Self.serve {
            $0.limits.wrongTokensPerMinute = 4
            $0.steadyClock = ManualClock()
        } _: { world in
            var statuses: [Int] = []
            for number in 0..<4 {
                let path = number % 2 == 0 ? "/api/v1/entries.json" : "/api/v3/status"
                let response = try await world.daemon.send("GET", path + "?token=ohnwrong-\(number)")
                statuses.append(response.status)
                #expect(!response.text.contains("ohnwrong"))
            }
            statuses.append(try await world.daemon.send("GET", "/pebble?token=ohnwrong-5").status)
            statuses.append(
                try await world.daemon.send("GET", "/pebble", headers: [("api-secret", "wrong")]).status)
            #expect(statuses == [401, 401, 401, 401, 429, 429])
            // Tokens that are valid are not delayed, and those of connections in addresses are not counted.
            #expect(try await world.daemon.send("GET", "/pebble?token=\(world.reader.token)").status == 200)
            let full = world.client.connection.token
            #expect(try await world.daemon.send("GET", "/pebble?token=\(full)").status == 401)
        }
    }

    @Test func `a header field is used rather than the address, and two tokens in an address are refused`() async throws
    {
        try await Self.serve { world in
            let (reader, full) = (world.reader.token, world.client.connection.token)
            func status(_ path: String, _ headers: [(String, String)] = []) async throws -> Int {
                try await world.daemon.send("GET", path, headers: headers).status
            }
            let path = "/api/v1/entries.json?token="
            let alone = try await status(path + reader)
            #expect(alone == 200)
            #expect(try await status(path + reader, [("api-secret", "wrong")]) == 401)
            #expect(try await status(path + reader, [("Authorization", "Bearer wrong")]) == 401)
            #expect(try await status(path + "wrong", [("api-secret", full)]) == 200)
            #expect(try await status(path + full, [("api-secret", reader)]) == 200)
            for field in ["api-secret", "Authorization"] {
                let empty = field == "Authorization" ? "Bearer " : ""
                #expect(try await status(path + reader, [(field, empty)]) == 200)
                #expect(try await status(path, [(field, empty)]) == 401)
            }
            #expect(try await status(path + reader + "&token=" + reader) == 200)
            #expect(try await status(path + reader + "&token=" + full) == 400)
            #expect(try await status("/api/v3/entries?sort%24desc=date&token=" + reader + "&limit=1") == 200)
            #expect(try await status("/api/v1/entries.json?count=1&find%5Btype%5D=sgv&token=" + reader) == 200)
        }
    }

    // MARK: The end of a token

    @Test(arguments: ["reader", "revoke", "release", "forget", "token", "tool"])
    func `a reader ends with its own revocation and with its connection`(way: String) async throws {
        try await Self.serve { world in
            let forms = try await world.forms()
            let (apps, app) = (world.daemon.services.apps, world.app)
            for form in forms {
                let read = try await world.daemon.send("GET", form.path("/pebble"), headers: form.headers)
                #expect(read.status == 200)
            }
            switch way {
            case "reader": try apps.revokeReader(world.reader.name, of: app)
            case "revoke": try apps.revoke(app)
            case "release": try apps.release(app)
            case "forget": try apps.forget(app)
            case "token": _ = try apps.pairingCode(for: app, endsToken: true)
            default: try HealthDatabase(url: world.daemon.database.url).apps.revoke(app)
            }
            if way == "tool" { apps.empty() }
            for form in forms {
                let refused = try await world.daemon.send("GET", form.path("/pebble"), headers: form.headers)
                #expect(refused.status == 401, "\(form.name)")
            }
            let exchange = "/api/v2/authorization/request/\(world.reader.token)"
            #expect(try await world.daemon.send("GET", exchange).status == 401)
            #expect(try world.daemon.database.apps.readers.all().isEmpty)
            #expect(try world.daemon.database.check().isHealthy)
            let keepsToken = ["reader", "revoke", "tool"].contains(way)
            let own = try await world.daemon.send("GET", "/api/v1/status.json", headers: world.own)
            #expect(own.status == (keepsToken ? 200 : 401))
        }
    }

    @Test func `a reader of one connection sees nothing of another`() async throws {
        try await Self.serve { world in
            let other = try await World(world.daemon, device: "other phone")
            #expect(other.app != world.app)
            for (one, device) in [(world, "phone"), (other, "other phone")] {
                for path in ["/api/v1/devicestatus.json", "/api/v3/devicestatus", "/api/v3/devicestatus/history/0"] {
                    let response = try await one.daemon.send("GET", path + "?token=\(one.reader.token)")
                    let json = response.json.value
                    #expect((json["result"] ?? json).array?.map { $0["device"]?.string } == [device], "\(path)")
                }
            }
            let list = try await other.client.list("devicestatus.json")
            let id = try #require(list.first?["_id"]?.string)
            let path = "/api/v3/devicestatus/\(id)?token="
            #expect(try await world.daemon.send("GET", path + other.reader.token).status == 200)
            #expect(try await world.daemon.send("GET", path + world.reader.token).status == 404)
            // The names of one connection are free in the other, and the revocation of one leaves the other.
            #expect(world.reader.name == other.reader.name)
            try world.daemon.services.apps.revokeReader(world.reader.name, of: world.app)
            #expect(try await world.daemon.send("GET", path + other.reader.token).status == 200)
            #expect(try await world.daemon.send("GET", path + world.reader.token).status == 401)
        }
    }

    @Test func `a token ends after a year without use, and records its uses apart from those of its connection`()
        async throws
    {
        let clock = SetClock()
        try await Self.serve {
            $0.clock = { clock.now }
        } _: { world in
            let path = "/pebble?token=\(world.reader.token)"
            try await world.daemon.services.settled()
            let used = try world.daemon.database.apps.tokenHolders().map(\.used)
            clock.move(seconds: 364 * 86_400)
            #expect(try await world.daemon.send("GET", path).status == 200)
            try await world.daemon.services.settled()
            let reader = try #require(try world.daemon.database.apps.readers.all(of: world.app).first)
            #expect(reader.used == clock.now && reader.usedFrom == "127.0.0.1")
            #expect(try world.daemon.database.apps.tokenHolders().map(\.used) == used)
            clock.move(seconds: 364 * 86_400)
            #expect(try await world.daemon.send("GET", path).status == 200)
            clock.move(seconds: 366 * 86_400)
            #expect(try await world.daemon.send("GET", path).status == 401)
        }
    }

    @Test func `a reader does not use up the requests of its connection`() async throws {
        try await Self.serve {
            $0.limits.burst = 5
            $0.steadyClock = ManualClock()
        } _: { world in
            var statuses: [Int] = []
            for _ in 0..<6 {
                statuses.append(try await world.daemon.send("GET", "/pebble?token=\(world.reader.token)").status)
            }
            #expect(statuses == [200, 200, 200, 200, 200, 429])
            #expect(try await world.daemon.send("GET", "/pebble", headers: world.own).status == 200)
        }
    }

    // MARK: The store

    @Test func `a connection has at most twenty readers, with names of their own`() async throws {
        try await Self.serve { world in
            let (database, app) = (world.daemon.database, world.app)
            func create(_ name: String? = nil, of other: String? = nil) throws -> NewReader {
                try NewReader.create(name, of: other ?? app, in: database, at: Self.now)
            }
            #expect(world.reader.name == "Reader")
            #expect(try create().name == "Reader 2")
            #expect(try create("Uhr am Arm").name == "Uhr am Arm")
            for wrong in ["", " ", "Uhr am Arm", "Reader", "a\u{202e}b", "\u{0}", String(repeating: "x", count: 201)] {
                #expect(throws: StoreError.self) { try create(wrong) }
            }
            for other in ["phone.nightscout-9", "phone.health-bridge", "org.example.steps", "phone.nightscoutx", ""] {
                #expect(throws: StoreError.self) { try create(of: other) }
            }
            for _ in 3..<ReaderTokens.maximum { _ = try create() }
            #expect(throws: StoreError.self) { try create() }
            #expect(try database.apps.readers.all().count == 20)
            try database.apps.readers.revoke("Reader 2", of: app)
            #expect(throws: StoreError.self) { try database.apps.readers.revoke("Reader 2", of: app) }
            #expect(try create().name == "Reader 2")
            #expect(try database.check().isHealthy)
        }
    }

    @Test func `a token has the form that clients expect, and the store only its hash`() async throws {
        try await Self.serve { world in
            let tokens =
                try [world.reader.token]
                + (0..<10).map { _ in try NewReader.create(nil, of: world.app, in: world.daemon.database).token }
            #expect(Set(tokens).count == 11)
            for token in tokens {
                #expect(token.wholeMatch(of: /ohn[a-z2-9]{11}-[0-9a-f]{16}/) != nil && token.utf8.count <= 31)
                #expect(
                    world.reader.address(of: "https://a.example/") == "https://a.example?token=\(world.reader.token)")
                let hash = PhoneConnection.token(ofSecret: token)
                let stored = try world.daemon.database.read { db in
                    try Row.fetchAll(db, sql: "SELECT * FROM reader_token").map { "\($0)" }.joined()
                }
                #expect(!stored.contains(token) && !stored.contains(hash))
            }
        }
    }
}
