// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// A scheduler whose time advances only on request.
///
/// Work runs in `advance(by:)` and `advance(to:)` on the calling thread, ordered by its time, and for equal times in the order
/// in which it was scheduled. Immediate work waits at least for `advance(by: .zero)`. Work can be scheduled from any thread,
/// and by other work.
final class VirtualTimeScheduler: Scheduler, @unchecked Sendable {
    // Unchecked because the state is only accessed under the lock, and the work runs on the thread that advances the time.

    typealias SchedulerOptions = Never

    private struct Work {
        let id: Int
        var due: SchedulerTimeType
        let interval: SchedulerTimeType.Stride?
        let action: () -> Void
    }

    private let lock = NSLock()
    private var time = SchedulerTimeType(nanoseconds: 0)
    private var queue: [Work] = []
    private var nextID = 0

    var now: SchedulerTimeType { lock.withLock { time } }

    var minimumTolerance: SchedulerTimeType.Stride { .zero }

    /// The number of scheduled work items; repeated work counts once.
    var waitingCount: Int { lock.withLock { queue.count } }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        _ = lock.withLock { enqueue(at: time, every: nil, action) }
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        _ = lock.withLock { enqueue(at: date, every: nil, action) }
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let id = lock.withLock { enqueue(at: date, every: interval, action) }
        return AnyCancellable { [weak self] in self?.remove(id) }
    }

    /// Advances the time and runs the due work, each item at its own time.
    func advance(by stride: SchedulerTimeType.Stride) {
        advance(to: now.advanced(by: stride))
    }

    /// Advances the time and runs the due work, each item at its own time.
    func advance(to end: SchedulerTimeType) {
        while let action = next(until: end) { action() }
    }

    private func next(until end: SchedulerTimeType) -> (() -> Void)? {
        lock.withLock {
            guard let index = queue.indices.min(by: { (queue[$0].due, queue[$0].id) < (queue[$1].due, queue[$1].id) }),
                queue[index].due <= end
            else {
                time = max(time, end)
                return nil
            }
            let work = queue[index]
            time = max(time, work.due)
            if let interval = work.interval {
                queue[index].due = work.due.advanced(by: max(interval, .nanoseconds(1)))
            } else {
                queue.remove(at: index)
            }
            return work.action
        }
    }

    private func enqueue(
        at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride?, _ action: @escaping () -> Void
    ) -> Int {
        nextID += 1
        queue.append(Work(id: nextID, due: date, interval: interval, action: action))
        return nextID
    }

    private func remove(_ id: Int) {
        // Removed work is released outside of the lock.
        let removed = lock.withLock { () -> Work? in
            queue.firstIndex { $0.id == id }.map { queue.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}
