// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    @testable import OpenHealthConnectivity
    import OpenCombineShim
    import OpenHealthTestBasics
    import Testing

    extension KernelTests {
        @Suite(
            "A server beyond a changing network",
            .enabled(if: NetworkNamespace.obstacle == nil, "\(NetworkNamespace.obstacle ?? "")"))
        struct HostNetworkTests {
            let here: NetworkNamespace
            let there: NetworkNamespace
            let log = StatusLog()

            init() throws {
                here = try NetworkNamespace()
                there = try NetworkNamespace()
                // Both ends of the pair are created here, and one is moved to the namespace of the other thread.
                let place = try there.perform {
                    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
                }
                let thread = place.split(separator: "/").last ?? ""
                try here.ip("link add near type veth peer name far netns \(thread)")
                // IPv6 is disabled, because the kernel's address verification would cause additional events.
                try here.ip("link set near addrgenmode none up")
                try there.ip("link set far up")
                try there.ip("address add 10.9.0.2/24 dev far")
            }

            private func end() {
                log.cancel()
                here.close()
                there.close()
            }

            @Test("A change announced by the kernel leads to an attempt before the pause ends")
            func news() async throws {
                defer { end() }
                let server = try there.perform { try TestServer(address: "10.9.0.2") }
                let clock = ManualClock()
                let connectivity = Connectivity(
                    host: "10.9.0.2", port: server.port,
                    timing: .init(pauses: .milliseconds(1)...(.seconds(10_000))), clock: clock)
                // Only the shortest pause passes, which separates the attempts after a burst of announcements.
                let passing = Task {
                    while !Task.isCancelled {
                        await clock.waitForSleeper(of: .milliseconds(1))
                        clock.advance(by: .milliseconds(1))
                    }
                }
                defer { passing.cancel() }
                try here.perform { connectivity.subscribe(log) }
                await log.wait(count: 1)
                for round in 1...3 {
                    try here.ip("address add 10.9.0.1/24 dev near")
                    await log.wait(count: 2 * round)
                    try here.ip("address del 10.9.0.1/24 dev near")
                    await log.wait(count: 2 * round + 1)
                }
                #expect(log.statuses == [.offline, .online, .offline, .online, .offline, .online, .offline])
                server.stop()
            }

            @Test("A machine that becomes silent is detected without an announcement")
            func silence() async throws {
                defer { end() }
                try here.ip("address add 10.9.0.1/24 dev near")
                let server = try there.perform { try TestServer(address: "10.9.0.2") }
                let clock = ManualClock()
                let connectivity = Connectivity(
                    host: "10.9.0.2", port: server.port,
                    timing: .init(connecting: .seconds(5), silence: .seconds(4)), clock: clock)
                try here.perform { connectivity.subscribe(log) }
                await log.wait(count: 1)
                try there.ip("address del 10.9.0.2/24 dev far")
                // The kernel notices the silence; the attempt after it has no result and reaches its time limit.
                let passing = Task {
                    while !Task.isCancelled {
                        await clock.waitForSleeper(of: .seconds(5))
                        clock.advance(by: .seconds(5))
                    }
                }
                defer { passing.cancel() }
                await log.wait(count: 2)
                #expect(log.statuses == [.online, .offline])
                server.stop()
            }
        }
    }
#endif
