// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthModel
import Hummingbird
import NIOCore
import OpenHealthTestBasics
import Synchronization

/// A server that receives changes, records its requests, and responds as configured.
final class Receiver: Sendable {
    struct Delivery: Sendable {
        var headers: [String: String]
        var body: String

        var json: JSONValue { JSONValue(body) ?? .null }
        var types: [String] { json["data"]?["types"]?.array?.compactMap(\.string) ?? [] }
    }

    /// The time limit for a response of this receiver, which waits for threads while many tests run.
    static let patience = TimeAmount.minutes(10)

    private let log = EventLog<Delivery>()
    private let status = Mutex(204)

    var deliveries: [Delivery] { log.events }

    /// Sets the status of the following responses.
    func respond(_ status: Int) {
        self.status.withLock { $0 = status }
    }

    /// Waits for a number of deliveries.
    func wait(for count: Int) async {
        await log.wait(count: count)
    }

    /// Runs a receiver for the duration of a closure.
    static func with(_ body: @Sendable (Receiver, _ url: String) async throws -> Void) async throws {
        let receiver = Receiver()
        let router = Router()
        router.post("/**") { request, _ in
            let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
            var headers: [String: String] = [:]
            for field in request.headers { headers[field.name.canonicalName] = field.value }
            headers["host"] = request.head.authority
            let status = receiver.status.withLock { $0 }
            receiver.log.note(Delivery(headers: headers, body: text))
            var response = Response(status: .init(code: status))
            if status == 302 { response.headers[.location] = "/elsewhere" }
            return response
        }
        try await LoopbackServer.with(router) { try await body(receiver, $0 + "/changed") }
    }
}
