// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthModel
import NIOCore
import NIOHTTP1
import ProcessTestSupport

/// A daemon in a separate process.
final class ServingProcess: Sendable {
    struct Response: Sendable {
        var status: Int
        var type: String?
        var json: JSONValue
    }

    let number: pid_t
    let port: Int
    private let process: RunningProcess
    private let log: URL
    /// The store with the folder and client that are used.
    private let store: ServedStore
    private var client: HTTPClient { store.client }

    /// Starts a command that becomes the daemon, and waits until it listens.
    init(_ command: [String], _ store: ServedStore) async throws {
        let name = UUID().uuidString
        let output = store.folder.appendingPathComponent("output-\(name)")
        log = store.folder.appendingPathComponent("log-\(name)")
        self.store = store
        process = try RunningProcess(command, output: output, errors: log)
        number = process.number
        let (process, log) = (process, log)
        let port: Int? = try await poll(every: .milliseconds(5)) {
            let text = try String(contentsOf: output, encoding: .utf8)
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("serving ") }),
                text.contains("\(line)\n"), let port = line.split(separator: ":").last.flatMap({ Int($0) })
            {
                return port
            }
            guard process.isRunning else {
                let errors = try String(contentsOf: log, encoding: .utf8)
                throw ServedStore.Failure(description: "the server does not listen: \(text)\(errors)")
            }
            return nil
        }
        guard let port else { throw ServedStore.Failure(description: "the server does not listen") }
        self.port = port
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// The daemon's log.
    var logged: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Sends a signal.
    func signal(_ signal: Int32) {
        process.send(signal)
    }

    /// Waits until the process has ended.
    /// - Returns: The exit status, or the negated number of the signal that ended the process.
    @discardableResult
    func end() async -> Int32 {
        await process.end()
    }

    /// Sends a request to the daemon.
    func send(
        _ method: String, _ path: String, token: String? = nil, json: JSONValue? = nil,
        headers: [(String, String)] = [], seconds: Int64 = 3600
    ) async throws -> Response {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: json.bytes))
        }
        let response = try await client.execute(request, timeout: .seconds(seconds))
        let body = try await response.body.collect(upTo: 64 << 20)
        return Response(
            status: Int(response.status.code), type: response.headers.first(name: "Content-Type"),
            json: JSONValue(String(buffer: body)) ?? .null)
    }

    /// Returns the value of a metric without labels.
    func metric(_ name: String) async throws -> Double? {
        var request = HTTPClientRequest(url: url + "/metrics")
        request.headers.add(name: "Authorization", value: "Bearer \(ServedStore.metricsToken)")
        let response = try await client.execute(request, timeout: .hours(1))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { Double($0.dropFirst(name.count + 1)) }
    }
}
