// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// Creates the layout of servers that are identified only by their addresses. The shards are named shard-1, shard-2 and so
    /// on.
    /// - Parameters:
    ///   - name: The name of the database, and of the cluster in the servers' settings.
    ///   - shards: The addresses of each shard's replicas.
    ///   - zooKeeper: The host and port of each ZooKeeper server; nil for none.
    /// - Throws: A ``WarehouseError``: `invalidLayout` or `invalidArgument` if the servers can't form a cluster.
    public init(name: String = "cohort", shards: [[URL]], zooKeeper: [String]? = nil) throws {
        self.init(
            name: name,
            shards: shards.enumerated().map { index, replicas in
                Shard(name: "shard-\(index + 1)", replicas: replicas.map { Replica(url: $0) })
            }, zooKeeper: zooKeeper)
        if let shard = self.shards.first(where: { $0.replicas.count > 1 }), zooKeeper == nil {
            throw WarehouseError(
                .invalidArgument,
                "the shard \(shard.name) has \(shard.replicas.count) replicas, which are replicated through "
                    + "ZooKeeper, but no ZooKeeper server is given",
                remedy: "name its servers (--zookeeper host:2181), or give each server a shard of its own")
        }
        try check("the arguments")
    }

    /// Returns the scheme, host and port of an address, for errors and reports. The other parts can contain a password.
    package static func shown(_ address: URL) -> String {
        guard let scheme = address.scheme, let host = address.host, !host.isEmpty else {
            // An address without a scheme, such as a:8123.
            return shown(address.absoluteString)
        }
        let port = address.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port)"
    }

    /// Returns an address, or a host and port, for errors; an ellipsis if it might contain a password.
    package static func shown(_ place: String) -> String {
        place.contains { "@?#".contains($0) } ? "…" : place
    }

    /// Returns a host and its port from a string such as `one.example.org:9000` or `[::1]:9000`, or nil if the string is invalid.
    package static func hostAndPort(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let isPlain = host.utf8.allSatisfy {
            (0x30...0x3A).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x2D, 0x2E, 0x5F, 0x25].contains($0)
        }
        return host.isEmpty || !isPlain ? nil : (String(host), port)
    }
}
