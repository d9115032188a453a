// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The address to listen on: a host and a port, such as `127.0.0.1:8484` or `[::1]:8484`.
struct ListenAddress: ExpressibleByArgument {
    /// The host name or the IP address, without brackets.
    let host: String
    /// The port; 0 for any free port.
    let port: Int

    /// The default address: the loopback interface and the daemon's port.
    static let usual = ListenAddress(host: "127.0.0.1", port: 8484)

    private init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else {
            return nil
        }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            // An IPv6 address without brackets is ambiguous, because its port is preceded by a colon too.
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/@[]".contains($0) }) else { return nil }
        self.host = String(host)
        self.port = Int(port)
    }

    /// The address in the form of the argument.
    var defaultValueDescription: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
