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

@testable import OpenHealthPages
@testable import OpenHealthServer

/// A real daemon on a port chosen by the kernel, with a store in a folder that is removed when it ends.
final class TestDaemon: Sendable {
    let daemon: HealthDaemon
    let port: Int
    let client: HTTPClient

    var services: DaemonServices { daemon.services }
    var database: HealthDatabase { daemon.services.database }
    var url: String { "http://127.0.0.1:\(port)" }

    private init(_ daemon: HealthDaemon, _ port: Int, _ client: HTTPClient) {
        self.daemon = daemon
        self.port = port
        self.client = client
    }

    /// The token for reading the metrics.
    static let metricsToken = "0123456789abcdef"

    /// Runs a daemon for the duration of a closure.
    static func with(
        _ configure: (inout HealthDaemon.Configuration) -> Void = { _ in },
        _ body: @Sendable (TestDaemon) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = HealthDaemon.Configuration(store: folder.appendingPathComponent("health.db"), port: 0)
        try configuration.addPages()
        configuration.metricsToken = metricsToken
        configuration.limits.waitForOtherTests()
        configure(&configuration)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let daemon = try HealthDaemon(configuration, logger: logger)
        var clientConfiguration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        clientConfiguration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
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
                try await body(TestDaemon(daemon, port, client))
                group.cancelAll()
            }
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    // MARK: - Apps

    /// Registers an app with the identifier `org.example.NAME`, and returns its token.
    func app(_ name: String) throws -> String {
        try services.apps.register(trusted: AppIdentity(identifier: Self.identifier(name), name: name))
    }

    static func identifier(_ name: String) -> String { "org.example.\(name)" }

    /// Sets the permissions of an app.
    func allow(_ name: String, share: [HKObjectType] = [], read: [HKObjectType] = []) throws {
        let app = Self.identifier(name)
        try database.apps.setPermission(share: .authorized, read: nil, app: app, types: share.map(\.identifier))
        try database.apps.setPermission(share: nil, read: .authorized, app: app, types: read.map(\.identifier))
    }

    /// Denies an app that has made a request the permissions to save and read some types.
    func deny(_ name: String, _ types: [HKObjectType]) throws {
        try database.apps.setPermission(
            share: .denied, read: .denied, app: Self.identifier(name), types: types.map(\.identifier))
    }

    // MARK: - Asking

    /// A response of the daemon.
    struct Response: Sendable {
        var status: Int
        var headers: [(name: String, value: String)]
        var bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSONReader { JSONReader(JSONValue(text) ?? .null) }
        var problem: Problem? { Problem(json.value) }

        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// Returns a request that has not been sent yet.
    func request(
        _ method: String, _ path: String, token: String? = nil, json: JSONValue? = nil,
        headers: [(String, String)] = []
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: json.bytes))
        }
        return request
    }

    /// Sends a request, and waits for the complete response.
    func send(
        _ method: String, _ path: String, token: String? = nil, json: JSONValue? = nil,
        headers: [(String, String)] = []
    ) async throws -> Response {
        let request = request(method, path, token: token, json: json, headers: headers)
        let response = try await client.execute(request, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 256 << 20)
        return Response(
            status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
            bytes: Array(body.readableBytesView))
    }
}
