// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension RequestScope {
    /// The media type of JSON values, one per line.
    static let linesType = "application/x-ndjson"

    /// The number of lines that are written at a time.
    private static let linesInPart = 500

    /// Whether the client requests lines.
    var wantsLines: Bool {
        request.headers[values: .accept].contains { field in
            field.split(separator: ",").contains { entry in
                entry.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased() == Self.linesType
            }
        }
    }

    /// Responds with lines of JSON in pages. The next page is read when the client has read the previous one. If that
    /// fails, the last line is the problem, and the connection ends without the last chunk, so that the response is not
    /// considered complete. The client can then lose output that it has not read yet, including that line.
    /// - Parameters:
    ///   - first: The first page, which is read before the response begins so that errors in the query are reported as a problem.
    ///   - next: A closure that reads the page after another one; returns nil if there is none.
    ///   - elements: A closure that returns the elements of a page.
    func response<Page: Sendable>(
        lines first: Page, next: @escaping @Sendable (Page) async throws -> Page?,
        elements: @escaping @Sendable (Page) -> [JSONValue]
    ) -> Response {
        let body = ResponseBody { writer in
            var page = first
            while true {
                let lines = elements(page)
                for start in stride(from: 0, to: lines.count, by: Self.linesInPart) {
                    var buffer = ByteBuffer()
                    for line in lines[start..<min(start + Self.linesInPart, lines.count)] {
                        buffer.writeBytes(line.bytes)
                        buffer.writeString("\n")
                    }
                    try await writer.write(buffer)
                }
                do {
                    guard let following = try await next(page) else { break }
                    page = following
                } catch let error where !(error is CancellationError) {
                    let problem = ProblemResponses.problem(error)
                    try await writer.write(ByteBuffer(string: problem.json.text + "\n"))
                    throw error
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: Self.linesType], body: body)
    }

    /// Responds with lines of values in memory, which are encoded as the client reads them.
    /// - Parameter permissions: The permissions that must not change for the remaining parts to be sent.
    func response<Element: Sendable>(
        lines elements: [Element], permissions: PermissionSnapshot, _ json: @escaping @Sendable (Element) -> JSONValue
    ) -> Response {
        noteResponse(of: elements)
        return response(lines: 0) { start in
            guard start + Self.linesInPart < elements.count else { return nil }
            try await blocking { try permissions.check() }
            return start + Self.linesInPart
        } elements: { start in
            elements[start..<min(start + Self.linesInPart, elements.count)].map(json)
        }
    }
}

extension RequestScope {
    /// The number of elements of a list that are written at a time.
    private static let pageSize = 500

    /// The assumed size of an element in memory.
    private static let elementBytes = 512

    /// Computes the elements of a response, in a closure of ``blocking(_:)``. They count as memory from the moment when they exist, so that requests
    /// that are computed meanwhile wait.
    func computing<Element>(_ body: () throws -> [Element]) throws -> [Element] {
        guard let app = principal.app else { return try body() }
        try services.responses.check()
        let elements = try body()
        let held = services.responses.hold(elements.count * Self.elementBytes, for: app.identifier)
        context.account.work.whenResponded { withExtendedLifetime(held) {} }
        return elements
    }

    /// Counts the elements of a response, which are in memory while it is sent.
    private func noteResponse<Element>(of elements: [Element]) {
        context.account.work.noteResponse(bytes: ResponseMemory.page + elements.count * Self.elementBytes)
    }

    /// Responds with a list under a key of an object. A long list is written in parts, as fast as the client reads them, so that
    /// it is not completely in memory as JSON.
    /// - Parameters:
    ///   - permissions: The permissions that must not change for the remaining parts to be sent.
    ///   - others: Further entries of the object.
    func response<Element: Sendable>(
        list key: String, _ elements: [Element], permissions: PermissionSnapshot,
        beside others: [(key: String, value: JSONValue)] = [],
        _ json: @escaping @Sendable (Element) -> JSONValue
    ) -> Response {
        guard elements.count > Self.pageSize else {
            return response(.object([(key, .array(elements.map(json)))] + others))
        }
        noteResponse(of: elements)
        let pages = stride(from: 0, to: elements.count, by: Self.pageSize)
        let body = ResponseBody { writer in
            var text = JSONWriter()
            text.write(key)
            var buffer = ByteBuffer(string: "{" + String(decoding: text.bytes, as: UTF8.self) + ":[")
            for start in pages {
                for index in start..<min(start + Self.pageSize, elements.count) {
                    if index > 0 { buffer.writeString(",") }
                    buffer.writeBytes(json(elements[index]).bytes)
                }
                try await writer.write(buffer)
                buffer.clear()
                try await blocking { try permissions.check() }
            }
            buffer.writeString("]")
            for other in others {
                buffer.writeString(",")
                buffer.writeBytes(JSONValue.string(other.key).bytes)
                buffer.writeString(":")
                buffer.writeBytes(other.value.bytes)
            }
            buffer.writeString("}")
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }
}

/// The permissions of an app at the time of a response: a long response ends if they change while it is sent.
struct PermissionSnapshot: Sendable {
    private let access: AppAccess
    private let type: HKObjectType
    private let permission: AppPermission?

    /// Reads the app's permissions for a type; blocks until the store has answered. Must precede the read of the data to send.
    init(_ access: AppAccess, of type: HKObjectType) throws {
        self.access = access
        self.type = type
        permission = try access.permissions(for: [type])[type]
    }

    /// Checks that the permissions have not changed; blocks until the store has answered.
    func check() throws {
        guard try access.permissions(for: [type])[type] == permission else {
            throw Problem(.conflict, "The app's permissions changed during the request. Send it again.")
        }
    }
}
