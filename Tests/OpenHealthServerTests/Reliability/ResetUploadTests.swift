// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOCore
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of clients that reset the connection during an upload.
@Suite(.timeLimit(.usual)) struct ResetUploadTests {
    @Test(arguments: ["Content-Length: 60000", "Transfer-Encoding: chunked"])
    func `an upload that its client resets is no error of the server`(length: String) async throws {
        let (lines, log) = AsyncStream.makeStream(of: String.self)
        let logger = Logger(label: "test") { label in
            LineLog(label: label, level: .trace) { log.yield(String(decoding: $0, as: UTF8.self)) }
        }
        try await OwnedDaemon.with(logger: logger) { daemon in
            let token = try await daemon.register("org.example.reset")
            let port = try #require(URL(string: daemon.url)?.port)
            let changes = daemon.services.bodies.changes
            do {
                let connection = try RawConnection(port: port)
                connection.resetAtEnd()
                let head = [
                    "POST /v1/samples HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)",
                    "Content-Type: application/json", length,
                ]
                connection.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
                // The server reserves memory before it reads the body.
                for await _ in changes where daemon.services.bodies.used > 0 { break }
                connection.write(Array("10\r\n{\"samples\":[    ".utf8))
            }
            for await line in lines {
                let entry = try #require(JSONValue(line))
                #expect(entry["level"]?.string != "error" && entry["level"]?.string != "warning", "\(line)")
                if entry["message"]?.string == "request", entry["route"]?.string == "saveSamples" {
                    #expect(entry["status"]?.double == 499, "\(line)")
                    break
                }
            }
            let used = daemon.services.bodies.used
            #expect(used == 0)
        }
    }

    @Test func `only errors of connections are taken for disconnections`() {
        for number in [ECONNRESET, EPIPE, ETIMEDOUT] {
            #expect(ProblemResponses.isDisconnection(IOError(errnoCode: number, reason: "read")))
        }
        #expect(ProblemResponses.isDisconnection(ChannelError.inputClosed))
        for error in [IOError(errnoCode: ENOSPC, reason: "write"), IOError(errnoCode: EIO, reason: "read")] {
            #expect(!ProblemResponses.isDisconnection(error))
        }
        #expect(!ProblemResponses.isDisconnection(ChannelError.operationUnsupported))
        #expect(!ProblemResponses.isDisconnection(CancellationError()))
    }
}
