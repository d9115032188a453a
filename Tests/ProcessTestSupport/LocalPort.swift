// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Loopback ports for servers that cannot choose a port themselves.
public enum LocalPort {
    private static let given = Mutex<Set<Int>>([])

    /// Returns a free port that this process has not used for another server.
    ///
    /// It is below the kernel's ephemeral ports, so a restarted server finds it free.
    /// - Throws: ``ProcessTrouble`` if no port is free.
    public static func free() throws -> Int {
        try given.withLock { given in
            for _ in 0..<1_000 {
                let port = Int.random(in: 10_000..<32_000)
                if !given.contains(port), isFree(port) {
                    given.insert(port)
                    return port
                }
            }
            throw ProcessTrouble("no port is free")
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withAddress(of: port) { bind(descriptor, $0, $1) == 0 }
    }

    /// Calls a closure with the address of a loopback port, as used by `bind` and `connect`.
    public static func withAddress<Result>(
        of port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
