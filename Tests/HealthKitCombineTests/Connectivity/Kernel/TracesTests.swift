// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import HealthKitCombine
    @testable import OpenHealthConnectivity
    import ProcessTestSupport
    import Testing

    extension KernelTests {
        @Suite("Released resources")
        struct TracesTests {
            /// The resources of a process. They are counted in separate processes, in which no other test uses them.
            struct Traces {
                var threads = 0
                var sockets = 0
                var pipes = 0

                /// Whether there are no additional resources.
                func isCovered(by before: Traces) -> Bool {
                    threads <= before.threads && sockets <= before.sockets && pipes <= before.pipes
                }

                static func now() -> Traces {
                    let files = FileManager.default
                    var traces = Traces()
                    for thread in (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
                        let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
                        if name == "connectivity\n" { traces.threads += 1 }
                    }
                    for file in (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
                        let target = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")) ?? ""
                        if target.hasPrefix("socket:") { traces.sockets += 1 }
                        if target.hasPrefix("pipe:") { traces.pipes += 1 }
                    }
                    return traces
                }
            }

            static let rounds = 100

            /// Waits for a condition of the process, which sends no notification.
            static func waitUntil(_ isMet: () -> Bool) async throws {
                let _: Bool? = try await poll(every: .milliseconds(1)) { isMet() ? true : nil }
            }

            static func compare(_ body: (Int) async throws -> Void) async throws {
                let before = Traces.now()
                for round in 0..<rounds { try await body(round) }
                var now = before
                try await waitUntil {
                    now = .now()
                    return now.isCovered(by: before)
                }
                #expect(now.isCovered(by: before))
            }

            @Test("A network connectivity releases its resources")
            func network() async {
                await #expect(processExitsWith: .success) {
                    let connectivity = Connectivity(from: NetworkSource())
                    try await TracesTests.compare { round in
                        let logs = (0..<3).map { _ in StatusLog() }
                        for log in logs { connectivity.subscribe(log) }
                        #expect(logs.allSatisfy { $0.statuses.count == 1 })
                        if round.isMultiple(of: 10) {
                            try await TracesTests.waitUntil { Traces.now().threads > 0 }
                            _ = await connectivity.check()
                        }
                        for log in logs { log.cancel() }
                        _ = connectivity.status
                    }
                }
            }

            @Test("A server connectivity releases its resources in each state")
            func host() async {
                await #expect(processExitsWith: .success) {
                    try await TracesTests.compare { round in
                        let server = try TestServer()
                        // In every second round, no server listens.
                        if !round.isMultiple(of: 2) { server.stop() }
                        let host = round.isMultiple(of: 2) ? "127.0.0.1" : "localhost"
                        let connectivity = Connectivity(host: host, port: server.port)
                        let log = StatusLog()
                        connectivity.subscribe(log)
                        // Every third subscriber cancels before the first status.
                        if !round.isMultiple(of: 3) { await log.wait(count: 1) }
                        log.cancel()
                        // The server's side of the connection is a socket as well.
                        server.stop()
                    }
                }
            }

            @Test("A connectivity without references continues for its subscribers")
            func unheld() async throws {
                let server = try TestServer()
                let log = StatusLog()
                Connectivity(host: "127.0.0.1", port: server.port).subscribe(log)
                await log.wait(count: 1)
                server.stop()
                await log.wait(count: 2)
                log.cancel()
                weak var gone: Connectivity?
                do {
                    let connectivity = Connectivity(host: "127.0.0.1", port: server.port)
                    gone = connectivity
                    connectivity.subscribe(log)
                    await log.wait(count: 3)
                    log.cancel()
                }
                try await TracesTests.waitUntil { gone == nil }
                #expect(gone == nil)
            }
        }
    }
#endif
