// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import Hummingbird
import NIOCore
import OpenHealthTestBasics
import Testing

@testable import OpenHealthServer

/// Tests of the client addresses of requests, reported by proxies and forged by clients.
@Suite struct TrustedProxyTests {
    private static let proxies = TrustedProxies(
        ["127.0.0.1", "10.0.0.0/8", "fd00::/8", "2001:db8::1"].compactMap(AddressRange.init))

    private func client(_ fields: [(String, String)], from peer: String = "127.0.0.1") throws -> String? {
        var headers = HTTPFields()
        for (name, value) in fields {
            headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return Self.proxies.client(of: request, from: try SocketAddress(ipAddress: peer, port: 1))?.ipAddress
    }

    @Test(arguments: [
        ("203.0.113.9", "203.0.113.9"), ("203.0.113.9:1234", "203.0.113.9"), ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"), ("[2001:db8::7]:80", "2001:db8::7"),
        // The entries of the client come first.
        ("1.2.3.4, 203.0.113.9", "203.0.113.9"), ("127.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("nonsense, 203.0.113.9", "203.0.113.9"), ("1.2.3.4,, 203.0.113.9", "203.0.113.9"),
        // Through several proxies.
        ("203.0.113.9, 10.1.2.3", "203.0.113.9"), ("1.2.3.4, 203.0.113.9, fd00::1, 10.1.2.3", "203.0.113.9"),
        ("10.9.9.9, 10.1.2.3", "10.9.9.9"),
        // An invalid entry: the last proxy is the best known address.
        ("", "127.0.0.1"), ("unknown", "127.0.0.1"), ("203.0.113.9, ", "127.0.0.1"), ("203.0.113.999", "127.0.0.1"),
        ("203.0.113.9 1.2.3.4", "127.0.0.1"), ("203.0.113.9:99999", "127.0.0.1"), ("203.0.113.9:", "127.0.0.1"),
        ("203.0.113.9:+1", "127.0.0.1"), ("fe80::1%eth0", "127.0.0.1"), ("[203.0.113.9]", "127.0.0.1"),
        ("[2001:db8::7", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("localhost", "127.0.0.1"),
        ("x, 10.1.2.3", "10.1.2.3"),
    ])
    func fieldsOfProxiesAreRead(field: String, wanted: String) throws {
        #expect(try client([("X-Forwarded-For", field)]) == wanted)
    }

    @Test(arguments: [
        ("for=203.0.113.9", "203.0.113.9"), ("For=\"203.0.113.9:80\"; proto=https;by=10.0.0.1", "203.0.113.9"),
        ("for=\"[2001:db8::7]:80\"", "2001:db8::7"), ("for=1.2.3.4, for=203.0.113.9", "203.0.113.9"),
        ("for=203.0.113.9, for=10.1.2.3", "203.0.113.9"), ("for=\"a,b\", for=203.0.113.9", "203.0.113.9"),
        ("for=unknown", "127.0.0.1"), ("for=_hidden", "127.0.0.1"), ("by=203.0.113.9", "127.0.0.1"),
        ("for=203.0.113.9;for=1.2.3.4", "127.0.0.1"), ("for=\"203.0.113.9", "127.0.0.1"), ("for", "127.0.0.1"),
    ])
    func theStandardFieldIsRead(field: String, wanted: String) throws {
        #expect(try client([("Forwarded", field)]) == wanted)
    }

    @Test func severalFieldsFormOneList() throws {
        #expect(
            try client([("X-Forwarded-For", "1.2.3.4"), ("X-Forwarded-For", "203.0.113.9, 10.1.2.3")]) == "203.0.113.9")
        // One of the two fields came from the client.
        #expect(try client([("X-Forwarded-For", "1.2.3.4"), ("Forwarded", "for=5.6.7.8")]) == "127.0.0.1")
    }

    @Test func untrustedPeersAreNotBelieved() throws {
        for field in [("X-Forwarded-For", "1.2.3.4"), ("Forwarded", "for=1.2.3.4")] {
            for peer in ["203.0.113.7", "11.0.0.1", "2001:db8::2", "127.0.0.2"] {
                #expect(try client([field], from: peer) == peer)
            }
            // An IPv4 address on a socket for both versions.
            #expect(try client([field], from: "::ffff:10.0.0.1") == "1.2.3.4")
        }
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "fd00::/129",
        "10.0.0", "localhost", "*", "10.0.0.0/8 ",
    ])
    func invalidRangesAreRefused(text: String) {
        #expect(AddressRange(text) == nil)
    }

    /// The limits by address apply to the client behind a trusted proxy, and to an untrusted proxy itself.
    @Test(arguments: [true, false]) func limitsApplyToTheClientsAddress(isTrusted: Bool) async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongTokensPerMinute = 3
            configuration.steadyClock = ManualClock()
            if isTrusted { configuration.trustedProxies = [AddressRange("127.0.0.0/8")].compactMap { $0 } }
        } _: { (daemon: OwnedDaemon) async throws in
            var statuses: [Int] = []
            for number in 1...6 {
                let response = try await daemon.send(
                    "GET", "/v1/app", as: .app("ohk_wrong"), headers: [("X-Forwarded-For", "203.0.113.\(number)")])
                statuses.append(response.status)
            }
            #expect(statuses.contains(429) == !isTrusted, "\(statuses)")
        }
    }
}
