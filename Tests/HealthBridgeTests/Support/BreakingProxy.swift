// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import RemoteTestSupport
import Synchronization

/// A network between a bridge and a server that breaks: it refuses connections, cuts requests, loses and cuts responses, and answers
/// with the status 500.
final class BreakingProxy: Sendable {
    /// A way in which one request ends.
    enum Fault: Sendable, CaseIterable {
        case refused, cutRequest, lostResponse, cutResponse, serverError
    }

    private let server: LoopbackServer
    private let box: StateBox

    private struct State {
        var random: SeededGenerator
        var isBroken = false
        var next: [Fault] = []
        var responded = 0
    }

    init(to port: Int, seed: UInt64) throws {
        let box = StateBox(State(random: SeededGenerator(seed: seed)))
        self.box = box
        server = try LoopbackServer { connection in Self.serve(connection, port, box) }
    }

    /// The state, which the threads of connections share.
    private final class StateBox: Sendable {
        let value: Mutex<State>
        init(_ state: State) { value = Mutex(state) }
    }

    var url: URL { server.url }

    /// Breaks two of three requests, or none.
    func breaks(_ isBroken: Bool) { box.value.withLock { $0.isBroken = isBroken } }

    /// Breaks the next requests in these ways.
    func breakNext(_ faults: [Fault]) { box.value.withLock { $0.next += faults } }

    /// The number of requests that the server has answered, whether or not the response arrived.
    var responded: Int { box.value.withLock { $0.responded } }

    private static func fault(_ box: StateBox) -> Fault? {
        box.value.withLock { state in
            if !state.next.isEmpty { return state.next.removeFirst() }
            guard state.isBroken, Int.random(in: 0..<3, using: &state.random) > 0 else { return nil }
            return Fault.allCases.randomElement(using: &state.random)
        }
    }

    private static func serve(_ connection: Int32, _ port: Int, _ box: StateBox) {
        let fault = fault(box)
        if fault == .refused { return }
        guard let request = request(connection) else { return }
        switch fault {
        case .cutRequest:
            // The server gets a part of the request.
            _ = response(port, Array(request.prefix(request.count / 2)), reads: false)
        case .serverError:
            LoopbackServer.write(
                connection,
                Array("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        default:
            let response = response(port, request)
            box.value.withLock { $0.responded += 1 }
            if fault == .lostResponse { return }
            LoopbackServer.write(
                connection, fault == .cutResponse ? Array(response.prefix(response.count - 3)) : response)
        }
    }

    /// Reads a request with its body, and asks the server to close the connection behind its response.
    private static func request(_ connection: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let head = bytes.firstRange(of: end) {
                let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
                let lines = text.split(whereSeparator: \.isNewline)
                let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
                let count = length.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
                if bytes.count >= head.upperBound + count {
                    let kept = lines.filter { line in
                        !["connection:", "expect:"].contains { name in line.lowercased().hasPrefix(name) }
                    }
                    let new = kept.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n"
                    return Array(new.utf8) + bytes[head.upperBound...]
                }
            }
            guard let more = LoopbackServer.read(connection) else { return nil }
            bytes += more
        }
    }

    /// Sends bytes to the server, and returns its response.
    private static func response(_ port: Int, _ request: [UInt8], reads: Bool = true) -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected, LoopbackServer.write(descriptor, request) else { return [] }
        var response: [UInt8] = []
        while reads, let more = LoopbackServer.read(descriptor) { response += more }
        return response
    }
}
