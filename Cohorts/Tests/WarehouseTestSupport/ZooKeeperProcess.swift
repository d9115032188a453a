// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Synchronization

/// A ZooKeeper of Debian's package on loopback that keeps its data and port when it is restarted.
package final class ZooKeeperProcess: Sendable {
    private let port: Int
    private let folder: ServerFolder
    private let process = Mutex<ServerProcess?>(nil)
    private static let library = "/usr/share/java/zookeeper.jar"

    /// Prepares a server; ``start()`` starts it.
    /// - Throws: An error if no port is free or the folder of the server cannot be written.
    package init() throws {
        port = try LocalPort.free()
        folder = try ServerFolder("zookeeper")
        // The maximum session timeout in milliseconds is the one that the servers of the cluster request.
        let settings = """
            tickTime=500
            minSessionTimeout=1000
            maxSessionTimeout=10000
            dataDir=\(folder.url.path)/data
            clientPort=\(port)
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            4lw.commands.whitelist=srvr

            """
        try folder.write(settings, to: "zoo.cfg")
    }

    deinit {
        process.withLock { $0 = nil }
        folder.remove()
    }

    /// The host and port.
    package var address: String { "127.0.0.1:\(port)" }

    /// Starts the server, and waits until it responds.
    /// - Throws: ``ServerTrouble`` with the end of the log if it does not.
    package func start() async throws {
        guard FileManager.default.isReadableFile(atPath: Self.library) else {
            throw ServerTrouble.missing(
                "ZooKeeper", "install Debian's packages libzookeeper-java and default-jre-headless")
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/java") else {
            throw ServerTrouble.missing("java", "install Debian's package default-jre-headless")
        }
        let arguments = [
            "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true",
            // No test depends on data that survives a power loss.
            "-Dzookeeper.forceSync=no", "-cp", "\(Self.library):/usr/share/java/slf4j-simple.jar",
            "org.apache.zookeeper.server.quorum.QuorumPeerMain", "\(folder.url.path)/zoo.cfg",
        ]
        let started = try await ServerProcess.start(
            "/usr/bin/java", arguments, log: folder.url.appending(path: "output.log"))
        process.withLock { $0 = started }
        let isServing: Bool? = try await poll {
            if self.isServing { return true }
            guard started.isRunning else {
                throw ServerTrouble.silent("ZooKeeper", "has ended", logs: [started.log])
            }
            return nil
        }
        if isServing == nil { throw ServerTrouble.silent("ZooKeeper", "does not answer", logs: [started.log]) }
    }

    /// Stops the server with SIGTERM, and waits until it has ended.
    package func stop() async throws { try await end(with: SIGTERM) }

    /// Kills the server, and waits until it has ended.
    package func kill() async throws { try await end(with: SIGKILL) }

    private func end(with signal: Int32) async throws {
        guard let last = process.withLock({ $0 }) else { return }
        last.send(signal)
        try await last.end()
        process.withLock { $0 = nil }
    }

    /// Whether the server serves requests, according to its response to `srvr`; `ruok` succeeds too early.
    private var isServing: Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = LocalPort.withAddress(of: port) { connect(descriptor, $0, $1) == 0 }
        guard isConnected, send(descriptor, "srvr", 4, Int32(MSG_NOSIGNAL)) == 4 else { return false }
        var decision: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            decision += piece[..<count]
        }
        return String(decoding: decision, as: UTF8.self).contains("Mode: standalone")
    }
}
