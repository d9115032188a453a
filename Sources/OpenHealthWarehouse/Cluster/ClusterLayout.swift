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
