// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import NIOHTTP1

/// An answer that is being read.
struct DaemonAnswer {
    let head: HTTPResponseHead
    private let stream: AnswerStream

    /// How many bytes an answer may have that is read as one.
    static let most = 256 << 20
    /// The media type of answers with a line for each element.
    static let lines = "application/x-ndjson"
    /// How many bytes a line may have.
    private static let mostInLine = 64 << 20

    init(_ stream: AnswerStream) throws {
        head = try stream.head()
        self.stream = stream
    }

    /// Checks that the daemon has done what it was asked for.
    /// - Throws: a ``DaemonFailure``.
    func check() throws {
        switch head.status.code {
        case 200..<300: return
        case 300..<400:
            throw DaemonFailure.unreadable(
                "it sends us elsewhere (\(head.status.code)). Give the daemon's own address.")
        default: break
        }
        let type = head.headers.first(name: "content-type") ?? ""
        guard type.hasPrefix(Problem.contentType) else { throw notADaemon }
        guard let problem = JSONValue(utf8: try bytes(most: 1 << 20)).flatMap(Problem.init) else { throw notADaemon }
        throw DaemonFailure.problem(problem)
    }

    /// What stands between us and the daemon has answered in its place.
    private var notADaemon: DaemonFailure {
        switch head.status.code {
        case 502, 503, 504: .unreachable("something on the way says \(head.status.code)")
        default: .unreadable("a status of \(head.status.code) without a problem: this is no health daemon.")
        }
    }

    /// The whole body.
    func bytes(most: Int = most) throws -> Data {
        var data = Data()
        while let part = try stream.next() {
            guard data.count + part.readableBytes <= most else {
                throw DaemonFailure.unreadable("it has more than \(most) bytes.")
            }
            data.append(contentsOf: part.readableBytesView)
        }
        return data
    }

    /// The body as JSON.
    func json() throws -> JSONReader {
        guard let value = JSONValue(utf8: try bytes()) else { throw DaemonFailure.unreadable("it is no JSON.") }
        return JSONReader(value)
    }

    /// The lines of the body, each of them JSON, as they come.
    /// - Parameter body: takes a line and says whether to go on.
    func forEachLine(_ body: (JSONReader) throws -> Bool) throws {
        guard (head.headers.first(name: "content-type") ?? "").hasPrefix(Self.lines) else {
            throw DaemonFailure.unreadable("it is not in lines.")
        }
        var rest = Data()
        while let part = try stream.next() {
            rest.append(contentsOf: part.readableBytesView)
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard try take(rest[start..<end], body) else { return }
                start = rest.index(after: end)
            }
            rest = Data(rest[start...])
            guard rest.count <= Self.mostInLine else { throw DaemonFailure.unreadable("a line is too long.") }
        }
        guard rest.isEmpty else { throw DaemonFailure.unreachable("the answer ended within a line") }
    }

    private func take(_ line: Data, _ body: (JSONReader) throws -> Bool) throws -> Bool {
        guard let value = JSONValue(utf8: line) else { throw DaemonFailure.unreadable("a line is no JSON.") }
        // What went wrong after the head was sent.
        if case .object = value, value["status"] != nil, let problem = Problem(value) {
            throw DaemonFailure.problem(problem)
        }
        return try body(JSONReader(value))
    }
}

extension JSONValue {
    /// Reads JSON, or gives nil where the bytes are none.
    init?(utf8 data: Data) {
        let value = data.withUnsafeBytes { JSONValue(utf8: $0.bindMemory(to: UInt8.self)) }
        guard let value else { return nil }
        self = value
    }
}
