// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The settings that the servers of a layout need to form a cluster: the other servers and ZooKeeper.
///
/// They are a file for the folder `/etc/clickhouse-server/config.d`, which ClickHouse reads in addition to its own `config.xml`
/// (and again, within seconds, when it changes).
public struct ClusterSettings: Sendable {
    private let layout: ClusterLayout
    private let credentials: WarehouseCredentials

    /// Creates the settings of a layout.
    /// - Parameters:
    ///   - layout: The layout.
    ///   - credentials: The credentials for queries between the servers. The settings contain the password.
    public init(_ layout: ClusterLayout, credentials: WarehouseCredentials = .environment) {
        self.layout = layout
        self.credentials = credentials
    }

    /// Returns the contents of the file.
    /// - Parameter server: The server of the file; nil for the settings that all servers have in common, without the host name
    ///   under which the others fetch replicated data from the server (the system's host name is the default).
    public func xml(for server: ClusterLayout.Replica? = nil) -> String {
        // All versions accept `yandex` as the name of the root element, and 18.16 accepts no other.
        var text = """
            <?xml version="1.0"?>
            <!-- The cohort \(layout.name). A ClickHouse server that others are to reach needs <listen_host> as well, and then
                 a password for its users: without either it answers on loopback alone. -->
            <yandex>

            """
        if !layout.isSingle { text += remoteServers }
        if let zooKeeper = layout.zooKeeper { text += Self.zooKeeper(zooKeeper) }
        if layout.isReplicated, let server, let (host, _) = ClusterLayout.hostAndPort(server.native) {
            text += "    <!-- By what name the other replicas fetch data from this server. -->\n"
            text += "    <interserver_http_host>\(Self.escaped(host))</interserver_http_host>\n"
        }
        // Versions without column codecs (before 20.1) use one compression for all columns; ZSTD halves the size compared with
        // LZ4.
        text += """
                <compression>
                    <case>
                        <min_part_size>0</min_part_size>
                        <min_part_size_ratio>0</min_part_size_ratio>
                        <method>zstd</method>
                    </case>
                </compression>
            </yandex>

            """
        return text
    }

    private var remoteServers: String {
        var text = "    <remote_servers>\n        <\(layout.name)>\n"
        for shard in layout.shards {
            text += "            <!-- \(Self.commented(shard.name)) -->\n            <shard>\n"
            text += "                <weight>\(shard.weight)</weight>\n"
            text += "                <internal_replication>true</internal_replication>\n"
            for replica in shard.replicas {
                // The layout has been checked.
                guard let (host, port) = ClusterLayout.hostAndPort(replica.native) else { continue }
                text += "                <replica>\n"
                text += "                    <host>\(Self.escaped(host))</host>\n"
                text += "                    <port>\(port)</port>\n"
                if let user = credentials.user {
                    text += "                    <user>\(Self.escaped(user))</user>\n"
                }
                if let password = credentials.password {
                    text += "                    <password>\(Self.escaped(password))</password>\n"
                }
                text += "                </replica>\n"
            }
            text += "            </shard>\n"
        }
        return text + "        </\(layout.name)>\n    </remote_servers>\n"
    }

    private static func zooKeeper(_ servers: [String]) -> String {
        var text = "    <zookeeper>\n"
        for (index, server) in servers.enumerated() {
            guard let (host, port) = ClusterLayout.hostAndPort(server) else { continue }
            text += "        <node index=\"\(index + 1)\">\n"
            text += "            <host>\(escaped(host))</host>\n            <port>\(port)</port>\n"
            text += "        </node>\n"
        }
        return text + "    </zookeeper>\n"
    }

    /// Returns a name for use in a comment, which can't contain two consecutive hyphens.
    private static func commented(_ name: String) -> String {
        name.split(separator: "-").joined(separator: "-")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
