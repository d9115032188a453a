// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import OpenHealthServer

/// The addresses at which other machines in the same networks reach this one.
enum MachineAddresses {
    /// The beginnings of the names of interfaces of virtual networks within this machine.
    private static let virtual = ["lo", "docker", "br-", "veth", "virbr", "podman", "cni", "flannel"]

    /// Returns the IPv4 addresses of the machine's networks, as texts; empty if they cannot be listed.
    static var networks: [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        let texts = devices.compactMap { device -> String? in
            guard !virtual.contains(where: device.name.hasPrefix), case .v4? = device.address else { return nil }
            return device.address?.ipAddress
        }
        return usable(texts)
    }

    /// Returns the addresses that other machines can reach, once each: without those of loopback and of links without a network.
    static func usable(_ addresses: [String]) -> [String] {
        var known: Set<String> = []
        return addresses.filter { address in
            let isLocal = address.hasPrefix("127.") || address.hasPrefix("169.254.") || address == "0.0.0.0"
            return !isLocal && known.insert(address).inserted
        }
    }

    /// Returns the address of a server for phones: its own, or that of the first network if the server listens on all of them.
    /// - Parameters:
    ///   - publicURL: The public address of the server.
    ///   - networks: The addresses of the machine.
    static func suggested(_ publicURL: String, networks: [String]) -> String {
        for host in ["//0.0.0.0:", "//[::]:"] {
            if let range = publicURL.range(of: host), let first = networks.first {
                return publicURL.replacingCharacters(in: range, with: "//\(first):")
            }
        }
        return publicURL
    }
}
