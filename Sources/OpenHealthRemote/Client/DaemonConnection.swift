// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import NIOHTTP1

/// Asks a daemon, and waits for its answers: on threads that may wait.
struct DaemonConnection: Sendable {
    let address: DaemonAddress
    let clients: DaemonClients
    /// Whether somebody still wants what is asked for; nil where that is always so.
    var isWanted: (@Sendable () -> Bool)?

    /// How long a daemon may be silent.
    private static let silence: TimeInterval = 60

    init(_ address: DaemonAddress, _ clients: DaemonClients) {
        self.address = address
        self.clients = clients
    }

    /// Asks, and hands the answer on if it is a good one. Asks once more where the connection was an old one that
    /// the daemon had left meanwhile.
    /// - Throws: a ``DaemonFailure``.
    func ask<Value>(_ request: DaemonRequest, _ read: (DaemonAnswer) throws -> Value) throws -> Value {
        var isAgain = !request.isRepeatable
        while true {
            let stream = AnswerStream(silence: Self.silence, isWanted: isWanted)
            let task = try send(request, stream, clients.questions)
            defer {
                stream.leave()
                task.cancel()
            }
            do {
                let answer: DaemonAnswer
                do {
                    answer = try DaemonAnswer(stream)
                } catch let error as HTTPClientError where error == .remoteConnectionClosed && !isAgain {
                    isAgain = true
                    continue
                }
                try answer.check()
                return try read(answer)
            } catch let error as HKError {
                throw error
            } catch {
                throw DaemonFailure(error)
            }
        }
    }

    /// The JSON that a daemon answers.
    /// - Throws: a ``DaemonFailure``.
    func json(_ request: DaemonRequest) throws -> JSONReader { try ask(request) { try $0.json() } }

    /// Sends a request; its answer arrives at a delegate.
    func send<Delegate: HTTPClientResponseDelegate>(
        _ request: DaemonRequest, _ delegate: Delegate, _ client: HTTPClient
    ) throws -> HTTPClient.Task<Delegate.Response> {
        var headers = HTTPHeaders([
            ("Authorization", "Bearer " + address.token), ("Accept", request.accept),
            ("User-Agent", "OpenHealthKit"),
        ])
        if request.body != nil { headers.add(name: "Content-Type", value: request.contentType) }
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        do {
            let sent = try HTTPClient.Request(
                url: address.base + request.target, method: HTTPMethod(rawValue: request.method.rawValue),
                headers: headers, body: request.body.map { .data($0) })
            return client.execute(request: sent, delegate: delegate)
        } catch {
            throw DaemonFailure(error)
        }
    }
}
