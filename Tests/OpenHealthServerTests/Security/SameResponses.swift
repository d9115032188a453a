// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import NIOCore
import NIOHTTP1
import Testing

@testable import OpenHealthServer

/// A request that is sent to two daemons.
struct TwinRequest: Sendable {
    /// The identifier of its route.
    var route: String
    var method: String
    var path: String
    var body: String?
    var contentType = "application/json"
    var headers: [(String, String)] = []

    init(
        _ route: APIRoute, _ path: String? = nil, _ body: String? = nil, contentType: String = "application/json",
        headers: [(String, String)] = []
    ) {
        self.route = route.id
        method = route.method.rawValue
        self.path = path ?? route.path
        self.body = body
        self.contentType = contentType
        self.headers = headers
    }
}

/// Sends the same requests to two daemons, and compares the responses byte by byte.
///
/// Random identifiers and secrets, and encrypted anchors and cursors, differ between two stores as soon as the app saves a
/// sample. Each is replaced by the number of its first occurrence, so both stores must repeat theirs in the same places.
final class SameResponses {
    let worlds: TwinWorlds
    /// The identifiers of the requested routes.
    private(set) var routes: Set<String> = []
    /// The identifiers of the routes that answered with a status below 300.
    private(set) var answered: Set<String> = []
    private(set) var count = 0
    private var names: [[String: Int]] = [[:], [:]]
    /// The values of header fields that have no part to replace. Most fields repeat one of a few.
    private var plain: Set<String> = []
    private var tokens: [String]

    init(_ worlds: TwinWorlds) {
        self.worlds = worlds
        tokens = [worlds.token, worlds.token]
    }

    /// The compared parts of a response.
    private struct Response: Equatable, CustomStringConvertible {
        var status: Int
        var headers: [String]
        var text: String

        var description: String { "\(status) \(headers.joined(separator: "; "))\n\(text.prefix(2000))" }
    }

    /// Sends requests to both daemons one after the other.
    @discardableResult
    func ask(_ requests: [TwinRequest]) async throws -> [[TestDaemon.Response]] {
        var all: [[TestDaemon.Response]] = []
        for request in requests { all.append(try await Self.send(request, worlds, tokens)) }
        for (request, responses) in zip(requests, all) { compare(request, responses) }
        return all
    }

    /// Sends requests that change nothing to both daemons concurrently.
    func read(_ requests: [TwinRequest]) async throws {
        let (worlds, tokens) = (worlds, tokens)
        let responses = try await withThrowingTaskGroup(of: (Int, [TestDaemon.Response]).self) { group in
            var found = [[TestDaemon.Response]](repeating: [], count: requests.count)
            var next = 0
            func add() {
                guard next < requests.count else { return }
                let (index, request) = (next, requests[next])
                next += 1
                group.addTask { (index, try await Self.send(request, worlds, tokens)) }
            }
            for _ in 0..<16 { add() }
            while let (index, responses) = try await group.next() {
                found[index] = responses
                add()
            }
            return found
        }
        for (request, responses) in zip(requests, responses) { compare(request, responses) }
    }

    /// Returns each daemon's response to a request that names an object of the daemon.
    func ask(_ requests: (Int) throws -> TwinRequest) async throws -> [TestDaemon.Response] {
        var responses: [TestDaemon.Response] = []
        for (index, daemon) in [worlds.empty, worlds.full].enumerated() {
            responses.append(try await Self.send(try requests(index), daemon, tokens[index]))
        }
        compare(try requests(0), responses)
        return responses
    }

    /// Uses other tokens for the following requests.
    func use(_ tokens: [String]) { self.tokens = tokens }

    /// Compares strings of both daemons.
    func compare(_ name: String, _ texts: [String]) {
        let plain = texts.enumerated().map { canonical($1, world: $0) }
        #expect(plain[0] == plain[1], "\(name)")
    }

