// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import OpenHealthWarehouse

/// A ClickHouse server in its own process and folder, configured as on Debian except for its ports.
final class CohortServer {
    let ports: Ports
    private let process = Process()

    /// The ports of the server, which listens on loopback only.
    struct Ports {
        let http = freePort()
        let native = freePort()
        let between = freePort()

        var replica: ClusterLayout.Replica {
            ClusterLayout.Replica(url: URL(string: "http://127.0.0.1:\(http)")!, native: "127.0.0.1:\(native)")
        }
    }

    /// Starts a server.
    /// - Parameters:
    ///   - settings: The configuration of the other servers; nil for a single server.
    init(_ program: String, ports: Ports, folder: URL, settings: String?) throws {
        self.ports = ports
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "conf.d"), withIntermediateDirectories: true)
        try Data(Self.configuration(ports, folder).utf8).write(to: folder.appending(path: "config.xml"))
        try Data(Self.users.utf8).write(to: folder.appending(path: "users.xml"))
        if let settings { try Data(settings.utf8).write(to: folder.appending(path: "conf.d/cohort.xml")) }
        process.executableURL = URL(filePath: program)
        process.arguments = ["--config-file=\(folder.path)/config.xml"]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { stop() }

    /// Kills the server. On termination, ClickHouse 18.16 waits until others close their connections, and its data is not needed.
    ///
    /// The method does not wait for the exit: the server closes the descriptor that `Process` watches, which counts as its end.
    /// The one thread that serves all processes then waits for this server, and would block forever if another process were
    /// waited for.
    func stop() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func configuration(_ ports: Ports, _ folder: URL) -> String {
        """
        <yandex>
          <logger><level>warning</level><log>\(folder.path)/log</log><errorlog>\(folder.path)/errors</errorlog></logger>
          <http_port>\(ports.http)</http_port><tcp_port>\(ports.native)</tcp_port>
          <interserver_http_port>\(ports.between)</interserver_http_port>
          <interserver_http_host>127.0.0.1</interserver_http_host><listen_host>127.0.0.1</listen_host>
          <path>\(folder.path)/data/</path><tmp_path>\(folder.path)/tmp/</tmp_path>
          <mark_cache_size>536870912</mark_cache_size><timezone>UTC</timezone>
          <users_config>users.xml</users_config>
          <default_profile>default</default_profile><default_database>default</default_database>
        </yandex>
        """
    }

    /// The user of a fresh installation: without a password, for loopback only.
    private static let users = """
        <yandex>
          <profiles><default></default></profiles>
          <users><default>
            <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
          </default></users>
          <quotas><default></default></quotas>
        </yandex>
        """
}

/// Returns an unused port of this machine.
private func freePort() -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
        }
    }
    precondition(isBound, "no port is free")
    return Int(UInt16(bigEndian: address.sin_port))
}
