// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import ProcessTestSupport
import Synchronization

/// A ClickHouse server of Debian's (18.16) on loopback, with data and ports that it keeps when it is stopped and started again.
package final class ClickHouseProcess: Sendable {
    /// The ports of loopback that it listens on.
    struct Ports {
        var http: Int
        var native: Int
        var interserver: Int
    }

    let ports: Ports
    private let folder: ServerFolder
    private let process = Mutex<ServerProcess?>(nil)

    /// Where Debian's package puts the server.
    private static let places = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"]

    /// Prepares a server; ``start()`` starts it.
    /// - Throws: ``ServerTrouble``.
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

    /// Where it answers HTTP, and where other servers find it.
    package var replica: ClusterLayout.Replica {
        ClusterLayout.Replica(
            url: URL(string: "http://127.0.0.1:\(ports.http)") ?? URL(filePath: "/"),
            native: "127.0.0.1:\(ports.native)")
    }

    /// The address.
    package var url: URL { replica.url }

    /// The server, to ask it by itself.
    package var server: ClickHouseServer { ClickHouseServer(url: url, credentials: WarehouseCredentials()) }

    /// Adds settings, such as those of a cluster; a running server reads them within seconds, or on request.
    /// - Parameter name: the name of the file without `.xml`; one that is there is written again.
    package func add(settings: String, named name: String) throws {
        try folder.write(settings, to: "config.d/\(name).xml")
    }

    /// Gives it the settings of a cluster, as `health cohort config` prints them; it knows them when this returns.
    package func know(_ layout: ClusterLayout) async throws {
        let settings = ClusterSettings(layout, credentials: WarehouseCredentials()).xml(for: replica)
        try add(settings: settings, named: layout.name)
        try await server.run("SYSTEM RELOAD CONFIG")
    }

    /// Starts it, and waits until it answers.
    /// - Throws: ``ServerTrouble``, with the end of its log.
    package func start() async throws {
        guard let program = Self.places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw ServerTrouble.missing("clickhouse-server", "install Debian's package clickhouse-server")
        }
        let started = try await ServerProcess.start(
            program, ["--config-file=\(folder.url.path)/config.xml"], log: folder.url.appending(path: "output.log"))
        process.withLock { $0 = started }
        let logs = [started.log, folder.url.appending(path: "errors.log")]
        // Beside all other tests it may take its time.
        for _ in 0..<1_200 {
            if await server.answers() { return }
            guard started.isRunning else { throw ServerTrouble.silent("clickhouse-server", "has ended", logs: logs) }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw ServerTrouble.silent("clickhouse-server", "does not answer after two minutes", logs: logs)
    }

    /// Ends it as an operator does, and waits for its end.
    package func stop() async throws { try await end(with: SIGTERM) }

    /// Kills it, as a loss of power does, and waits for its end.
    package func kill() async throws { try await end(with: SIGKILL) }

    /// Halts it without an end, as a machine does that swaps: connections are taken and nothing is answered.
    package func halt() { process.withLock { $0 }?.send(SIGSTOP) }

    /// Lets it go on after ``halt()``.
    package func goOn() { process.withLock { $0 }?.send(SIGCONT) }

    /// Takes from a server that has been stopped what it kept on its disk; its settings stay.
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
