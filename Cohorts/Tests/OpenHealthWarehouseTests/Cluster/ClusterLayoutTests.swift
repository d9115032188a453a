// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

/// Tests of descriptions of clusters: cluster files and addresses.
struct ClusterLayoutTests {
    @Test func `a cluster file round-trips`() throws {
        let layout = try read(
            """
            {"name": "study", "zooKeeper": ["z:2181"], "shards": [
              {"name": "north", "replicas": [{"url": "http://a:8123"}, {"url": "https://b:8443", "native": "b:9100"}]},
              {"name": "south-2", "weight": 3, "replicas": [{"url": "http://[::1]:8123"}]}]}
            """)
        #expect(layout.name == "study")
        #expect(layout.isReplicated && !layout.isSingle)
        #expect(layout.shards.map(\.name) == ["north", "south-2"])
        #expect(layout.shards.map(\.weight) == [1, 3])
        #expect(layout.shards.flatMap(\.replicas).map(\.native) == ["a:9000", "b:9100", "[::1]:9000"])
        #expect(try read(layout.json) == layout)
    }

    /// An invalid file, and a part of the expected error.
    @Test(arguments: [
        ("", "not JSON"), ("[]", "another type"), ("{}", "\"name\""), (#"{"name": "a"}"#, "\"shards\""),
        (#"{"name": "a", "shards": []}"#, "no shards"),
        (#"{"name": "a b", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#, "a b"),
        (#"{"name": "1a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#, "1a"),
        (#"{"name": "a", "shards": [{"name": "x/y", "replicas": [{"url": "http://a"}]}]}"#, "x/y"),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": []}]}"#, "x has no replicas"),
        (#"{"name": "a", "shards": [{"name": "x"}]}"#, "shards.[0] lacks \"replicas\""),
        (#"{"name": "a", "shards": [{"name": "x", "weight": "2", "replicas": []}]}"#, "shards.[0].weight"),
        (#"{"name": "a", "shards": [{"name": "x", "weight": -1, "replicas": [{"url": "http://a"}]}]}"#, "weight"),
        (
            #"{"name": "a", "shards": [{"name": "x", "weight": 0, "replicas": [{"url": "http://a"}]}]}"#,
            "participants cannot be assigned"
        ),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "a:8123"}]}]}"#, "a:8123"),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://u:p@a"}]}]}"#, "HEALTH_COHORT_USER"),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a?b=c"}]}]}"#, "?"),
        (
            #"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "clickhouse://study:secret@a:9000"}]}]}"#,
            "clickhouse://a:9000 has a user"
        ),
        (
            #"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a:8123/?user=u&password=secret"}]}]}"#,
            "http://a:8123"
        ),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "study:secret@a:9000"}]}]}"#, "not an http://"),
        (
            #"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a", "native": "u:secret@a:9000"}]}]}"#,
            "native"
        ),
        (
            #"{"name": "a", "zooKeeper": ["u:secret@z:1"], "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#,
            "zooKeeper"
        ),
        (#"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a", "native": "a"}]}]}"#, "native"),
        (
            #"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}, {"url": "http://b"}]}]}"#,
            "ZooKeeper"
        ),
        (
            #"{"name": "a", "zooKeeper": [], "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#,
            "zooKeeper"
        ),
        (
            #"{"name": "a", "zooKeeper": ["z"], "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#,
            "zooKeeper"
        ),
        (
            """
            {"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}, \
            {"name": "x", "replicas": [{"url": "http://b"}]}]}
            """, "same name"
        ),
        (
            """
            {"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}, \
            {"name": "y", "replicas": [{"url": "http://a"}]}]}
            """, "two replicas have the same address"
        ),
        (
            """
            {"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}, \
            {"name": "y", "replicas": [{"url": "http://a:8124"}]}]}
            """, "the same address for the other servers, a:9000, which is port 9000 of the host"
        ),
    ])
    func `an invalid file is refused with the reason`(text: String, part: String) throws {
        let error = #expect(throws: WarehouseError.self) { try read(text) }
        #expect(error?.code == .invalidLayout)
        #expect(error?.message.contains("study.json") == true)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        // An error never contains a password.
        #expect(error?.description.contains("u:p") == false)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: [
        (
            #"{"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}], "zookeeper": ["z:1"]}"#,
            "zookeeper"
        ),
        (
            #"{"name": "a", "shards": [{"name": "x", "wieght": 2, "replicas": [{"url": "http://a"}]}]}"#,
            "shards.[0].wieght"
        ),
        (
            """
            {"name": "a", "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}, \
            {"name": "y", "replicas": [{"url": "http://b", "natve": "b:9001"}]}]}
            """, "shards.[1].replicas.[0].natve"
        ),
    ])
    func `an unknown key of a file is refused by name`(text: String, key: String) throws {
        let error = #expect(throws: WarehouseError.self) { try layout(ofFile: text) }
        #expect(error?.code == .invalidLayout)
        #expect(error?.message.hasSuffix("is not valid: \"\(key)\" is not known") == true, "\(error?.message ?? "")")
    }

    @Test func `a file with all keys, or without the optional ones, is read`() throws {
        let text = """
            {"name": "a", "zooKeeper": ["z:2181"], "shards": [
              {"name": "x", "weight": 2, "replicas": [{"url": "http://a:8123", "native": "a:9100"}]}]}
            """
        #expect(try layout(ofFile: text) == read(text))
        let short = #"{"name": "a", "zooKeeper": null, "shards": [{"name": "x", "replicas": [{"url": "http://a"}]}]}"#
        #expect(try layout(ofFile: short) == read(short))
    }

    @Test func `a missing file is named`() throws {
        let file = URL(fileURLWithPath: "/nonexistent/cluster.json")
        let error = #expect(throws: WarehouseError.self) { try ClusterLayout(contentsOf: file) }
        #expect(error?.code == .invalidLayout)
        #expect(error?.message.contains(file.path) == true)
    }

    @Test func `servers given by addresses get named shards`() throws {
        let (a, b, c) = (url("http://a:8123"), url("http://b:8123"), url("http://c:8123"))
        #expect(try ClusterLayout(shards: [[a]]).shards.map(\.name) == ["shard-1"])
        let two = try ClusterLayout(shards: [[a], [b]])
        #expect(two.shards.map(\.name) == ["shard-1", "shard-2"])
        #expect(!two.isReplicated)
        let replicated = try ClusterLayout(shards: [[a, b], [c]], zooKeeper: ["z:2181"])
        #expect(replicated.shards.map(\.replicas.count) == [2, 1])
        let error = #expect(throws: WarehouseError.self) { try ClusterLayout(shards: [[a, b], [c]]) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("shard-1") == true)
        #expect(error?.remedy.contains("--zookeeper") == true)
    }

    @Test func `an address may contain the database and nothing else`() async throws {
        let plain = try ClusterLayout.address(of: url("http://a:8123"))
        #expect(plain.url == url("http://a:8123") && plain.database == nil)
        let named = try ClusterLayout.address(of: url("http://a:8123?database=study"))
        #expect(named.url == url("http://a:8123") && named.database == "study")
        for wrong in ["http://a?user=x", "http://a?database=", "http://a?database=a%20b", "http://a?database=a&x=1"] {
            let error = #expect(throws: WarehouseError.self) { try ClusterLayout.address(of: url(wrong)) }
            #expect(error?.code == .invalidArgument)
        }
        for wrong in [
            "http://u:secret@a:8123", "clickhouse://u:secret@a:8123", "http://a:8123/?user=u&password=secret",
        ] {
            let error = await #expect(throws: WarehouseError.self) {
                try await Warehouse.connect(to: [url(wrong)], credentials: WarehouseCredentials())
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("://a:8123") == true)
            #expect(error?.description.contains("secret") == false)
        }
    }

    @Test(arguments: [
        ("a:9000", "a", 9000), ("127.0.0.1:1", "127.0.0.1", 1), ("[::1]:65535", "::1", 65535),
        ("one-2.example.org:9000", "one-2.example.org", 9000),
    ])
    func `hosts and ports are read`(text: String, host: String, port: Int) throws {
        let read = try #require(ClusterLayout.hostAndPort(text))
        #expect(read.host == host && read.port == port)
    }

    @Test(arguments: ["", "a", "a:", ":9000", "a:0", "a:65536", "::1:9000", "a b:9000", "<a>:9000", "a:9000x"])
    func `invalid hosts and ports are refused`(text: String) {
        #expect(ClusterLayout.hostAndPort(text) == nil)
    }

    private func layout(ofFile text: String) throws -> ClusterLayout {
        let file = FileManager.default.temporaryDirectory.appending(path: "cluster-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        return try ClusterLayout(contentsOf: file)
    }

    private func read(_ text: String) throws -> ClusterLayout {
        try ClusterLayout(json: Data(text.utf8), from: "study.json")
    }

    private func url(_ text: String) -> URL {
        URL(string: text)!
    }
}
