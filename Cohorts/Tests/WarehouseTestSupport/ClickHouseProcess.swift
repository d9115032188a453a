// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import ProcessTestSupport
import Synchronization

/// A ClickHouse server of Debian's package (18.16) on loopback that keeps its data and ports when it is restarted.
package final class ClickHouseProcess: Sendable {
    /// The loopback ports on which the server listens.
    struct Ports {
        var http: Int
        var native: Int
        var interserver: Int
    }

    let ports: Ports
    private let folder: ServerFolder
    private let process = Mutex<ServerProcess?>(nil)

    /// The paths of the server in Debian's package.
    private static let places = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"]

    /// Prepares a server; ``start()`` starts it.
    /// - Throws: An error if no port is free or the folder of the server cannot be written.
    package init() throws {
        ports = Ports(http: try LocalPort.free(), native: try LocalPort.free(), interserver: try LocalPort.free())
        folder = try ServerFolder("clickhouse")
        try folder.write(Self.settings(folder: folder.url, ports: ports), to: "config.xml")
        try folder.write(Self.users, to: "users.xml")
    }

    deinit {
        process.withLock { $0 = nil }
        folder.remove()
    }

    /// The address for HTTP and the address for other servers.
    package var replica: ClusterLayout.Replica {
        ClusterLayout.Replica(
            url: URL(string: "http://127.0.0.1:\(ports.http)") ?? URL(filePath: "/"),
            native: "127.0.0.1:\(ports.native)")
    }

    /// The address.
    package var url: URL { replica.url }

    /// The server for direct queries.
    package var server: ClickHouseServer { ClickHouseServer(url: url) }

    /// Adds settings, such as those of a cluster. A running server reads them within seconds, or on request.
    /// - Parameter name: The name of the file without `.xml`; an existing file is replaced.
    package func add(settings: String, named name: String) throws {
        try folder.write(settings, to: "config.d/\(name).xml")
    }

    /// Adds the settings of a cluster, as printed by `health cohort config`, and returns once the server uses them.
    package func know(_ layout: ClusterLayout) async throws {
        let settings = ClusterSettings(layout, credentials: WarehouseCredentials()).xml(for: replica)
        try add(settings: settings, named: layout.name)
        try await server.run("SYSTEM RELOAD CONFIG")
    }

    /// Starts the server, and waits until it responds.
    /// - Throws: ``ServerTrouble`` with the end of the log if it does not.
    package func start() async throws {
        guard let program = Self.places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw ServerTrouble.missing("clickhouse-server", "install Debian's package clickhouse-server")
        }
        let started = try await ServerProcess.start(
            program, ["--config-file=\(folder.url.path)/config.xml"], log: folder.url.appending(path: "output.log"))
        process.withLock { $0 = started }
        let logs = [started.log, folder.url.appending(path: "errors.log")]
        let isServing: Bool? = try await poll {
            if await server.responds() { return true }
            guard started.isRunning else { throw ServerTrouble.silent("clickhouse-server", "has ended", logs: logs) }
            return nil
        }
        if isServing == nil { throw ServerTrouble.silent("clickhouse-server", "does not answer", logs: logs) }
    }

    /// Stops the server with SIGTERM, as an operator does, and waits until it has ended.
    package func stop() async throws { try await end(with: SIGTERM) }

    /// Kills the server, as a power loss would, and waits until it has ended.
    package func kill() async throws { try await end(with: SIGKILL) }

    /// Suspends the process, as on a machine that swaps: connections are accepted, but not answered.
    package func halt() { process.withLock { $0 }?.send(SIGSTOP) }

    /// Resumes the process after ``halt()``.
    package func goOn() { process.withLock { $0 }?.send(SIGCONT) }

    /// Removes the data of a stopped server from its disk; its settings stay.
    package func loseDisk() throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: "data"))
    }

    private func end(with signal: Int32) async throws {
        guard let last = process.withLock({ $0 }) else { return }
        last.send(signal)
        try await last.end()
        process.withLock { $0 = nil }
    }
}
