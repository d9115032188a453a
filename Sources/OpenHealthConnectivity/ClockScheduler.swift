// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim
import OpenHealthModel

/// A scheduler with the time of a clock, whose actions run on the global queue.
package struct ClockScheduler: Scheduler {
    #if canImport(Combine)
        package typealias Queue = DispatchQueue
    #else
        package typealias Queue = DispatchQueue.OCombine
    #endif
    package typealias SchedulerTimeType = Queue.SchedulerTimeType
    package typealias SchedulerOptions = Never

    private let clock: AnyClock

    package init(_ clock: AnyClock) {
        self.clock = clock
    }

    package var now: SchedulerTimeType {
        // A time of zero means the present.
        let start = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
        return start.advanced(by: .seconds(clock.now.offset / .seconds(1)))
    }

    package var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

    package func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Guarded(action)
        DispatchQueue.global().async { action.withLock { $0 }() }
    }

    package func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        let end = clock.now + .nanoseconds(max(0, now.distance(to: date).magnitude))
        let action = Guarded(action)
        Task { [clock] in
            guard (try? await clock.sleep(until: end)) != nil else { return }
            DispatchQueue.global().async { action.withLock { $0 }() }
        }
    }

    package func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let first = clock.now + .nanoseconds(max(0, now.distance(to: date).magnitude))
        let pause = Duration.nanoseconds(max(1, interval.magnitude))
        let action = Guarded(action)
        let task = Task { [clock] in
            var end = first
            while (try? await clock.sleep(until: end)) != nil {
                DispatchQueue.global().async { action.withLock { $0 }() }
                end = end + pause
            }
        }
        return AnyCancellable { task.cancel() }
    }
}
