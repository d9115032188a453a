// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// An external event while the program runs.
enum TerminalEvent: Sendable {
    case typed([UInt8])
    case resized

    /// The system requests that the program end.
    case stopped
}

/// Standard input and signals as one stream, which ends with standard input.
enum TerminalEvents {
    static func stream() -> AsyncStream<TerminalEvent> {
        AsyncStream { continuation in
            let sources = [SIGINT, SIGTERM, SIGHUP, SIGWINCH].map { number -> any DispatchSourceSignal in
                // The default action would end the program before it restores the terminal.
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
                source.setEventHandler { continuation.yield(number == SIGWINCH ? .resized : .stopped) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
            }
            // A thread, since a read blocks, and since it reads files and pipes in the same way.
            Thread.detachNewThread {
                var buffer = [UInt8](repeating: 0, count: 1024)
                while true {
                    let count = read(STDIN_FILENO, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    continuation.yield(.typed(Array(buffer[..<count])))
                }
                continuation.finish()
            }
        }
    }
}
