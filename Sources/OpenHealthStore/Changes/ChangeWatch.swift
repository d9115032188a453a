// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// A thread that checks for changes after this instance or another process has written.
///
/// It isn't a dispatch queue, because queues share threads, all of which can be waiting for the store.
final class ChangeWatch: Sendable {
    /// The result of a check.
    enum Finding {
        case changes, nothing, failure
    }

    /// The source of the changes.
    let source: ChangeSource
    private let signal = WakeSignal()
    private let isStopped = Mutex(false)

    /// The interval of checks without events, for file systems without events and lost events.
    private let safety: Duration
    /// The interval of checks if the system provides no file events.
    private static let withoutEvents = Duration.milliseconds(50)

    init(_ source: ChangeSource, safety: Duration = .seconds(2)) {
        self.source = source
        self.safety = safety
    }

    /// Starts the checks.
    func start(_ look: @escaping @Sendable () -> Finding) {
        let thread = Thread { [self] in run(look) }
        thread.name = "health changes"
        thread.start()
    }

    /// Triggers a check.
    func wake() { signal.send() }

    /// Ends the checks; a check in progress continues.
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
            // The failure can be temporary; if not, the checks become less frequent.
            case .failure: if !pace.isLooking { pace.noteEvent(at: clock.now) }
            }
            let pause = pace.wait(at: clock.now)
            let idle = source.file.map { _ in events == nil ? Self.withoutEvents : safety }
            let end = (pause ?? idle).map { clock.now + $0 }
            // During consecutive writes, events are read after the pause, so that the thousands of events of an import don't wake
            // the thread each time.
            let awaited = pause != nil && isWriting ? nil : events
            var isDue: Bool
            repeat {
                isDue = wait(end.map { $0 - clock.now }, for: awaited)
                isWriting = events?.take() ?? false
                // Events of other files in the folder don't require a check.
            } while !isDue && !isWriting
            if isWriting { pace.noteEvent(at: clock.now) }
        }
    }

    /// Waits for a signal, an event in the folder of the file, or the end of the time.
    /// - Returns: Whether a check is due regardless of the events in the folder.
    private func wait(_ time: Duration?, for events: FileEvents?) -> Bool {
        var entries = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
        if let events { entries.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)) }
        // Without a descriptor for the signal, the thread can't be woken.
        let time = signal.descriptor < 0 ? min(time ?? Self.withoutEvents, Self.withoutEvents) : time
        // checked: pauses are at most minutes
        let milliseconds = time.map { max(0, Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up)))) } ?? -1
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        let isWoken = entries[0].revents != 0
        // Only a signal that was seen is cleared; a signal between the two lines is handled the next time.
        if isWoken { signal.clear() }
        return count <= 0 || isWoken
    }
}
