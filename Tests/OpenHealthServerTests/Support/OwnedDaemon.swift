// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

@testable import OpenHealthPages
@testable import OpenHealthServer

/// A daemon on a port chosen by the kernel, with a temporary store and an owner who can sign in.
final class OwnedDaemon: Sendable {
    static let passphrase = "correct horse battery"

    let daemon: HealthDaemon
    let url: String
    let clock: SetClock
    let folder: URL
    private let client: HTTPClient

    var services: DaemonServices { daemon.services }
    var database: HealthDatabase { daemon.services.database }

    private init(_ daemon: HealthDaemon, _ port: Int, _ clock: SetClock, _ folder: URL, _ client: HTTPClient) {
        self.daemon = daemon
        url = "http://127.0.0.1:\(port)"
        self.clock = clock
        self.folder = folder
        self.client = client
    }

    /// Runs a daemon for the duration of a closure.
    static func with(
        hasOwner: Bool = true, logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        _ configure: (inout HealthDaemon.Configuration) -> Void = { _ in },
        _ body: @Sendable (OwnedDaemon) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = SetClock()
        var configuration = HealthDaemon.Configuration(store: folder.appendingPathComponent("health.db"), port: 0)
        try configuration.addPages()
        configuration.clock = { clock.now }
        configuration.passphraseCost = .low
        configuration.limits.waitForOtherTests()
        configure(&configuration)
        let daemon = try HealthDaemon(configuration, logger: logger)
        if hasOwner { _ = try await daemon.services.owner.setPassphrase(passphrase) }
        var clientConfiguration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        clientConfiguration.timeout = .init(connect: .hours(1), read: .hours(1))
        // Shorter than the idle time limit of the server, which otherwise could close a connection while a request is sent.
        clientConfiguration.connectionPool.idleTimeout = .seconds(20)
        let client = HTTPClient(configuration: clientConfiguration)
        let (addresses, ports) = AsyncStream.makeStream(of: Int.self)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { ports.finish() }
                    try await daemon.run { ports.yield($0.port ?? 0) }
                }
                var iterator = addresses.makeAsyncIterator()
                guard let port = await iterator.next() else { return try await group.waitForAll() }
                try await body(OwnedDaemon(daemon, port, clock, folder, client))
                group.cancelAll()
            }
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    // MARK: - Asking

    /// A response of the daemon.
    struct Response: Sendable {
        var status: Int
        var headers: [(name: String, value: String)]
        var body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue? { JSONValue(text) }
        var problem: Problem? { json.flatMap { Problem($0) } }

        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// The sender of a request.
    enum Asker: Sendable {
        case anyone
        case app(String)
        case owner(OwnerAccess)
    }

    /// The state of the owner's browser.
    struct OwnerAccess: Sendable {
        var cookie: String
        var token: String
    }

    func send(
        _ method: String, _ path: String, as asker: Asker = .anyone, json: String? = nil,
        form: [(String, String)]? = nil, headers: [(String, String)] = [], body: Data? = nil
    ) async throws -> Response {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        switch asker {
        case .anyone: break
        case .app(let token): request.headers.add(name: "Authorization", value: "Bearer \(token)")
        case .owner(let access):
            request.headers.add(name: "Cookie", value: "\(OwnerSessionNames.cookie)=\(access.cookie)")
            if form == nil { request.headers.add(name: OwnerSessionNames.formTokenField, value: access.token) }
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        } else if let form {
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            var fields = form
            if case .owner(let access) = asker { fields.append(("csrf", access.token)) }
            request.body = .bytes(
                ByteBuffer(
                    string: fields.map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }.joined(separator: "&")))
        } else if let body {
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await client.execute(request, timeout: .hours(1))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Response(
            status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
            body: Data(bytes.readableBytesView))
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            return CharacterSet.alphanumerics.contains(scalar) && byte < 128
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    // MARK: - People and apps

    /// Registers an app and returns its token.
    /// - Parameter name: The name; the last part of the identifier by default.
    func register(_ identifier: String, name: String? = nil) async throws -> String {
        let response = try await pair(identifier, name: name)
        guard let token = response.json?["token"]?.string else { throw Unexpected(response: response.text) }
        return token
    }

    /// Registers an app with a new pairing code.
    /// - Parameter app: The identifier of the only app for which the code is valid; `nil` for apps that the store does not
    ///   contain.
    func pair(_ identifier: String, name: String? = nil, codeFor app: String? = nil) async throws -> Response {
        let code = try services.apps.pairingCode(for: app).code.text
        return try await send("POST", "/v1/apps", json: Self.registration(identifier, name: name, code: code))
    }

    /// Returns the body of a registration.
    static func registration(_ identifier: String, name: String? = nil, code: String? = nil) -> String {
        let name = name ?? identifier.split(separator: ".").last.map(String.init) ?? identifier
        return JSONValue.object(
            [("identifier", .string(identifier)), ("name", .string(name))]
                + (code.map { [("pairingCode", .string($0))] } ?? [])
        ).text
    }

    /// Signs the owner in.
    func signIn() async throws -> OwnerAccess {
        let body = JSONValue.object([("passphrase", .string(Self.passphrase))]).text
        let response = try await send("POST", "/v1/owner/session", json: body)
        guard let token = response.json?["csrfToken"]?.string, let field = response.header("Set-Cookie"),
            let cookie = field.split(separator: ";").first?.split(separator: "=").last
        else { throw Unexpected(response: response.text) }
        return OwnerAccess(cookie: String(cookie), token: token)
    }

    struct Unexpected: Error {
        var response: String
    }
}

/// A clock that is stopped until it is moved.
final class SetClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { date.withLock { $0 } }

    func move(seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}

extension OwnedDaemon {
    /// Runs a closure with an app that may save and read steps, and has some quotas.
    static func with(
        quotas: [AppQuota: Int], of app: String, _ body: @Sendable (OwnedDaemon, Asker) async throws -> Void
    ) async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register(app)
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: app, type: DataFixtures.steps.identifier)
            try daemon.database.apps.quotas.set(quotas.mapValues { $0 }, of: app)
            try await body(daemon, .app(token))
        }
    }
}
