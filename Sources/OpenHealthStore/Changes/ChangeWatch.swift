// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// A thread that looks for changes when there is reason to: this instance has written, or the file has been written to.
///
/// A thread of its own and not a queue: queues share threads, and all of those may be waiting for the store.
final class ChangeWatch: Sendable {
    /// The result of a look.
    enum Finding {
        case changes, nothing, failure
    }

    /// Where to look.
    let source: ChangeSource
    private let signal = WakeSignal()
    private let isStopped = Mutex(false)

    /// How often to look without a reason: a system that loses an event, or a file system that has none to tell.
    private let safety: Duration
    /// How often to look where the system tells nothing about files.
    private static let withoutEvents = Duration.milliseconds(50)

    init(_ source: ChangeSource, safety: Duration = .seconds(2)) {
        self.source = source
        self.safety = safety
    }

    /// Begins to look.
    func start(_ look: @escaping @Sendable () -> Finding) {
        let thread = Thread { [self] in run(look) }
        thread.name = "health changes"
        thread.start()
    }

    /// Looks soon.
    func wake() { signal.send() }

    /// Ends; a look that is under way goes on.
    func stop() {
        isStopped.withLock { $0 = true }
        signal.send()
    }

    private func run(_ look: () -> Finding) {
        let events = source.file.flatMap(FileEvents.init)
        let clock = ContinuousClock()
        var pace = LookPace()
        var isWriting = false
        while !isStopped.withLock({ $0 }) {
            switch look() {
            case .changes: pace.noteChange(at: clock.now)
            case .nothing: break
            // It may pass; where it does not, the looks become rare.
            case .failure: if !pace.isLooking { pace.noteEvent(at: clock.now) }
            }
            let pause = pace.wait(at: clock.now)
            let idle = source.file.map { _ in events == nil ? Self.withoutEvents : safety }
            let end = (pause ?? idle).map { clock.now + $0 }
            // While they come one after the other, events are taken after the pause: the thousands of an import must not
            // wake us one by one.
            let awaited = pause != nil && isWriting ? nil : events
            var isDue: Bool
            repeat {
                isDue = wait(end.map { $0 - clock.now }, for: awaited)
                isWriting = events?.take() ?? false
                // What happens to other files of the folder is no reason to look.
            } while !isDue && !isWriting
            if isWriting { pace.noteEvent(at: clock.now) }
        }
    }

    /// Waits until it is woken, something happens in the folder of the file, or the time is over.
    /// - Returns: whether it is time to look, whatever has happened in the folder.
    private func wait(_ time: Duration?, for events: FileEvents?) -> Bool {
        var entries = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
        if let events { entries.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)) }
        // A process out of descriptors cannot be woken.
        let time = signal.descriptor < 0 ? min(time ?? Self.withoutEvents, Self.withoutEvents) : time
        // checked: pauses are at most minutes
        let milliseconds = time.map { max(0, Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up)))) } ?? -1
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        let isWoken = entries[0].revents != 0
        // Only what has been seen is forgotten: who wakes us between the two lines is heard the next time.
        if isWoken { signal.clear() }
        return count <= 0 || isWoken
    }
}
