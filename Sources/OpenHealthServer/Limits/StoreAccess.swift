// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore

/// The threads on which requests use the store. Apps and the owner have separate threads, so that apps do not delay a sign-in or
/// a page. Each app uses a few threads at a time, and has a time limit for each request.
final class StoreAccess: Sendable {
    /// The threads for the owner and the server itself: for reads, and for writes, which may wait for an import.
    let owner = (reading: WorkPool(threads: 6), writing: WorkPool(threads: 3))
    /// The threads for apps. Pushes wait for the end of an import, and writes of other apps need threads meanwhile.
    let apps = (reading: WorkPool(threads: ReadersOfApps.threads), writing: WorkPool(threads: 8))
    let reads: Turns
    let writes: Turns
    private let limits: HealthDaemon.Limits
    private let clock: AnyClock

    /// The maximum number of buckets of statistics for an app, including those of the sources: the hours of eleven years. They are in memory
    /// until the app has read them.
    static let bucketsForApps = 100_000

    private enum ReadersOfApps {
        /// More threads than the store allows concurrent reads, because small reads are short.
        static let threads = 8
    }

    init(_ limits: HealthDaemon.Limits, clock: AnyClock) {
        self.limits = limits
        self.clock = clock
        let waiting = limits.waitingRequestsPerApp
        reads = Turns(most: .max, maximumForOne: limits.readsPerApp, maximumWaiting: waiting, clock: clock)
        writes = Turns(most: .max, maximumForOne: limits.writesPerApp, maximumWaiting: waiting, clock: clock)
    }

    /// The number of calls of apps that run or wait for a thread.
    var callsOfApps: Int { apps.reading.count + apps.writing.count }

    /// The number of calls of apps that wait because the app has too many calls in progress.
    var waitingCallsOfApps: Int { reads.waiting + writes.waiting }

    /// Runs a closure for the owner or for the pages, which belong to the owner. Reads have a time limit.
    func runForOwner<T: Sendable>(
        onlyReads: Bool, _ request: RequestWork, _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let work = StoreWork(seconds: onlyReads ? request.secondsLeft(of: limits.querySeconds) : nil, clock: clock)
        return try await request.using(work, clock: clock) {
            try await (onlyReads ? owner.reading : owner.writing).run { try work.run(body) }
        }
    }

    /// Runs a closure for an app.
    /// - Parameter holding: A closure that is called during the app's turn, before it uses a thread; the memory that it returns is held
    ///   until the end of the turn.
    /// - Throws: A ``Problem``, `unavailable`, if the app has too many waiting requests.
    func run<T: Sendable>(
        for app: String, onlyReads: Bool, _ request: RequestWork,
        holding: @escaping @Sendable () async throws -> HeldMemory? = { nil },
        _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let seconds = request.secondsLeft(of: onlyReads ? limits.querySeconds : limits.changeSeconds)
        let work = StoreWork(
            isShared: true, isChange: !onlyReads, seconds: seconds, maximumBuckets: Self.bucketsForApps, clock: clock)
        let turns = onlyReads ? reads : writes
        return try await request.using(work, clock: clock) {
            switch await turns.take(1, for: app, patience: .seconds(seconds)) {
            case .taken: break
            case .full:
                throw Problem(
                    .unavailable, "The app has too many waiting requests. Send fewer at a time.",
                    retryAfter: 5)
            case .late:
                throw Problem(
                    .unavailable, "The app's other requests took too long. Send fewer at a time.", retryAfter: 5)
            }
            defer { turns.give(1, of: app) }
            let held = try await holding()
            defer { withExtendedLifetime(held) {} }
            return try await (onlyReads ? apps.reading : apps.writing).run { try work.run(body) }
        }
    }
}
