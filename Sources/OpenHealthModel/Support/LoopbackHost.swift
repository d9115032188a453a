// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The names and addresses of this machine.
public enum LoopbackHost {
    /// Returns whether the host of a URL is this machine: `localhost`, an IPv4 address in 127.0.0.0/8, or the IPv6 address
    /// `::1`.
    ///
    /// Only complete addresses count: `127.example.org` is a domain name that can resolve to any address.
    public static func contains(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name == "localhost" || name == "localhost." { return true }
        var four = in_addr()
        if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        guard inet_pton(AF_INET6, name, &six) == 1 else { return false }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}
