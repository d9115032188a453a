// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

/// A current ClickHouse: the engine embedded in the PyPI package `chdb`, behind `Tests/Warehouse/chdb_server.py`, which
/// implements the part of HTTP that the warehouse needs. It cannot be part of a cluster.
package final class EmbeddedClickHouse: Sendable {
    /// The address.
    package let url: URL
    // The process ends when its last reference is released.
    private let process: ServerProcess

    /// The folder of this package.
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The path of a Python with chdb: `HEALTH_WAREHOUSE_PYTHON`, or else the environment that Scripts/setup.sh creates.
    private static var python: String {
        ProcessInfo.processInfo.environment["HEALTH_WAREHOUSE_PYTHON"]
            ?? root.deletingLastPathComponent().appending(path: ".build/warehouse/tools/bin/python").path
    }

    /// Starts a server, and waits until it listens.
    /// - Throws: ``ServerTrouble`` with the end of the log if it does not.
    package static func start() async throws -> EmbeddedClickHouse {
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ServerTrouble.missing("a Python with chdb (\(python))", "run Cohorts/Scripts/setup.sh")
        }
        let folder = try ServerFolder("chdb")
        let process = try await ServerProcess.start(
            python, [root.appending(path: "Tests/Warehouse/chdb_server.py").path, folder.url.path],
            log: folder.url.appending(path: "output.log"))
        let url: URL? = try await poll {
            // The line with the port is complete once it ends with a newline.
            let lines = (try? String(contentsOf: process.log, encoding: .utf8))?.split(
                separator: "\n", omittingEmptySubsequences: false)
            if let lines, lines.count > 1, let port = Int(lines[lines.count - 2]) {
                return URL(string: "http://127.0.0.1:\(port)")
            }
            guard process.isRunning else { throw ServerTrouble.silent("chdb", "has ended", logs: [process.log]) }
            return nil
        }
        guard let url else { throw ServerTrouble.silent("chdb", "does not listen", logs: [process.log]) }
        return EmbeddedClickHouse(url: url, process: process)
    }

    private init(url: URL, process: ServerProcess) {
        self.url = url
        self.process = process
    }
}
