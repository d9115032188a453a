// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// Reads a cluster file.
    /// - Throws: a ``WarehouseError``, `invalidLayout`, where it cannot be read or makes no sense.
    public init(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw WarehouseError(
                .invalidLayout, "the cluster file \(file.path) cannot be read: \(error.localizedDescription)",
                remedy: "check the path, and that you may read it")
        }
        try self.init(json: data, from: file.path)
    }

    /// Reads the text of a cluster file.
    /// - Parameter place: where it stands, for errors.
    package init(json: Data, from place: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw Self.invalid(place, Self.reason(error))
        }
        try check(place)
    }

    /// The text of a cluster file, the same for the same layout.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and addresses always encode.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Checks that the parts fit.
    /// - Throws: a ``WarehouseError``, `invalidLayout`.
    package func check(_ place: String) throws {
        guard SQLText.isPlainName(name) else {
            throw Self.invalid(
                place, "the name \(name.debugDescription) must be letters, digits and _, 64 at most")
        }
        guard !shards.isEmpty else { throw Self.invalid(place, "it has no shards") }
        for shard in shards {
            guard SQLText.isPlainName(shard.name.replacing("-", with: "_")) else {
                throw Self.invalid(
                    place, "the shard's name \(shard.name.debugDescription) must be letters, digits, _ and -")
            }
            guard !shard.replicas.isEmpty else { throw Self.invalid(place, "the shard \(shard.name) has no replicas") }
            guard (0...1000).contains(shard.weight) else {
                throw Self.invalid(place, "the weight of the shard \(shard.name) must be from 0 to 1000")
            }
            guard shard.replicas.count == 1 || isReplicated else {
                throw Self.invalid(
                    place,
                    "the shard \(shard.name) has \(shard.replicas.count) replicas, which takes ZooKeeper (\"zooKeeper\")"
                )
            }
            for replica in shard.replicas {
                let address = Self.shown(replica.url)
                // The layout is kept on the servers and printed.
                guard replica.url.user == nil, replica.url.password == nil else {
                    throw Self.invalid(
                        place,
                        "the address of \(address) names a user, which does not belong there "
                            + "but in HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD")
                }
                guard ["http", "https"].contains(replica.url.scheme), replica.url.host?.isEmpty == false else {
                    throw Self.invalid(place, "\(address.debugDescription) is no http:// address")
                }
                guard replica.url.query == nil, replica.url.fragment == nil else {
                    throw Self.invalid(place, "the address of \(address.debugDescription) has a ? or # in it")
                }
                guard Self.hostAndPort(replica.native) != nil else {
                    throw Self.invalid(
                        place, "\(Self.shown(replica.native).debugDescription) is no host and port (\"native\")")
                }
            }
        }
        if let zooKeeper {
            guard !zooKeeper.isEmpty else { throw Self.invalid(place, "\"zooKeeper\" names no server") }
            for server in zooKeeper where Self.hostAndPort(server) == nil {
                throw Self.invalid(
                    place, "\(Self.shown(server).debugDescription) is no host and port (\"zooKeeper\")")
            }
        }
        let names = shards.map(\.name)
        guard Set(names).count == names.count else { throw Self.invalid(place, "two shards have the same name") }
        let replicas = shards.flatMap(\.replicas)
        guard Set(replicas.map(\.url)).count == replicas.count, Set(replicas.map(\.native)).count == replicas.count
        else {
            throw Self.invalid(place, "two replicas have the same address")
        }
        guard shards.contains(where: { $0.weight > 0 }) else {
            throw Self.invalid(place, "no shard has a weight above 0, so that no one could be placed")
        }
    }

    private static func invalid(_ place: String, _ reason: String) -> WarehouseError {
        WarehouseError(
            .invalidLayout, "the description of the cluster in \(place) is not right: \(reason)",
            remedy: "see the operator's page, Documentation/Cohorts.md, for what stands in it")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath))lacks \(key.stringValue.debugDescription)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(path(context.codingPath))is of another kind"
        default: "it is no JSON of that form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let text = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return text.isEmpty ? "it " : "\(text) "
    }
}
