// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Synchronization

/// Ends a command at its next check after Ctrl-C or a request to terminate, so that it can remove what it has not completed.
struct Cancellation {
    private static let signal = Atomic<Int32>(0)

    /// Comes into force.
    init() {
        for number in [SIGINT, SIGTERM] {
            Foundation.signal(number) { Cancellation.signal.store($0, ordering: .relaxed) }
        }
    }

    /// Ends the command with the status of the signal, if there was one.
    /// - Throws: the exit code.
    func check() throws {
        let number = Self.signal.load(ordering: .relaxed)
        if number != 0 { throw ExitCode(128 + number) }
    }

    /// Goes out of force.
    func end() {
        for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    }
}
