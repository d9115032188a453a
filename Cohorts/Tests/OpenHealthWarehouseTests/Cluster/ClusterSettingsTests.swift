// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

/// Tests of the settings with which servers form a cluster. The tests with clusters, whose servers have no other settings, show
/// that ClickHouse accepts them.
struct ClusterSettingsTests {
    private let layout = ClusterLayout(
        name: "study",
        shards: [
            .init(name: "a--b", weight: 2, replicas: [.init(url: URL(string: "http://a:8123")!)]),
            .init(name: "c", replicas: [.init(url: URL(string: "http://[::1]:8123")!)]),
        ], zooKeeper: ["z:2181", "y:2182"])

    @Test func `the settings list all shards and all ZooKeeper servers`() throws {
        let elements = try Elements(ClusterSettings(layout, credentials: WarehouseCredentials()).xml())
        #expect(elements.texts("yandex/remote_servers/study/shard/weight") == ["2", "1"])
        #expect(elements.texts("yandex/remote_servers/study/shard/internal_replication") == ["true", "true"])
        #expect(elements.texts("yandex/remote_servers/study/shard/replica/host") == ["a", "::1"])
        #expect(elements.texts("yandex/remote_servers/study/shard/replica/port") == ["9000", "9000"])
        #expect(elements.texts("yandex/remote_servers/study/shard/replica/user") == [])
        #expect(elements.texts("yandex/zookeeper/node/host") == ["z", "y"])
        #expect(elements.texts("yandex/zookeeper/node/port") == ["2181", "2182"])
        #expect(elements.texts("yandex/compression/case/method") == ["zstd"])
        #expect(elements.texts("yandex/interserver_http_host") == [])
    }

    @Test func `a separate server has its name`() throws {
        let server = layout.shards[1].replicas[0]
        let elements = try Elements(ClusterSettings(layout, credentials: WarehouseCredentials()).xml(for: server))
        #expect(elements.texts("yandex/interserver_http_host") == ["::1"])
    }

    @Test func `the user of the servers is escaped in XML`() throws {
        let credentials = WarehouseCredentials(user: "a<b", password: "&\"]]>'")
        let elements = try Elements(ClusterSettings(layout, credentials: credentials).xml())
        #expect(elements.texts("yandex/remote_servers/study/shard/replica/user") == ["a<b", "a<b"])
        #expect(elements.texts("yandex/remote_servers/study/shard/replica/password") == ["&\"]]>'", "&\"]]>'"])
    }

    @Test func `a single server is not a cluster`() throws {
        let single = ClusterLayout(server: URL(string: "http://a:8123")!)
        let elements = try Elements(ClusterSettings(single, credentials: WarehouseCredentials()).xml())
        #expect(elements.texts("yandex/remote_servers/cohort/shard/weight") == [])
        #expect(elements.texts("yandex/compression/case/method") == ["zstd"])
    }
}
