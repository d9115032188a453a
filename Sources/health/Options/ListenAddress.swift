// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Where to listen: a host and a port, such as `127.0.0.1:8484` or `[::1]:8484`.
struct ListenAddress: ExpressibleByArgument {
    /// The name or number of an address, without brackets.
    let host: String
    /// The port; 0 for any that is free.
    let port: Int

    /// This machine alone, at the port of the daemon.
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
            // Where the address ends and the port begins cannot be told.
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/@[]".contains($0) }) else { return nil }
        self.host = String(host)
        self.port = Int(port)
    }

    /// The address as it is typed.
    var defaultValueDescription: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
