// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// Reads a cluster file.
    /// - Throws: A ``WarehouseError``: `invalidLayout` if the file can't be read or is invalid, or has an unknown key, which is
    ///   probably a misspelt one.
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
        if let path = try Self.unknownKey(data, besides: Data(json.utf8)) {
            throw Self.invalid(file.path, "\(path.joined(separator: ".").debugDescription) is not known")
        }
    }

    /// Returns the path of the first key that other JSON of the same form lacks, or nil if there is none. Keys without a value do
    /// not count.
    private static func unknownKey(_ json: Data, besides known: Data) throws -> [String]? {
        func first(_ value: Any, _ known: Any) -> [String]? {
            switch (value, known) {
            case (let value as [String: Any], let known as [String: Any]):
                for (key, item) in value.sorted(by: { $0.key < $1.key }) where !(item is NSNull) {
                    guard let other = known[key] else { return [key] }
                    if let path = first(item, other) { return [key] + path }
                }
            case (let value as [Any], let known as [Any]):
                for (index, pair) in zip(value, known).enumerated() {
                    if let path = first(pair.0, pair.1) { return ["[\(index)]"] + path }
                }
            default: break
            }
            return nil
        }
        return first(try JSONSerialization.jsonObject(with: json), try JSONSerialization.jsonObject(with: known))
    }

    /// Reads the contents of a cluster file.
    /// - Parameter place: The location of the contents, for errors.
    package init(json: Data, from place: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw Self.invalid(place, Self.reason(error))
        }
        try check(place)
    }

    /// The contents of a cluster file, which are equal for equal layouts.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding strings, numbers and URLs always succeeds.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Checks the consistency of the layout.
    /// - Throws: A ``WarehouseError``: `invalidLayout` if the layout is inconsistent.
    package func check(_ place: String) throws {
        try ClusterLayoutCheck(layout: self, place: place).run()
    }

    /// Returns the error for an invalid description of a cluster.
    static func invalid(_ place: String, _ reason: String) -> WarehouseError {
        WarehouseError(
            .invalidLayout, "the description of the cluster in \(place) is not valid: \(reason)",
            remedy: "see the operator's page, Cohorts/Documentation/Cohorts.md, for its format")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath))lacks \(key.stringValue.debugDescription)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(path(context.codingPath))has another type"
        default: "it is not JSON of that form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let text = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return text.isEmpty ? "it " : "\(text) "
    }
}

/// The check of a layout: of its name, of each shard and replica, and of the shards together.
///
/// The check throws the first error in this order.
struct ClusterLayoutCheck {
    /// The layout to check.
    let layout: ClusterLayout
    /// The location of the description, for errors.
    let place: String

    /// Checks all parts.
    /// - Throws: A ``WarehouseError``: `invalidLayout` if a part is invalid.
    func run() throws {
        try checkName()
        guard !layout.shards.isEmpty else { throw invalid("it has no shards") }
        for shard in layout.shards {
            try check(shard)
            for replica in shard.replicas { try check(replica) }
        }
        try checkZooKeeper()
        try checkDifferences()
        try checkWeights()
    }

    private func checkName() throws {
        guard SQLText.isPlainName(layout.name) else {
            throw invalid("the name \(layout.name.debugDescription) must be letters, digits and _, 64 at most")
        }
    }

    /// Checks a shard without its replicas.
    private func check(_ shard: ClusterLayout.Shard) throws {
        guard SQLText.isPlainName(shard.name.replacing("-", with: "_")) else {
            throw invalid("the shard's name \(shard.name.debugDescription) must be letters, digits, _ and -")
        }
        guard !shard.replicas.isEmpty else { throw invalid("the shard \(shard.name) has no replicas") }
        guard (0...1000).contains(shard.weight) else {
            throw invalid("the weight of the shard \(shard.name) must be from 0 to 1000")
        }
        guard shard.replicas.count == 1 || layout.isReplicated else {
            throw invalid(
                "the shard \(shard.name) has \(shard.replicas.count) replicas, which takes ZooKeeper (\"zooKeeper\")")
        }
    }

    /// Checks the addresses of a replica.
    private func check(_ replica: ClusterLayout.Replica) throws {
        let address = ClusterLayout.shown(replica.url)
        // The layout is stored on the servers and printed.
        guard replica.url.user == nil, replica.url.password == nil else {
            throw invalid(
                "the address of \(address) has a user, which is not allowed there "
                    + "but in HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD")
        }
        guard ["http", "https"].contains(replica.url.scheme), replica.url.host?.isEmpty == false else {
            throw invalid("\(address.debugDescription) is not an http:// address")
        }
        guard replica.url.query == nil, replica.url.fragment == nil else {
            throw invalid("the address of \(address.debugDescription) contains ? or #")
        }
        guard ClusterLayout.hostAndPort(replica.native) != nil else {
            throw invalid(
                "\(ClusterLayout.shown(replica.native).debugDescription) is not a host and port (\"native\")")
        }
    }

    private func checkZooKeeper() throws {
        guard let zooKeeper = layout.zooKeeper else { return }
        guard !zooKeeper.isEmpty else { throw invalid("\"zooKeeper\" names no server") }
        for server in zooKeeper where ClusterLayout.hostAndPort(server) == nil {
            throw invalid("\(ClusterLayout.shown(server).debugDescription) is not a host and port (\"zooKeeper\")")
        }
    }

    /// Checks that the names of shards and the addresses of replicas are unique.
    private func checkDifferences() throws {
        let names = layout.shards.map(\.name)
        guard Set(names).count == names.count else { throw invalid("two shards have the same name") }
        let replicas = layout.shards.flatMap(\.replicas)
        guard Set(replicas.map(\.url)).count == replicas.count else {
            throw invalid("two replicas have the same address")
        }
        var natives: Set<String> = []
        for replica in replicas where !natives.insert(replica.native).inserted {
            throw invalid(
                "two replicas have the same address for the other servers, \(replica.native), "
                    + "which is port 9000 of the host unless a cluster file has another one (\"native\")")
        }
    }

    private func checkWeights() throws {
        guard layout.shards.contains(where: { $0.weight > 0 }) else {
            throw invalid("no shard has a weight above 0, so participants cannot be assigned")
        }
    }

    private func invalid(_ reason: String) -> WarehouseError {
        ClusterLayout.invalid(place, reason)
    }
}
