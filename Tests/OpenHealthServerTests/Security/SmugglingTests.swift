// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of requests whose end is ambiguous: none of them can smuggle a second request.
@Suite(.timeLimit(.usual)) struct SmugglingTests {
    /// The effect of a smuggled request: registering an app.
    private static let body = #"{"identifier":"smuggled","name":"Smuggled"}"#
    private static let hidden =
        "POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Connection: close\r\n\r\n\(body)"
    /// The last chunk, and the hidden request after it.
    private static let last = "0\r\n\r\n" + hidden
    private static let head = "POST /v1/owner/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    static let forms: [(name: String, bytes: String)] = [
        (
            "a length and chunks",
            head + "Content-Length: \(hidden.utf8.count + 5)\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden
        ),
        (
            "chunks and a length",
            head + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + hidden
        ),
        ("two lengths", head + "Content-Length: 0\r\nContent-Length: \(hidden.utf8.count)\r\n\r\n" + hidden),
        ("two lengths in one field", head + "Content-Length: 0, \(hidden.utf8.count)\r\n\r\n" + hidden),
        ("a length with a sign", head + "Content-Length: +0\r\n\r\n" + hidden),
        ("a negative length", head + "Content-Length: -1\r\n\r\n" + hidden),
        ("a length in hexadecimal", head + "Content-Length: 0x0\r\n\r\n" + hidden),
        ("a length with a blank inside", head + "Content-Length: 0 0\r\n\r\n" + hidden),
        ("a length beyond all numbers", head + "Content-Length: 18446744073709551616\r\n\r\n" + hidden),
        ("a blank before the colon", head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + hidden),
        ("an unknown coding", head + "Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n" + hidden),
        ("two codings", head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + hidden),
        ("a coding that is not the last", head + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden),
        ("an empty coding and a length", head + "Transfer-Encoding:\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + hidden),
        ("a length and an empty coding", head + "Content-Length: 5\r\nTransfer-Encoding:\r\n\r\n0\r\n\r\n" + hidden),
        ("an empty coding and no length", head + "Transfer-Encoding:\r\n\r\n" + hidden),
        ("a blank coding", head + "Transfer-Encoding: \t \r\n\r\n" + hidden),
        ("an empty coding before chunks", head + "Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n" + last),
        ("an empty coding after chunks", head + "Transfer-Encoding: chunked\r\nTransfer-Encoding:\r\n\r\n" + last),
        (
            "a length, an empty coding and chunks",
            head + "Content-Length: 5\r\nTransfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n" + last
        ),
        ("chunks twice", head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + last),
        ("chunks twice in one field", head + "Transfer-Encoding: chunked, chunked\r\n\r\n" + last),
        ("a comma before chunks", head + "Transfer-Encoding: ,chunked\r\n\r\n" + last),
        ("a comma after chunks", head + "Transfer-Encoding: chunked,\r\n\r\n" + last),
        ("a comma as the coding", head + "Transfer-Encoding: ,\r\nContent-Length: 5\r\n\r\n" + last),
        ("gzip and chunks", head + "Transfer-Encoding: gzip, chunked\r\n\r\n" + last),
        ("identity and chunks", head + "Transfer-Encoding: identity, chunked\r\n\r\n" + last),
        ("chunks with a parameter", head + "Transfer-Encoding: chunked;q=1\r\n\r\n" + last),
        (
            "chunks in HTTP/1.0",
            head.replacing("HTTP/1.1", with: "HTTP/1.0")
                + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + last
        ),
        ("an empty length", head + "Content-Length:\r\n\r\n" + hidden),
        ("a folded field", head + "Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n" + hidden),
        ("a chunk size that is none", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" + hidden),
        ("a negative chunk size", head + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + hidden),
        (
            "a chunk size beyond all numbers",
            head + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n\r\n" + hidden
        ),
        ("a chunk with no end", head + "Transfer-Encoding: chunked\r\n\r\n1\r\nab0\r\n\r\n" + hidden),
        ("a line feed alone in a field", head + "X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden),
        ("a carriage return alone in a field", head + "X-A: b\rContent-Length: 0\r\n\r\n" + hidden),
        ("a null in a field", head + "X-A: b\u{0}\r\nContent-Length: 0\r\n\r\n" + hidden),
        ("a field without a name", head + ": b\r\nContent-Length: 0\r\n\r\n" + hidden),
        ("no version", "POST /v1/owner/session\r\n\r\n" + hidden),
        ("an unknown version", "POST /v1/owner/session HTTP/9.9\r\nHost: localhost\r\n\r\n" + hidden),
        ("a method with a line feed", "PO\nST /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + hidden),
    ]

    /// If the end of a request is ambiguous, the daemon closes the connection after its response.
    @Test(arguments: forms.map(\.name)) func noRequestIsSmuggled(name: String) async throws {
        let form = try #require(Self.forms.first { $0.name == name })
        try await OwnedDaemon.with { daemon in
            try daemon.database.apps.setRegistrationOpen(true)
            let response = try await daemon.raw(form.bytes)
            let apps = try daemon.database.apps.all().map(\.identifier)
            // A request without a body in front of another one is not smuggling: if both parsers agree on its end, the second
            // request is one of the same client. Parsers disagree on all forms here.
            #expect(apps.isEmpty, "\(response)")
            #expect(!response.contains("HTTP/1.1 2"), "\(response)")
            // The head is refused, and nothing after it is answered.
            #expect(response.hasPrefix("HTTP/1.1 400"), "\(response)")
            #expect(response.components(separatedBy: "HTTP/1.1 ").count == 2, "\(response)")
            #expect(response.lowercased().contains("connection: close\r\n"), "\(response)")
        }
    }

    /// A request in front of the ambiguous one gets its response.
    @Test func requestsBeforeAnAmbiguousOneAreAnswered() async throws {
        try await OwnedDaemon.with { daemon in
            let first = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let response = try await daemon.raw(
                first + Self.head + "Transfer-Encoding:\r\nContent-Length: 5\r\n\r\n" + Self.last + first)
            let statuses = response.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(statuses == ["200", "400"], "\(response)")
            #expect(response.contains("one field Transfer-Encoding"))
        }
    }

    @Test(arguments: ["chunked", "CHUNKED", "Chunked"]) func chunksAreAccepted(coding: String) async throws {
        try await OwnedDaemon.with { daemon in
            let response = try await daemon.raw(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: \(coding)\r\n\r\n"
                    + "3\r\nabc\r\n0\r\n\r\n")
            #expect(response.contains(" 200 OK\r\n"), "\(response)")
        }
    }

    @Test func theSmuggledRequestWorksByItself() async throws {
        try await OwnedDaemon.with({ $0.limits.closedSeconds = 300 }) { daemon in
            try daemon.database.apps.setRegistrationOpen(true)
            let response = try await daemon.raw(Self.hidden)
            #expect(response.hasPrefix("HTTP/1.1 201"), "\(response)")
            #expect(try daemon.database.apps.all().map { $0.identifier.prefix(8) } == ["smuggled"])
        }
    }
}
