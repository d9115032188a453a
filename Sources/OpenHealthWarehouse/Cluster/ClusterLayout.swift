// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a cohort's servers are: its shards, each with one replica or several.
///
/// It is what a cluster file holds (JSON, see ``init(contentsOf:)``), and every server keeps a copy, so that one address is
/// enough to find the others.
public struct ClusterLayout: Codable, Hashable, Sendable {
    /// One server.
    public struct Replica: Codable, Hashable, Sendable {
        /// Where it answers HTTP, such as `http://one.example.org:8123`.
        public var url: URL
        /// Where the other servers find it: host and port of ClickHouse's own protocol, such as `one.example.org:9000`.
        public var native: String

        /// Creates a replica.
        /// - Parameters:
        ///   - url: where it answers HTTP.
        ///   - native: nil for port 9000 of the same host.
        public init(url: URL, native: String? = nil) {
            self.url = url
            let host = url.host ?? "localhost"
            self.native = native ?? (host.contains(":") ? "[\(host)]:9000" : "\(host):9000")
        }

        private enum CodingKeys: CodingKey {
            case url, native
        }

        /// Reads a replica; `native` may be missing.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                url: try container.decode(URL.self, forKey: .url),
                native: try container.decodeIfPresent(String.self, forKey: .native))
        }
    }

    /// A part of the participants, on servers that all hold the same.
    public struct Shard: Codable, Hashable, Sendable {
        /// The name, which errors say; letters, digits, `_` and `-`.
        public var name: String
        /// How large a share of the new participants comes here, next to the other shards' weights.
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

        /// Reads a shard; `weight` may be missing.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try container.decode(String.self, forKey: .name),
                weight: try container.decodeIfPresent(Int.self, forKey: .weight) ?? 1,
                replicas: try container.decode([Replica].self, forKey: .replicas))
        }
    }

    /// The database on every server, and the name of the cluster in their settings (`remote_servers`).
    public var name: String
    /// The shards. Their order means nothing; their names stay.
    public var shards: [Shard]
    /// The servers of ZooKeeper, host and port, through which replicas keep one another up to date; nil where every shard has
    /// one replica and no need of it.
    public var zooKeeper: [String]?

    /// Creates a layout; see the properties.
    public init(name: String = "cohort", shards: [Shard], zooKeeper: [String]? = nil) {
        self.name = name
        self.shards = shards
        self.zooKeeper = zooKeeper
    }

    /// The layout of a single server.
    public init(server: URL, name: String = "cohort") {
        self.init(name: name, shards: [Shard(name: "shard-1", replicas: [Replica(url: server)])])
    }

    /// Whether tables are replicated.
    public var isReplicated: Bool { zooKeeper != nil }

    /// Whether it is a single server, which needs no settings of a cluster.
    public var isSingle: Bool { shards.count == 1 && shards[0].replicas.count == 1 }

    /// The shard with a name.
    public func shard(named name: String) -> Shard? {
        shards.first { $0.name == name }
    }
}
