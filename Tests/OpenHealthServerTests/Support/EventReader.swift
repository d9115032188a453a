// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import NIOHTTP1

/// An event of a stream, parsed as browsers do.
struct ServerEvent: Sendable {
    var id: String
    var name: String
    var data: JSONReader
}

/// A reader of a stream of events. The connection closes when the stream ends or the reader is released.
struct EventReader {
    private var chunks: HTTPClientResponse.Body.AsyncIterator
    private var text = ""
    let status: Int

    init(_ response: HTTPClientResponse) {
        chunks = response.body.makeAsyncIterator()
        status = Int(response.status.code)
    }

    /// Returns the next event, or `nil` after the last one.
    /// - Parameter comments: A closure that is called for each comment.
    mutating func next(comments: () -> Void = {}) async throws -> ServerEvent? {
        while true {
            while let end = text.range(of: "\n\n") {
                let block = String(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                if block.hasPrefix(":") {
                    comments()
                } else if let event = Self.event(block) {
                    return event
                }
            }
            guard let chunk = try await chunks.next() else { return nil }
            text += String(buffer: chunk)
        }
    }

    private static func event(_ block: String) -> ServerEvent? {
        var fields: [String: String] = [:]
        for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2 { fields[parts[0]] = String(parts[1].dropFirst()) }
        }
        guard let id = fields["id"], let name = fields["event"], let data = fields["data"].flatMap({ JSONValue($0) })
        else { return nil }
        return ServerEvent(id: id, name: name, data: JSONReader(data))
    }
}

extension TestDaemon {
    /// Opens a stream of changes.
    func follow(_ query: String, token: String, after id: String? = nil) async throws -> EventReader {
        let request = request(
            "GET", "/v1/changes?\(query)", token: token, headers: id.map { [("Last-Event-ID", $0)] } ?? [])
        return EventReader(try await client.execute(request, deadline: .now() + .hours(1)))
    }
}
