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

/// The delays between checks of a store whose file is being written.
///
/// The file is written before the change is visible: the log must be on the disk first, and the index that publishes it is in
/// mapped memory, which causes no event. The store is therefore checked repeatedly after an event, first soon and then less
/// often. The delay grows with the time since the last event, so that a change is reported with a delay that is a small fraction
/// of the time that its writer took. During an import, when there are events but no visible changes, the delay has a limit.
struct LookPace {
    typealias Instant = ContinuousClock.Instant

    /// The minimum delay.
    static let shortest = Duration.milliseconds(1)
    /// The maximum delay during writes.
    static let maximumDelayWhileWriting = Duration.milliseconds(20)
    /// The time after the last event when the checks end.
    static let end = Duration.seconds(4)

    /// The minimum time between events of different writers.
    private static let rest = Duration.milliseconds(50)

    private var first: Instant?
    private var last: Instant?

    /// Whether the store is checked again without an event.
    var isLooking: Bool { first != nil }

    /// Records an event.
    mutating func noteEvent(at now: Instant) {
        if last.map({ now - $0 > Self.rest }) ?? true { first = now }
        last = now
    }

    /// Records that a check has found changes. There can be more changes.
    mutating func noteChange(at now: Instant) {
        if first != nil { first = now }
    }

    /// Returns the delay until the next look; nil to wait for an event.
    mutating func wait(at now: Instant) -> Duration? {
        guard let first, let last else { return nil }
        if now - last > Self.end {
            self.first = nil
            self.last = nil
            return nil
        }
        let writing = min((now - first) / 8, Self.maximumDelayWhileWriting)
        return max(Self.shortest, writing, (now - last) / 8)
    }
}

/// Notifications of writes to a store's file or to its log.
final class FileEvents: Sendable {
    /// The descriptor for `poll`.
    let descriptor: Int32
    private let names: [String]

    #if os(Linux)
        /// Watches the folder of a file, or returns nil if the system doesn't permit it.
        init?(_ file: String) {
            let url = URL(fileURLWithPath: file)
            names = [url.lastPathComponent, url.lastPathComponent + "-wal"]
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            // The folder is watched because the log is created and deleted.
            let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
            guard descriptor >= 0,
                inotify_add_watch(descriptor, url.deletingLastPathComponent().path, mask) >= 0
            else { return nil }
        }

        // The deinitializer also runs if the initializer has failed, so only it closes the descriptor.
        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// Reads the pending events.
        /// - Returns: Whether any of them concerns the store.
        func take() -> Bool {
            var isOurs = false
            let header = MemoryLayout<inotify_event>.size
            withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: MemoryLayout<inotify_event>.alignment) {
                buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count <= 0 { break }
                    var offset = 0
                    while offset + header <= count {
                        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let name = buffer[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
                        // If the event queue has overflowed, the store can be affected.
                        let isUnknown = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                        if isUnknown || names.contains(where: { name.elementsEqual($0.utf8) }) { isOurs = true }
                        offset += header + Int(event.len)
                    }
                }
            }
            return isOurs
        }
    #else
        /// Returns nil, because this system has no events.
        init?(_ file: String) { nil }

        /// Returns false.
        func take() -> Bool { false }
    #endif
}
