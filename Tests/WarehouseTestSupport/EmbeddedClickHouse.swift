// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A current ClickHouse: the engine that the PyPI package `chdb` embeds, behind `Tests/Warehouse/chdb_server.py`, which speaks
/// as much HTTP as the warehouse needs. It cannot be part of a cluster.
package final class EmbeddedClickHouse: Sendable {
    /// The address.
    package let url: URL
    // It ends without references.
    private let process: ServerProcess

    /// The root of the repository.
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Python that has chdb: `HEALTH_WAREHOUSE_PYTHON`, else what Scripts/warehouse-tools.sh makes.
    private static var python: String {
        ProcessInfo.processInfo.environment["HEALTH_WAREHOUSE_PYTHON"]
            ?? root.appending(path: ".build/warehouse/tools/bin/python").path
    }

    /// Starts one, and waits until it listens.
    /// - Throws: ``ServerTrouble``, with the end of its log.
    package static func start() async throws -> EmbeddedClickHouse {
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ServerTrouble.missing("a Python with chdb (\(python))", "run Scripts/warehouse-tools.sh")
        }
        let folder = try ServerFolder("chdb")
        let process = try await ServerProcess.start(
            python, [root.appending(path: "Tests/Warehouse/chdb_server.py").path, folder.url.path],
            log: folder.url.appending(path: "output.log"))
        for _ in 0..<1_200 {
            // The line is complete when its end is there.
            let lines = (try? String(contentsOf: process.log, encoding: .utf8))?.split(
                separator: "\n", omittingEmptySubsequences: false)
            if let lines, lines.count > 1, let port = Int(lines[lines.count - 2]),
                let url = URL(string: "http://127.0.0.1:\(port)")
            {
                return EmbeddedClickHouse(url: url, process: process)
            }
            guard process.isRunning else { throw ServerTrouble.silent("chdb", "has ended", logs: [process.log]) }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw ServerTrouble.silent("chdb", "does not listen after two minutes", logs: [process.log])
    }

    private init(url: URL, process: ServerProcess) {
        self.url = url
        self.process = process
    }
}
