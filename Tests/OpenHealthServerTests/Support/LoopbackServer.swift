// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

/// An HTTP server of a test on a free port of loopback.
enum LoopbackServer {
    /// Runs a router for the duration of a closure, which receives the address without a slash at its end.
    static func with(
        _ router: Router<BasicRequestContext>, _ body: (_ address: String) async throws -> Void
    ) async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            try await body("http://127.0.0.1:\(port)")
            group.cancelAll()
        }
    }
}
