// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the host of requests, sent as bytes over a connection.
@Suite(.timeLimit(.usual)) struct HostTests {
    static let refused: [(name: String, head: String)] = [
        ("two hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost"),
        ("two different hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example"),
        ("two hosts in another order", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\nhost: localhost"),
        ("two hosts in one field", "GET /healthz HTTP/1.1\r\nHost: localhost, evil.example"),
        ("user information", "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:80@evil.example"),
        ("a user", "GET /healthz HTTP/1.1\r\nHost: localhost@evil.example"),
        ("an empty user", "GET /healthz HTTP/1.1\r\nHost: @localhost"),
        ("an empty host", "GET /healthz HTTP/1.1\r\nHost:"),
        ("only a port", "GET /healthz HTTP/1.1\r\nHost: :80"),
        ("no host", "GET /healthz HTTP/1.1\r\nAccept: */*"),
        ("a path", "GET /healthz HTTP/1.1\r\nHost: localhost/owner"),
        ("a query", "GET /healthz HTTP/1.1\r\nHost: localhost?a"),
        ("a fragment", "GET /healthz HTTP/1.1\r\nHost: localhost#a"),
        ("a scheme", "GET /healthz HTTP/1.1\r\nHost: http://localhost"),
        ("a blank", "GET /healthz HTTP/1.1\r\nHost: localhost evil.example"),
        ("a backslash", "GET /healthz HTTP/1.1\r\nHost: localhost\\evil.example"),
        ("an escaped character", "GET /healthz HTTP/1.1\r\nHost: localhost%00.evil.example"),
        ("a letter outside of ASCII", "GET /healthz HTTP/1.1\r\nHost: localhöst"),
        ("a digit outside of ASCII", "GET /healthz HTTP/1.1\r\nHost: localhost:٣"),
        ("a port that is none", "GET /healthz HTTP/1.1\r\nHost: localhost:a"),
        ("two ports", "GET /healthz HTTP/1.1\r\nHost: localhost:80:80"),
        ("an open bracket", "GET /healthz HTTP/1.1\r\nHost: [::1"),
        ("a name after a bracket", "GET /healthz HTTP/1.1\r\nHost: [::1]evil.example"),
        ("a name in brackets", "GET /healthz HTTP/1.1\r\nHost: [localhost]"),
        ("another host in the target", "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost"),
        ("another host in the field", "GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example"),
        ("another port in the target", "GET http://localhost:81/healthz HTTP/1.1\r\nHost: localhost"),
        ("a user in the target", "GET http://localhost@evil.example/healthz HTTP/1.1\r\nHost: localhost"),
        ("a target without a field", "GET http://localhost/healthz HTTP/1.1\r\nAccept: */*"),
        ("a target that is a host", "GET evil.example:80 HTTP/1.1\r\nHost: localhost"),
    ]

    @Test(arguments: refused.map(\.name)) func ambiguousHostsAreRefused(name: String) async throws {
        let head = try #require(Self.refused.first { $0.name == name }).head
        try await OwnedDaemon.with { daemon in
            // Also on paths that do not exist, and on those of pages.
            for path in ["/healthz", "/nothing", "/owner/login"] {
                let response = try await daemon.raw(
                    head.replacing("/healthz", with: path) + "\r\nConnection: close\r\n\r\n")
                #expect(response.hasPrefix("HTTP/1.1 400"), "\(path) \(response)")
            }
        }
    }

    /// The client does not ask for the end of the connection, and has sent its next request already.
    @Test(arguments: refused.map(\.name)) func connectionsWithAmbiguousHostsEnd(name: String) async throws {
        let head = try #require(Self.refused.first { $0.name == name }).head
        try await OwnedDaemon.with { daemon in
            let response = try await daemon.raw(head + "\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(response.hasPrefix("HTTP/1.1 400"), "\(response)")
            #expect(response.lowercased().contains("connection: close\r\n"), "\(response)")
            #expect(!response.contains(" 200 OK\r\n"), "\(response)")
        }
    }

    static let accepted = [
        "GET /healthz HTTP/1.1\r\nHost: localhost", "GET /healthz HTTP/1.1\r\nHost: LOCALHOST:8484",
        "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:80", "GET /healthz HTTP/1.1\r\nhost: [::1]:8484",
        "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost",
        "GET HTTP://LOCALHOST:80/healthz HTTP/1.1\r\nHost: localhost:80",
        "GET /healthz HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: localhost",
        // No field of a client decides about the host.
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example",
    ]

    @Test(arguments: accepted) func oneHostIsAccepted(head: String) async throws {
        try await OwnedDaemon.with { daemon in
            let response = try await daemon.raw(head + "\r\nConnection: close\r\n\r\n")
            #expect(response.contains(" 200 OK\r\n"), "\(response)")
            #expect(!response.contains("evil"), "\(response)")
        }
    }

    @Test(arguments: ["evil.example", "localhost.evil.example", "128.0.0.1", "127.0.0.1.evil.example", "127.1"])
    func otherHostsAreForbiddenOnLoopback(host: String) async throws {
        try await OwnedDaemon.with { daemon in
            for path in ["/healthz", "/nothing", "/owner/login"] {
                let response = try await daemon.raw(
                    "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nX-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n")
                #expect(response.hasPrefix("HTTP/1.1 403"), "\(path) \(response)")
            }
        }
    }
}
