// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Logging
import NIOCore
import NIOHTTP1
import Testing

@testable import OpenHealthServer

/// A daemon on loopback with a temporary store, and apps that use FHIR.
struct FHIRServer {
    let daemon: HealthDaemon
    let address: String

    var database: HealthDatabase { daemon.services.database }

    /// Runs a daemon for the duration of a closure.
    static func run(_ body: @Sendable (FHIRServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fhir-\(UUID())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = folder.appendingPathComponent("health.db")
        var configuration = HealthDaemon.Configuration(store: store, port: 0)
        configuration.limits.waitForOtherTests()
        let daemon = try HealthDaemon(configuration, logger: logger)
        let (ports, found) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await daemon.run { found.yield($0.port ?? 0) }
            }
            for await port in ports.prefix(1) {
                try await body(FHIRServer(daemon: daemon, address: "http://127.0.0.1:\(port)"))
            }
            group.cancelAll()
        }
    }

    /// Returns an app with a token and permission to read the given types.
    func app(_ name: String, reads: [String] = [], since: Date? = nil, denied: [String] = []) throws -> FHIRClient {
        let app = AppIdentity(identifier: "org.example.\(name)", name: name)
        let token = try daemon.services.apps.register(trusted: app)
        if !reads.isEmpty {
            try database.apps.setPermission(
                share: nil, read: since.map { .limited(since: $0) } ?? .authorized, app: app.identifier, types: reads)
        }
        if !denied.isEmpty {
            try database.apps.setPermission(share: nil, read: .denied, app: app.identifier, types: denied)
        }
        return FHIRClient(address: address, token: token)
    }

    /// Saves samples as an app with permission to save.
    func save(_ samples: [HKSample]) throws {
        let writer = AppIdentity(identifier: "org.example.writer", name: "Writer")
        let types = Set(
            samples.flatMap { [$0] + (($0 as? HKCorrelation).map { Array($0.objects) } ?? []) }
                .map(\.sampleType.identifier))
        try database.apps.setPermission(
            share: .authorized, read: nil, app: writer.identifier,
            types: types.filter { !$0.hasPrefix("HKCorrelation") })
        try AppAccess(database: database, app: writer).save(samples)
    }
}

/// An app that uses FHIR.
struct FHIRClient {
    struct Response {
        let status: Int
        let type: String?
        let text: String

        var json: JSONValue? { JSONValue(text) }
        /// The resources of a bundle.
        var resources: [JSONValue] { (json?["entry"]?.array ?? []).compactMap { $0["resource"] } }
        var ids: [String] { resources.compactMap { $0["id"]?.string } }

        func link(_ relation: String) -> String? {
            json?["link"]?.array?.first { $0["relation"]?.string == relation }?["url"]?.string
        }
    }

    let address: String
    let token: String?

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Response {
        try await send(HTTPClientRequest(url: path.hasPrefix("http") ? path : address + path), headers)
    }

    func post(_ path: String, form: String) async throws -> Response {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: form))
        return try await send(request, [("Content-Type", "application/x-www-form-urlencoded")])
    }

    private func send(_ request: HTTPClientRequest, _ headers: [(String, String)]) async throws -> Response {
        var request = request
        if let token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 64 << 20)
        return Response(
            status: Int(response.status.code), type: response.headers.first(name: "Content-Type"),
            text: String(buffer: body))
    }
}
