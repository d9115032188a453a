// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A child of this process. It is killed when its last reference goes.
final class RunningProcess: Sendable {
    let number: pid_t
    private let state = Mutex<Int32?>(nil)

    /// Starts a program, by its path or one that is found in the usual folders.
    init(_ command: [String], output: URL, errors: URL) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors.path, flags, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The runner of the tests may ignore or block signals, which programs would inherit.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        for file in [output, errors] { try Data().write(to: file) }
        var process = pid_t()
        let code = posix_spawnp(&process, command[0], &actions, &attributes, arguments, environ)
        guard code == 0 else {
            throw ServedStore.Failure(description: "\(command[0]): \(String(cString: strerror(code)))")
        }
        number = process
    }

    deinit {
        if collect() == nil {
            kill(number, SIGKILL)
            var status: Int32 = 0
            waitpid(number, &status, 0)
        }
    }

    /// How it ended: the exit status, or the signal that ended it, below zero; nil where it has not.
    var status: Int32? { collect() }

    /// Whether it has not ended.
    var isRunning: Bool { collect() == nil }

    /// Sends a signal.
    func send(_ signal: Int32) {
        if collect() == nil { kill(number, signal) }
    }

    /// Waits for the end.
    /// - Returns: the exit status, or the signal that ended it, below zero.
    func end() async -> Int32 {
        while true {
            if let status = collect() { return status }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// How it ended; nil where it has not.
    private func collect() -> Int32? {
        state.withLock { state in
            if let state { return state }
            var status: Int32 = 0
            guard waitpid(number, &status, WNOHANG) == number else { return nil }
            let signal = status & 0x7f
            state = signal == 0 ? (status >> 8) & 0xff : -signal
            return state
        }
    }
}
