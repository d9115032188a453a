// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The servers of a cohort: its shards, each with one or more replicas.
///
/// A cluster file contains it as JSON (see ``init(contentsOf:)``), and every server stores a copy, so one address is enough to
/// find the other servers.
public struct ClusterLayout: Codable, Hashable, Sendable {
    /// A server.
    public struct Replica: Codable, Hashable, Sendable {
        /// The URL of the HTTP interface, such as `http://one.example.org:8123`.
        public var url: URL
        /// The address for the other servers: host and port of ClickHouse's native protocol, such as `one.example.org:9000`.
        public var native: String

        /// Creates a replica.
        /// - Parameters:
        ///   - url: The URL of the HTTP interface.
        ///   - native: The address for the other servers; nil for port 9000 of the same host.
        public init(url: URL, native: String? = nil) {
            self.url = url
            let host = url.host ?? "localhost"
            self.native = native ?? (host.contains(":") ? "[\(host)]:9000" : "\(host):9000")
        }

        private enum CodingKeys: CodingKey {
            case url, native
        }

        /// Decodes a replica; `native` is optional.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                url: try container.decode(URL.self, forKey: .url),
                native: try container.decodeIfPresent(String.self, forKey: .native))
        }
    }

    /// A subset of the participants, on servers with the same data.
    public struct Shard: Codable, Hashable, Sendable {
        /// The name, which errors contain: letters, digits, `_` and `-`.
        public var name: String
        /// The weight of the shard among all shards for the placement of new participants.
        public var weight: Int
        /// The servers.
        public var replicas: [Replica]

        /// Creates a shard; see the properties.
        public init(name: String, weight: Int = 1, replicas: [Replica]) {
            self.name = name
            self.weight = weight
            self.replicas = replicas
        }

        private enum CodingKeys: CodingKey {
            case name, weight, replicas
        }

        /// Decodes a shard; `weight` is optional.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try container.decode(String.self, forKey: .name),
                weight: try container.decodeIfPresent(Int.self, forKey: .weight) ?? 1,
                replicas: try container.decode([Replica].self, forKey: .replicas))
        }
    }

    /// The name of the database on every server, and of the cluster in their settings (`remote_servers`).
    public var name: String
    /// The shards. Their order is insignificant; their names are permanent.
    public var shards: [Shard]
    /// The host and port of each ZooKeeper server, through which replicas synchronize; nil if every shard has a single replica
    /// and needs no ZooKeeper.
    public var zooKeeper: [String]?

    /// Creates a layout; see the properties.
    public init(name: String = "cohort", shards: [Shard], zooKeeper: [String]? = nil) {
        self.name = name
        self.shards = shards
        self.zooKeeper = zooKeeper
    }

    /// Creates the layout of a single server.
    public init(server: URL, name: String = "cohort") {
        self.init(name: name, shards: [Shard(name: "shard-1", replicas: [Replica(url: server)])])
    }

    /// Whether tables are replicated.
    public var isReplicated: Bool { zooKeeper != nil }

    /// Whether the layout is a single server, which needs no cluster settings.
    public var isSingle: Bool { shards.count == 1 && shards[0].replicas.count == 1 }

    /// Returns the shard with a name.
    public func shard(named name: String) -> Shard? {
        shards.first { $0.name == name }
    }
}

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
