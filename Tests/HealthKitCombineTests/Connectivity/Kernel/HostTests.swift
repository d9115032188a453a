// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    @testable import OpenHealthConnectivity
    import OpenCombineShim
    import OpenHealthModel
    import OpenHealthTestBasics
    import Testing

    extension KernelTests {
        @Suite("A server on loopback")
        struct HostTests {
            /// Pauses that do not end during a test, so that every event has another cause.
            static let patient = Connectivity.Timing(pauses: .seconds(10_000)...(.seconds(10_000)))

            let clock = ManualClock()
            let log = StatusLog()

            /// Waits until a thread waits for a duration, and advances the clock by it.
            private func pass(_ duration: Duration) async {
                await clock.waitForSleeper(of: duration)
                clock.advance(by: duration)
            }

            @Test("The server stops and returns", arguments: ["127.0.0.1", "localhost"])
            func stopsAndComesBack(host: String) async throws {
                var server = try TestServer()
                let port = server.port
                let connectivity = Connectivity(host: host, port: port, timing: Self.patient, clock: clock)
                #expect(connectivity.status == nil)
                connectivity.subscribe(log)
                defer { log.cancel() }
                for round in 0..<3 {
                    await log.wait(count: 2 * round + 1)
                    #expect(connectivity.status == .online)
                    server.stop()
                    // Only the first end is followed by an attempt without a pause.
                    if round > 0 { await pass(.seconds(10_000)) }
                    await log.wait(count: 2 * round + 2)
                    #expect(connectivity.status == .offline)
                    #expect(server.acceptedCount < 4, "no storm")
                    server = try TestServer(port: port)
                    await pass(.seconds(10_000))
                }
                await log.wait(count: 7)
                #expect(log.statuses == [.online, .offline, .online, .offline, .online, .offline, .online])
                server.stop()
            }

            @Test("IPv6")
            func version6() async throws {
                let server = try TestServer(address: "::1")
                let connectivity = Connectivity(host: "::1", port: server.port, timing: Self.patient, clock: clock)
                connectivity.subscribe(log)
                await log.wait(count: 1)
                server.stop()
                await log.wait(count: 2)
                #expect(log.statuses == [.online, .offline])
                log.cancel()
            }

            @Test("A closed port and an unknown host name")
            func neverThere() async throws {
                let server = try TestServer()
                server.stop()
                let long = String(repeating: "a", count: 64)
                for host in ["127.0.0.1", "::1", "\(long).invalid", "not a name", ""] {
                    let log = StatusLog()
                    let connectivity = Connectivity(host: host, port: server.port, timing: Self.patient, clock: clock)
                    connectivity.subscribe(log)
                    #expect(await log.wait(count: 1) == [.offline], "\(host)")
                    log.cancel()
                }
            }

            @Test("A server that accepts and closes stays online, and is tried at growing pauses only")
            func closes() async throws {
                let server = try TestServer(.close)
                let connectivity = Connectivity(
                    host: "127.0.0.1", port: server.port,
                    timing: .init(pauses: .milliseconds(100)...(.milliseconds(400))), clock: clock)
                connectivity.subscribe(log)
                // There is no pause after the first end.
                await server.wait(count: 2)
                for (number, pause) in zip(3..., [100, 200, 400, 400]) {
                    #expect(server.acceptedCount == number - 1)
                    await pass(.milliseconds(pause))
                    await server.wait(count: number)
                }
                log.cancel()
                #expect(log.statuses == [.online])
                server.stop()
            }

            @Test("A server that sends unprompted: its data is not read, and its end is noticed")
            func talkative() async throws {
                let server = try TestServer(.response { _ in [UInt8](repeating: 7, count: 100_000) })
                let connectivity = Connectivity(
                    host: "127.0.0.1", port: server.port, timing: Self.patient, clock: clock)
                connectivity.subscribe(log)
                await log.wait(count: 1)
                server.stop()
                await log.wait(count: 2)
                #expect(log.statuses == [.online, .offline])
                log.cancel()
            }

            @Test("A server that does not answer in time is offline")
            func ignores() async throws {
                let server = try TestServer(.ignore)
                // The kernel accepts a few connections itself, and then no more.
                let timing = Connectivity.Timing(
                    pauses: .seconds(10_000)...(.seconds(10_000)), connecting: .seconds(2))
                // The time limit passes for each attempt that waits for a result.
                let passing = Task { [clock] in
                    while !Task.isCancelled {
                        await clock.waitForSleeper(of: .seconds(2))
                        clock.advance(by: .seconds(2))
                    }
                }
                defer { passing.cancel() }
                var others: [Connectivity] = []
                var logs: [StatusLog] = []
                while logs.last?.statuses != [.offline] {
                    others.append(Connectivity(host: "127.0.0.1", port: server.port, timing: timing, clock: clock))
                    logs.append(StatusLog())
                    others[others.count - 1].subscribe(logs[logs.count - 1])
                    await logs[logs.count - 1].wait(count: 1)
                    try #require(logs.count < 10)
                }
                #expect(logs.count > 1)
                for log in logs { log.cancel() }
                server.stop()
            }

            @Test("A check connects again, with and without subscribers")
            func check() async throws {
                let server = try TestServer()
                let connectivity = Connectivity(
                    host: "127.0.0.1", port: server.port, timing: Self.patient, clock: clock)
                #expect(await connectivity.check() == .online)
                #expect(await connectivity.check() == .online)
                await server.wait(count: 2)
                connectivity.subscribe(log)
                await log.wait(count: 1)
                #expect(await connectivity.check() == .online)
                await server.wait(count: 4)
                server.stop()
                #expect(await connectivity.check() == .offline)
                let again = try TestServer(port: server.port)
                #expect(await connectivity.check() == .online, "though the pause is not over")
                #expect(log.statuses.last == .online)
                again.stop()
                log.cancel()
                #expect(await connectivity.check() == .offline)
            }

            /// The pause after the end of a connection must not delay a check that the thread receives together with the end.
            @Test("A check at the end of a connection does not wait for the pause")
            func checkAtTheEnd() async throws {
                var server = try TestServer()
                let port = server.port
                let source = HostSource(
                    host: "127.0.0.1", port: port, timing: Self.patient, clock: AnyClock(clock))
                let watch = HostWatch(source)
                let statuses = EventLog<Connectivity.Status>()
                let isFollowing = DispatchSemaphore(value: 0)
                watch.start { status in
                    statuses.note(status)
                    // The thread does not continue until the connection has ended and the check is requested.
                    if statuses.events.count == 3 { isFollowing.wait() }
                }
                await statuses.wait { $0 == [.online] }
                // The first end has no pause.
                server.stop()
                await statuses.wait { $0 == [.online, .offline] }
                server = try TestServer(port: port)
                watch.check {}
                await statuses.wait { $0 == [.online, .offline, .online] }
                server.stop()
                watch.check {}
                isFollowing.signal()
                await statuses.wait { $0 == [.online, .offline, .online, .offline] }
                watch.stop()
            }

            @Test("Many subscribers share one connection")
            func sharing() async throws {
                let server = try TestServer()
                let connectivity = Connectivity(
                    host: "127.0.0.1", port: server.port, timing: Self.patient, clock: clock)
                let logs = (0..<20).map { _ in StatusLog() }
                for log in logs { connectivity.subscribe(log) }
                for log in logs { await log.wait(count: 1) }
                #expect(server.acceptedCount < 4)
                server.stop()
                for log in logs {
                    await log.wait(count: 2)
                    log.cancel()
                }
            }
        }
    }
#endif
