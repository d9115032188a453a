// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// A handler of the signals that end the process: SIGTERM, and SIGINT, which is Ctrl-C.
final class StopSignals {
    private let queue = DispatchQueue(label: "health.signals")
    private let sources: [any DispatchSourceSignal]

    /// Begins to handle the signals.
    /// - Parameter handler: A closure that is called with the number of the signal and the count of signals so far, on a separate
    ///   queue.
    init(_ handler: @escaping @Sendable (_ signal: Int32, _ count: Int) -> Void) {
        let count = Counter()
        sources = [SIGTERM, SIGINT].map { [queue] number in
            // Otherwise the kernel ends the process before the handler runs.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count.value += 1
                handler(number, count.value)
            }
            source.activate()
            return source
        }
    }

    /// Stops handling the signals, which end the process again.
    func end() {
        for source in sources { source.cancel() }
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    }

    // Unchecked because it is used only on the queue of the signals.
    private final class Counter: @unchecked Sendable {
        var value = 0
    }
}
