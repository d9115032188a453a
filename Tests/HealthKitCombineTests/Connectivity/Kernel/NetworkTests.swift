// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    @testable import OpenHealthConnectivity
    import OpenHealthModel
    import OpenCombineShim
    import Testing

    extension KernelTests {
        @Suite(
            "The network in its own namespace",
            .enabled(
                if: NetworkNamespace.obstacle == nil,
                "\(NetworkNamespace.obstacle ?? "")"))
        struct NetworkTests {
            let network: NetworkNamespace
            let connectivity = Connectivity(from: NetworkSource())
            let log = StatusLog()

            init() throws {
                network = try NetworkNamespace()
                try network.ip("link add one type veth peer name other")
                try network.ip("link set other up")
            }

            private func subscribe(_ log: StatusLog, to connectivity: Connectivity? = nil) throws {
                let connectivity = connectivity ?? self.connectivity
                try network.perform { connectivity.subscribe(log) }
            }

            private func end() {
                log.cancel()
                network.close()
            }

            /// Enables the interface with an address and a default route.
            private func raise() throws {
                try network.ip("link set one up")
                try network.ip("address add 10.9.0.1/24 dev one")
                try network.ip("route add default via 10.9.0.2 dev one")
            }

            @Test("An interface goes up, down, and up again")
            func upAndDown() async throws {
                defer { end() }
                try subscribe(log)
                #expect(log.statuses == [.offline], "known at once")
                for round in 1...3 {
                    try raise()
                    await log.wait(count: 2 * round)
                    try network.ip("link set one down")
                    await log.wait(count: 2 * round + 1)
                    try network.ip("address flush dev one")
                }
                #expect(log.statuses == [.offline, .online, .offline, .online, .offline, .online, .offline])
                #expect(try network.perform { connectivity.status } == .offline)
                #expect(try network.perform { Connectivity(from: NetworkSource()).status } == .offline)
            }

            @Test("The initial state counts")
            func initial() throws {
                defer { end() }
                try raise()
                #expect(try network.perform { connectivity.status } == .online)
                try subscribe(log)
                #expect(log.statuses == [.online])
            }

            @Test("The route disappears and returns while the interface stays")
            func route() async throws {
                defer { end() }
                try raise()
                try subscribe(log)
                for round in 1...3 {
                    try network.ip("route del default")
                    await log.wait(count: 2 * round)
                    try network.ip("route add default via 10.9.0.2 dev one")
                    await log.wait(count: 2 * round + 1)
                }
                #expect(log.statuses == [.online, .offline, .online, .offline, .online, .offline, .online])
            }

            @Test("Removing an address removes its routes without an announcement")
            func address() async throws {
                defer { end() }
                try raise()
                try network.ip("link add second type veth peer name third")
                try network.ip("link set second up")
                try network.ip("address add 10.8.0.1/24 dev second")
                try subscribe(log)
                try network.ip("address del 10.9.0.1/24 dev one")
                await log.wait(last: .offline)
                #expect(log.statuses == [.online, .offline])
            }

            @Test("The carrier is lost and returns at the other end of the cable")
            func carrier() async throws {
                defer { end() }
                try raise()
                try subscribe(log)
                try network.ip("link set other down")
                await log.wait(count: 2)
                try network.ip("link set other up")
                await log.wait(count: 3)
                #expect(log.statuses == [.online, .offline, .online])
            }

            @Test("IPv6: a default route counts once an address has been verified")
            func version6() async throws {
                defer { end() }
                try network.ip("link set one up")
                try subscribe(log)
                try network.ip("-6 route add default via fe80::1 dev one")
                #expect(await network.settled(connectivity) == .offline, "a link-local address is not enough")
                try network.ip("-6 address add fd00:9::1/64 dev one nodad")
                await log.wait(count: 2)
                try network.ip("-6 route del default")
                await log.wait(count: 3)
                #expect(log.statuses == [.offline, .online, .offline])
            }

            @Test("Routes to some networks, rejecting routes and loopback routes do not count")
            func others() async throws {
                defer { end() }
                try network.ip("link set one up")
                try network.ip("address add 10.9.0.1/24 dev one")
                try subscribe(log)
                let routes = [
                    "route add 0.0.0.0/1 via 10.9.0.2 dev one", "route add 10.0.0.0/8 via 10.9.0.2 dev one",
                    "route add unreachable default", "route add blackhole default table 7",
                    "-6 route add unreachable default",
                    "route add local default dev lo table 9", "route add default dev lo table 10",
                ]
                for route in routes {
                    try network.ip(route)
                    #expect(await network.settled(connectivity) == .offline, "\(route)")
                }
                try network.ip("route add default via 10.9.0.2 dev one table 100")
                await log.wait(last: .online)
                #expect(log.statuses == [.offline, .online], "any table but the kernel's own")
            }

            @Test("Several next hops: one is sufficient")
            func nextHops() async throws {
                defer { end() }
                try network.ip("link set one up")
                try network.ip("address add 10.9.0.1/24 dev one")
                try network.ip("link add second type veth peer name third")
                try network.ip("link set third up")
                try network.ip("link set second up")
                try network.ip("address add 10.8.0.1/24 dev second")
                try network.ip("route add default nexthop via 10.9.0.2 dev one nexthop via 10.8.0.2 dev second")
                try subscribe(log)
                try network.ip("link set third down")
                #expect(await network.settled(connectivity) == .online)
                try network.ip("link set other down")
                await log.wait(count: 2)
                try network.ip("link set third up")
                await log.wait(count: 3)
                #expect(log.statuses == [.online, .offline, .online])
            }

            @Test("Thousands of changes overflow the announcement buffer", arguments: [nil, Int32(1)])
            func swarm(bufferSize: Int32?) async throws {
                defer { end() }
                // While the first online status is blocked here, the watching thread does not read. The flag is cleared here, and not
                // by the test, which could do so between the call and the read of the flag.
                let gate = DispatchSemaphore(value: 0)
                let blocks = Guarded(true)
                let log = StatusLog { status in
                    guard status == .online else { return }
                    let isFirst = blocks.withLock { blocks in
                        defer { blocks = false }
                        return blocks
                    }
                    if isFirst { gate.wait() }
                }
                let connectivity = Connectivity(from: NetworkSource(bufferSize: bufferSize))
                try subscribe(log, to: connectivity)
                try raise()
                await log.waitUntilCalled()
                var changes: [String] = []
                for index in 0..<1500 {
                    changes.append("route replace 10.\(index / 250 + 20).\(index % 250).0/24 via 10.9.0.2 dev one")
                    changes.append(index.isMultiple(of: 2) ? "route del default" : "route add default via 10.9.0.2")
                }
                changes.append("route del default")
                // Shows that the buffer is as small as the test requires.
                let witness = try network.perform {
                    try #require(NetlinkSocket(groups: NetworkChanges.groups, bufferSize: bufferSize))
                }
                try network.batch(changes)
                if bufferSize != nil {
                    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 4) { buffer in
                        guard case .loss = witness.receive(into: buffer, waits: false) else {
                            Issue.record("nothing was lost")
                            return
                        }
                    }
                }
                gate.signal()
                await log.wait(last: .offline)
                #expect(await network.settled(connectivity) == .offline)
                #expect(log.statuses == [.offline, .online, .offline], "what lay between is gone")
                log.cancel()
            }

            @Test("A check sees earlier changes")
            func check() async throws {
                defer { end() }
                try subscribe(log)
                for _ in 0..<20 {
                    try raise()
                    #expect(await connectivity.check() == .online)
                    try network.ip("link set one down")
                    #expect(await connectivity.check() == .offline)
                    try network.ip("address flush dev one")
                }
            }

            @Test("Announcements without a change are ignored")
            func news() throws {
                defer { end() }
                let (socket, all) = try network.perform {
                    (
                        try #require(NetlinkSocket(groups: NetworkChanges.groups)),
                        NetworkChanges(includesAllRoutes: true)
                    )
                }
                var defaults = NetworkChanges(includesAllRoutes: false)
                var news = all
                func hear(_ commands: String...) throws -> [Bool] {
                    for command in commands { try network.ip(command) }
                    // The messages are copied for the two readers, because a socket's messages can be read only once.
                    var heard: [[UInt8]] = []
                    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 4) { buffer in
                        while case .messages(let count) = socket.receive(into: buffer, waits: false) {
                            heard.append(Array(buffer[..<count]))
                        }
                    }
                    var result = [false, false]
                    for bytes in heard {
                        bytes.withUnsafeBytes {
                            NetlinkMessage.each(in: $0) {
                                if news.take($0) { result[0] = true }
                                if defaults.take($0) { result[1] = true }
                            }
                        }
                    }
                    return result
                }
                #expect(try hear("link set one up") == [true, true])
                #expect(try hear("address add 10.9.0.1/24 dev one") == [true, true])
                #expect(try hear("route add 10.7.0.0/16 via 10.9.0.2") == [true, false])
                #expect(try hear("route add default via 10.9.0.2") == [true, true])
                #expect(try hear("link set one alias nothing-new") == [false, false])
                #expect(
                    try hear("address change 10.9.0.1/24 dev one valid_lft 1000 preferred_lft 900") == [true, true])
                #expect(
                    try hear("address change 10.9.0.1/24 dev one valid_lft 2000 preferred_lft 1900") == [false, false])
                #expect(try hear("link set one down") == [true, true])
            }

            @Test("A subscriber leaves while the network changes")
            func leaving() async throws {
                defer { end() }
                for _ in 0..<50 {
                    let log = StatusLog()
                    try subscribe(log)
                    try network.ip("link set one up")
                    log.cancel()
                    try network.ip("link set one down")
                }
            }
        }
    }

    extension NetworkNamespace {
        /// Returns the status after all previous events.
        func settled(_ connectivity: Connectivity) async -> Connectivity.Status { await connectivity.check() }
    }
#endif
