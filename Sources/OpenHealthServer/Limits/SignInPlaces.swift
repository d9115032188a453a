// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The order in which the hashes of sign-ins are computed, one at a time.
///
/// Attempts from this machine come first, then those of the addresses with the fewest failures, in the order of arrival. Each address
/// has a few places, so that many clients elsewhere delay a sign-in but do not prevent it.
final class SignInPlaces: Sendable {
    /// The maximum number of waiting attempts of an address. Behind a proxy that is not trusted, all clients have the loopback
    /// address.
    private static let (maximumForAddress, maximumForLoopback) = (4, 32)
    /// The maximum number of waiting attempts. Beyond it, the last one in the order is refused.
    static let maximumWaiting = 1024

    private struct Place: Comparable {
        var isRemote: Bool
        var failures: Int
        var number: UInt64

        static func < (a: Place, b: Place) -> Bool {
            (a.isRemote ? 1 : 0, a.failures, a.number) < (b.isRemote ? 1 : 0, b.failures, b.number)
        }
    }

    private struct Waiter {
        var place: Place
        var address: ClientAddress
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isBusy = false
        var waiters: [Waiter] = []
        var counts: [ClientAddress: Int] = [:]
        var next: UInt64 = 0
        var arrivals = 0

        mutating func remove(_ index: Int) -> Waiter {
            let waiter = waiters.remove(at: index)
            let left = counts[waiter.address, default: 1] - 1
            counts[waiter.address] = left > 0 ? left : nil
            return waiter
        }
    }

    private let state = Mutex(State())
    private let pool = WorkPool(threads: 1)
    private let noteArrivals: AsyncStream<Int>.Continuation

    /// The latest number of attempts that have waited or were refused since the start.
    let arrivals: AsyncStream<Int>

    init() {
        (arrivals, noteArrivals) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs a closure that computes a hash when it is its turn.
    /// - Parameter failures: The number of failures of the address.
    /// - Throws: A ``SignInFailure`` if there is no place.
    func run<T: Sendable>(
        _ address: ClientAddress, failures: Int, _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        guard await enter(address, failures) else { throw SignInFailure.locked(seconds: 10) }
        defer { leave() }
        return try await pool.run(body)
    }

    private func enter(_ address: ClientAddress, _ failures: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            let refused = state.withLock { state -> (CheckedContinuation<Bool, Never>, Bool)? in
                guard state.isBusy else {
                    state.isBusy = true
                    return (continuation, true)
                }
                state.arrivals += 1
                defer { noteArrivals.yield(state.arrivals) }
                let most = address.isLoopback ? Self.maximumForLoopback : Self.maximumForAddress
                guard state.counts[address, default: 0] < most else {
                    return (continuation, false)
                }
                let place = Place(isRemote: !address.isLoopback, failures: failures, number: state.next)
                state.next += 1
                state.counts[address, default: 0] += 1
                state.waiters.append(Waiter(place: place, address: address, continuation: continuation))
                guard state.waiters.count > Self.maximumWaiting,
                    let last = state.waiters.indices.max(by: { state.waiters[$0].place < state.waiters[$1].place })
                else { return nil }
                return (state.remove(last).continuation, false)
            }
            if let (continuation, isTaken) = refused { continuation.resume(returning: isTaken) }
        }
    }

    private func leave() {
        let next = state.withLock { state -> Waiter? in
            let first = state.waiters.indices.min { state.waiters[$0].place < state.waiters[$1].place }
            state.isBusy = first != nil
            return first.map { state.remove($0) }
        }
        next?.continuation.resume(returning: true)
    }
}
