// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import OpenHealthServer

@Suite struct NetworkScopeTests {
    @Test(
        arguments: [
            ("8.8.8.8", NetworkScope.global), ("1.1.1.1", .global), ("223.255.255.255", .global),
            ("9.255.255.255", .global),
            ("11.0.0.0", .global), ("100.63.255.255", .global), ("100.128.0.0", .global), ("172.15.255.255", .global),
            ("172.32.0.0", .global), ("192.167.255.255", .global), ("192.169.0.0", .global),
            ("169.253.255.255", .global),
            ("198.17.255.255", .global), ("198.20.0.0", .global),
            ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("127.0.1.1", .loopback),
            ("10.0.0.1", .local), ("100.64.0.1", .local), ("100.127.255.255", .local), ("169.254.169.254", .local),
            ("172.16.0.1", .local), ("172.31.255.255", .local), ("192.168.1.1", .local), ("192.0.0.8", .local),
            ("198.18.0.1", .local), ("198.19.255.255", .local),
            ("0.0.0.0", .unusable), ("0.1.2.3", .unusable), ("224.0.0.1", .unusable), ("239.255.255.255", .unusable),
            ("240.0.0.1", .unusable), ("255.255.255.255", .unusable), ("192.0.2.1", .unusable),
            ("2606:4700:4700::1111", .global), ("2a00::1", .global), ("2001:4860:4860::8888", .global),
            ("::1", .loopback), ("::", .unusable), ("ff02::1", .unusable), ("2001:db8::1", .unusable),
            ("100::1", .unusable),
            ("fc00::1", .local), ("fdff::1", .local), ("fe80::1", .local), ("febf::1", .local), ("fec0::1", .local),
            ("2001::1", .local), ("64:ff9b:1::1", .local),
            // Addresses that embed an IPv4 address.
            ("::ffff:8.8.8.8", .local), ("::ffff:127.0.0.1", .loopback), ("::ffff:10.0.0.1", .local),
            ("::ffff:0.0.0.0", .unusable), ("64:ff9b::8.8.8.8", .local), ("64:ff9b::127.0.0.1", .loopback),
            ("64:ff9b::10.0.0.1", .local), ("::127.0.0.1", .loopback), ("::8.8.8.8", .local),
            ("2002:7f00:1::", .loopback),
            ("2002:808:808::1", .local), ("2002:e000:1::", .unusable),
        ])
    func `every address has the scope of its range`(_ address: String, _ scope: NetworkScope) throws {
        let found = NetworkScope(try SocketAddress(ipAddress: address, port: 443))
        #expect(found == scope, "\(address)")
    }

    @Test func `names and unusual spellings have the scope of the resolved address`() {
        for host in ["localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "::1"] {
            let found = HostResolver.addresses(of: host, port: 80)
            #expect(found.allSatisfy { NetworkScope($0) == .loopback }, "\(host): \(found)")
            if host != "::1" { #expect(!found.isEmpty, "\(host)") }
        }
        #expect(HostResolver.addresses(of: "no-such-host.invalid", port: 80).isEmpty)
    }
}
