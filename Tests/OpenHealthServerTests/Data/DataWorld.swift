// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import NIOCore
import NIOHTTP1
import Testing

@testable import OpenHealthServer

/// A daemon on loopback with a temporary store, and apps with responses of the person.
struct DataWorld: Sendable {
    let daemon: TestDaemon

    var database: HealthDatabase { daemon.database }
    var services: DaemonServices { daemon.services }
    var url: String { daemon.url }

    /// Runs a daemon for the duration of a closure.
    static func run(_ body: @Sendable (DataWorld) async throws -> Void) async throws {
        try await TestDaemon.with { configuration in
            configuration.limits.requestsPerSecond = 1e6
            configuration.limits.burst = 1e6
        } _: { daemon in
            // The log is written when a test requests it, and not in the middle of a test.
            daemon.database.accessLog.setDelay(86_400)
            try await body(DataWorld(daemon: daemon))
        }
    }

    /// An app and its requests.
    struct Client: Sendable {
        let world: DataWorld
        let access: AppAccess
        let token: String
    }

    /// Registers an app without permissions.
    func app(_ name: String) throws -> Client {
        let identity = AppIdentity(identifier: "org.example.\(name)", name: name.capitalized, version: "1.0")
        let token = try services.apps.register(trusted: identity)
        return Client(
            world: self,
            access: AppAccess(
                database: database, app: identity, clock: services.configuration.clock, readsUnansweredAsDenied: true),
            token: token)
    }

    /// Registers an app with all permissions.
    func trustedApp(_ name: String) throws -> Client {
        let client = try app(name)
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
        try client.access.record(
            .granting(
                AuthorizationRequest(
                    app: client.access.app,
                    share: Set(types.filter { $0.facts.isShareable }.compactMap { $0 as? HKSampleType }),
                    read: Set(types))))
        return client
    }
}

extension DataWorld.Client {
    /// A response.
    struct Response: Equatable {
        var status: Int
        var headers: [String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> JSONReader { JSONReader(try #require(JSONValue(text), "\(text)")) }

        /// The values of the lines.
        func lines() throws -> [JSONReader] {
            try text.split(separator: "\n").map { JSONReader(try #require(JSONValue(String($0)))) }
        }

        func header(_ name: String) -> String? {
            headers.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }.map {
                String($0.dropFirst(name.count + 2))
            }
        }
    }

    /// Sends a request; the headers do not include the date and the identifier of the request.
    func ask(
        _ method: HTTPMethod, _ path: String, body: HTTPClientRequest.Body? = nil, type: String = "application/json",
        accept: String? = nil, headers: [(String, String)] = []
    ) async throws -> Response {
        var request = HTTPClientRequest(url: world.url + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        if let accept { request.headers.add(name: "Accept", value: accept) }
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = body
        }
        let response = try await world.daemon.client.execute(request, timeout: .hours(1))
        let bytes = try await response.body.collect(upTo: 200 << 20)
        return Response(
            status: Int(response.status.code),
            headers: response.headers.filter { !["date", "x-request-id", "ratelimit"].contains($0.name.lowercased()) }
                .map { "\($0.name): \($0.value)" }
                .sorted(),
            body: Array(buffer: bytes))
    }

    func get(_ path: String, accept: String? = nil) async throws -> Response {
        try await ask(.GET, path, accept: accept)
    }

    func post(_ path: String, _ json: JSONValue, accept: String? = nil) async throws -> Response {
        try await ask(.POST, path, body: .bytes(json.bytes), accept: accept)
    }
}

/// Returns a string encoded for a URL query.
func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
}
