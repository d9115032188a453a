// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NIOCore
import OpenHealthAPI
import OpenHealthModel
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests that clients elsewhere do not take the owner's place at a sign-in.
@Suite(.timeLimit(.usual)) struct SignInPlacesTests {
    private static func address(_ text: String) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: text, port: 1))
    }

    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }

    /// Runs attempts while the first hash is computed, and returns their order and those that were refused.
    private func order(of attempts: [(name: String, address: String, failures: Int)]) async throws -> (
        run: [String], refused: Set<String>
    ) {
        let (places, order, gate) = (SignInPlaces(), Order(), DispatchSemaphore(value: 0))
        let first = try Self.address("192.0.2.1")
        let (running, begun) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                try await places.run(first, failures: 0) {
                    begun.yield()
                    gate.wait()
                }
                return nil
            }
            for await _ in running { break }
            var refused: Set<String> = []
            var arrivals = places.arrivals.makeAsyncIterator()
            for (number, attempt) in attempts.enumerated() {
                let address = try Self.address(attempt.address)
                group.addTask {
                    do {
                        try await places.run(address, failures: attempt.failures) {
                            order.names.withLock { $0.append(attempt.name) }
                        }
                        return nil
                    } catch is SignInFailure {
                        return attempt.name
                    }
                }
                // The attempts arrive in order, or one is refused.
                while let arrived = await arrivals.next(), arrived <= number {}
            }
            gate.signal()
            for try await name in group { if let name { refused.insert(name) } }
            return (order.names.withLock { $0 }, refused)
        }
    }

    @Test func `attempts from this machine come first, then those with the fewest failures`() async throws {
        var attempts = (0..<60).map { (name: "stranger \($0)", address: "203.0.113.\($0)", failures: 1 + $0 % 3) }
        attempts.append((name: "owner elsewhere", address: "198.51.100.1", failures: 0))
        attempts.append((name: "owner here", address: "127.0.0.1", failures: 2))
        let (run, refused) = try await order(of: attempts)
        #expect(run.prefix(2) == ["owner here", "owner elsewhere"])
        #expect(run.count == 62 && refused.isEmpty)
        let strangers = run.dropFirst(2)
        #expect(strangers.prefix(20).allSatisfy { name in attempts.first { $0.name == name }?.failures == 1 })
    }

    @Test func `an address and an IPv6 network have a few places`() async throws {
        let attempts =
            (0..<10).map { (name: "four \($0)", address: "203.0.113.9", failures: 0) }
            + (0..<10).map { (name: "six \($0)", address: "2001:db8::\($0 + 1)", failures: 0) }
            + (0..<3).map { (name: "other \($0)", address: "2001:db8:0:\($0 + 1)::1", failures: 0) }
        let (run, refused) = try await order(of: attempts)
        #expect(run.count(where: { $0.hasPrefix("four") }) == 4)
        #expect(run.count(where: { $0.hasPrefix("six") }) == 4)
        #expect(run.count(where: { $0.hasPrefix("other") }) == 3)
        #expect(refused.count == 12)
    }

    @Test func `beyond the maximum, the last in the order is refused`() async throws {
        let attempts =
            (0...SignInPlaces.maximumWaiting).map { number in
                (name: "\(number)", address: "10.0.\(number / 256).\(number % 256)", failures: number == 7 ? 5 : 1)
            } + [(name: "owner", address: "198.51.100.1", failures: 0)]
        let (run, refused) = try await order(of: attempts)
        #expect(run.first == "owner")
        #expect(refused == ["7", "\(SignInPlaces.maximumWaiting)"])
    }

    @Test func `a new browser of the owner signs in while many addresses guess`() async throws {
        try await OwnedDaemon.with({ configuration in
            configuration.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        }) { daemon in
            let owner = daemon.services.owner
            let gate = DispatchSemaphore(value: 0)
            let (running, begun) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await owner.places.run(try Self.address("192.0.2.1"), failures: 0) {
                        begun.yield()
                        gate.wait()
                    }
                }
                for await _ in running { break }
                for number in 0..<80 {
                    let address = "203.0.113.\(number)"
                    let attempt = SignInAttempt(
                        passphrase: "wrong one", code: nil, client: .address(try Self.address(address)),
                        address: address, agent: "", replaced: [])
                    group.addTask {
                        await #expect(throws: SignInFailure.wrong) { _ = try await owner.signIn(attempt) }
                    }
                }
                var arrivals = owner.places.arrivals.makeAsyncIterator()
                while let arrived = await arrivals.next(), arrived < 80 {}
                async let status = daemon.send(
                    "POST", "/v1/owner/session",
                    json: JSONValue.object([("passphrase", .string(OwnedDaemon.passphrase))]).text,
                    headers: [("X-Forwarded-For", "198.51.100.1")]
                ).status
                while let arrived = await arrivals.next(), arrived < 81 {}
                gate.signal()
                #expect(try await status == 200)
                try await group.waitForAll()
            }
        }
    }
}
