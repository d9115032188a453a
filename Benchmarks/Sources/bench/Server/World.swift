// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import NIOCore
import NIOHTTP1

/// The apps of a benchmarked daemon.
struct World: Sendable {
    /// Tokens of an app that reads heart rate, of one that saves, and of one without permissions.
    let reader: String
    let writer: String
    let denied: String
    private let client: HTTPClient
    private let url: String

    /// Registers the apps and answers their requests for the person.
    init(_ client: HTTPClient, _ daemon: BenchedServer, _ store: URL) async throws {
        self.client = client
        url = daemon.url
        var tokens: [String] = []
        let database = try HealthDatabase(url: store, mode: .readWrite)
        // Apps register without a code, under identifiers with a random ending.
        try database.setSetting("open_registration", value: "on")
        var identifiers: [String] = []
        for name in ["reader", "writer", "denied"] {
            let body = #"{"identifier":"org.example.\#(name)","name":"\#(name)"}"#
            let content = String(buffer: try await Self.send(client, url, "POST", "/v1/apps", nil, body))
            guard let token = content.firstMatch(of: /"token":"([^"]+)"/),
                let identifier = content.firstMatch(of: /"identifier":"([^"]+)"/)
            else { throw BenchError("an app could not register: \(content)") }
            tokens.append(String(token.1))
            identifiers.append(String(identifier.1))
        }
        (reader, writer, denied) = (tokens[0], tokens[1], tokens[2])
        let types: [HKQuantityTypeIdentifier] = [.heartRate, .stepCount, .bodyMass]
        for (identifier, isAllowed) in zip(identifiers, [true, true, false]) {
            try database.apps.setPermission(
                share: isAllowed ? .authorized : .denied, read: isAllowed ? .authorized : .denied,
                app: identifier, types: types.map(\.rawValue))
        }
    }

    private static func request(
        _ url: String, _ method: String, _ path: String, _ token: String?, _ body: String?
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        return request
    }

    private static func send(
        _ client: HTTPClient, _ url: String, _ method: String, _ path: String, _ token: String?, _ body: String? = nil
    ) async throws -> ByteBuffer {
        let response = try await client.execute(request(url, method, path, token, body), timeout: .seconds(60))
        let content = try await response.body.collect(upTo: 64 << 20)
        guard (200..<300).contains(response.status.code) else {
            throw BenchError("\(method) \(path): \(response.status) \(String(buffer: content))")
        }
        return content
    }

    /// Returns the body of a response.
    func body(_ path: String, _ token: String) async throws -> ByteBuffer {
        try await Self.send(client, url, "GET", path, token)
    }

    /// Returns the size of the body of a response.
    func bytes(_ path: String, _ token: String) async throws -> Int { try await body(path, token).readableBytes }

    /// Saves one sample.
    func save(_ token: String, _ type: String, _ unit: String) async throws {
        let date = ServerComparison.date(1_750_000_000)
        let body =
            #"{"samples":[{"type":"\#(type)","startDate":"\#(date)","endDate":"\#(date)","value":60,"unit":"\#(unit)"}]}"#
        _ = try await Self.send(client, url, "POST", "/v1/samples", token, body)
    }

    /// Follows changes until the first one arrives.
    /// - Returns: The time of its arrival.
    func followsOneChange(_ token: String) async throws -> Double {
        let path = "/v1/changes?type=heartRate&content=types"
        let response = try await client.execute(Self.request(url, "GET", path, token, nil), timeout: .minutes(5))
        var text = ""
        for try await part in response.body {
            text += String(buffer: part)
            if text.contains("event: types") { return monotonicSeconds() }
        }
        throw BenchError("a stream ended without the change")
    }

    /// Returns the value of one of the daemon's metrics.
    func metric(_ name: String) async throws -> Double {
        let text = String(buffer: try await Self.send(client, url, "GET", "/metrics", BenchedServer.metricsToken))
        return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }
}
