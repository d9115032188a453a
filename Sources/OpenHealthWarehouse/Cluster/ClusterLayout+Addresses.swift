// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// The layout of servers that are named by nothing but their addresses: shard-1, shard-2 and so on.
    /// - Parameters:
    ///   - name: the database, and the cluster in the servers' settings.
    ///   - shards: the addresses of each shard's replicas.
    ///   - zooKeeper: host and port of each of ZooKeeper's servers; nil for none.
    /// - Throws: a ``WarehouseError``, `invalidLayout` or `invalidArgument`, where they cannot make a cluster.
    public init(name: String = "cohort", shards: [[URL]], zooKeeper: [String]? = nil) throws {
        self.init(
            name: name,
            shards: shards.enumerated().map { index, replicas in
                Shard(name: "shard-\(index + 1)", replicas: replicas.map { Replica(url: $0) })
            }, zooKeeper: zooKeeper)
        if let shard = self.shards.first(where: { $0.replicas.count > 1 }), zooKeeper == nil {
            throw WarehouseError(
                .invalidArgument,
                "the shard \(shard.name) has \(shard.replicas.count) replicas, which keep one another up to date through "
                    + "ZooKeeper, and no ZooKeeper is named",
                remedy: "name its servers (--zookeeper host:2181), or give each server a shard of its own")
        }
        try check("the arguments")
    }

    /// An address as errors and reports say it: scheme, host and port. What else stands in it may be a password.
    package static func shown(_ address: URL) -> String {
        guard let scheme = address.scheme, let host = address.host, !host.isEmpty else {
            // Such as a:8123, in which the scheme has been forgotten.
            return shown(address.absoluteString)
        }
        let port = address.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port)"
    }

    /// Returns an address, or a host and a port, for errors: an ellipsis where a password may stand in it.
    package static func shown(_ place: String) -> String {
        place.contains { "@?#".contains($0) } ? "…" : place
    }

    /// A host and its port, `one.example.org:9000` or `[::1]:9000`; nil for what is none.
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
