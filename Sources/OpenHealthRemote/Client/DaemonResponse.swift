// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A response that is being read.
struct DaemonResponse {
    private let response: HTTPClientResponse

    /// The maximum number of bytes of a response that is read as a whole.
    static let most = 256 << 20
    /// The media type of responses with one line for each element.
    static let lines = "application/x-ndjson"
    /// The maximum number of bytes of a line.
    private static let maximumInLine = 64 << 20

    init(_ response: HTTPClientResponse) {
        self.response = response
    }

    /// Checks that the server has fulfilled the request.
    /// - Throws: a ``DaemonFailure``.
    func check() async throws {
        switch response.status.code {
        case 200..<300: return
        case 300..<400:
            throw DaemonFailure.unreadable(
                "it redirects (\(response.status.code)). Use the server's own address.")
        default: break
        }
        let type = response.headers.first(name: "content-type") ?? ""
        guard type.hasPrefix(Problem.contentType) else { throw notADaemon }
        guard let problem = JSONValue(utf8: try await bytes(most: 1 << 20)).flatMap(Problem.init) else {
            throw notADaemon
        }
        throw DaemonFailure.problem(problem)
    }

    /// The failure if a proxy has answered in place of the server.
    private var notADaemon: DaemonFailure {
        switch response.status.code {
        case 502, 503, 504: .unreachable("a proxy answered with the status \(response.status.code)")
        default: .unreadable("a status of \(response.status.code) without a problem: this is not a health server.")
        }
    }

    /// Returns the whole body.
    func bytes(most: Int = most) async throws -> Data {
        var data = Data()
        for try await part in response.body {
            guard data.count + part.readableBytes <= most else {
                throw DaemonFailure.unreadable("it has more than \(most) bytes.")
            }
            data.append(contentsOf: part.readableBytesView)
        }
        return data
    }

    /// Returns the body as JSON.
    func json() async throws -> JSONReader {
        guard let value = JSONValue(utf8: try await bytes()) else { throw DaemonFailure.unreadable("it is not JSON.") }
        return JSONReader(value)
    }

    /// Reads the lines of the body, each of them JSON, as they arrive.
    /// - Parameter body: called with each line; returns whether to continue.
    func forEachLine(_ body: (JSONReader) throws -> Bool) async throws {
        guard (response.headers.first(name: "content-type") ?? "").hasPrefix(Self.lines) else {
            throw DaemonFailure.unreadable("it is not in lines.")
        }
        var rest = Data()
        for try await part in response.body {
            rest.append(contentsOf: part.readableBytesView)
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard try take(rest[start..<end], body) else { return }
                start = rest.index(after: end)
            }
            rest = Data(rest[start...])
            guard rest.count <= Self.maximumInLine else { throw DaemonFailure.unreadable("a line is too long.") }
        }
        guard rest.isEmpty else { throw DaemonFailure.unreachable("the response ended within a line") }
    }

    private func take(_ line: Data, _ body: (JSONReader) throws -> Bool) throws -> Bool {
        guard let value = JSONValue(utf8: line) else { throw DaemonFailure.unreadable("a line is not JSON.") }
        // An error after the head was sent.
        if case .object = value, value["status"] != nil, let problem = Problem(value) {
            throw DaemonFailure.problem(problem)
        }
        return try body(JSONReader(value))
    }
}

extension JSONValue {
    /// Parses JSON; nil if the bytes are not valid.
    init?(utf8 data: Data) {
        let value = data.withUnsafeBytes { JSONValue(utf8: $0.bindMemory(to: UInt8.self)) }
        guard let value else { return nil }
        self = value
    }
}