    private func compare(_ request: TwinRequest, _ responses: [TestDaemon.Response]) {
        routes.insert(request.route)
        if responses.allSatisfy({ $0.status < 300 }) { answered.insert(request.route) }
        count += 1
        let compared = responses.enumerated().map { world, response in
            Response(
                status: response.status,
                headers: response.headers.filter {
                    !["date", "x-request-id", "ratelimit"].contains($0.name.lowercased())
                }
                .map { "\($0.name): \(canonical(field: Self.length($0, response), world: world))" }.sorted(),
                text: canonical(response.text, world: world))
        }
        #expect(
            compared[0] == compared[1],
            "\(worlds.variant) \(request.method) \(request.path) \((request.body ?? "").prefix(300))")
        #expect(compared[0].status < 500, "\(request.method) \(request.path)")
    }

    private static func send(
        _ request: TwinRequest, _ worlds: TwinWorlds, _ tokens: [String]
    ) async throws -> [TestDaemon.Response] {
        [
            try await send(request, worlds.empty, tokens[0]), try await send(request, worlds.full, tokens[1]),
        ]
    }

    private static func send(
        _ request: TwinRequest, _ daemon: TestDaemon, _ token: String
    ) async throws -> TestDaemon.Response {
        var sent = daemon.request(request.method, request.path, token: token, headers: request.headers)
        if let body = request.body {
            sent.headers.add(name: "Content-Type", value: request.contentType)
            sent.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await daemon.client.execute(sent, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 64 << 20)
        return TestDaemon.Response(
            status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
            bytes: Array(body.readableBytesView))
    }

    /// Returns the value of a header field, and of `Content-Length` the length without encrypted anchors of relations.
    private static func length(_ header: (name: String, value: String), _ response: TestDaemon.Response) -> String {
        guard header.name.lowercased() == "content-length", let length = Int(header.value) else { return header.value }
        return "\(length - response.text.matches(of: anchor).reduce(0) { $0 + $1.output.utf8.count })"
    }

    /// Returns the value of a header field as ``canonical(_:world:)`` does.
    private func canonical(field value: String, world: Int) -> String {
        if plain.contains(value) { return value }
        let text = canonical(value, world: world)
        if text == value { plain.insert(value) }
        return text
    }

    /// Returns a string with numbers instead of random or encrypted parts, and without the daemon's own address.
    private func canonical(_ text: String, world: Int) -> String {
        let daemon = world == 0 ? worlds.empty : worlds.full
        // The two stores receive the same samples one after the other.
        let timeless = text.replacing(Self.lastUpdated, with: "\"lastUpdated\":\"TIME\"")
        let anchored = timeless.replacing(daemon.url, with: "URL").replacing(Self.anchor) { match in
            let name = String(match.output)
            let number = names[world][name] ?? names[world].count
            names[world][name] = number
            return "anchor <\(number)>"
        }
        return anchored.replacing(Self.random) { match in
            let name = String(match.output)
            if Self.prefixes.contains(where: name.hasPrefix) { return name }
            let number = names[world][name] ?? names[world].count
            names[world][name] = number
            return "<\(number) of \(name.utf8.count)>"
        }
    }

    /// The beginnings of Apple's names, which are also long words. One of some thousand random words begins with HK.
    private static let prefixes = [
        "HKQuantityType", "HKCategory", "HKCorrelationType", "HKCharacteristicType", "HKDataType", "HKDocumentType",
        "HKClinicalType", "HKScoredAssessmentType", "HKWorkout", "HKMetadataKey",
    ]

    // Unsafe because regular expressions are not marked as sendable; it is only read. A literal in a function is compiled for each call.
    private nonisolated(unsafe) static let lastUpdated = /"lastUpdated":"[^"]*"/

    /// The encrypted anchor of relations, a number of any length.
    // Unsafe because regular expressions are not marked as sendable; it is only read.
    private nonisolated(unsafe) static let anchor = /"anchor":[1-9][0-9]*/

    // Unsafe because regular expressions are not marked as sendable; it is only read.
    private nonisolated(unsafe) static let random =
        /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|[0-9]{19}|whsec_[A-Za-z0-9+\/=]+|[A-Za-z0-9_\-]{32,}/
}
