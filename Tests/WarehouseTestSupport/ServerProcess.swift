// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A process, of a server as a rule. It ends with that of the tests at the latest.
package final class ServerProcess: Sendable {
    /// Its output and its errors.
    package let log: URL
    private let process: pid_t
    private let ended = Mutex<Ending?>(nil)
    private static let running = Mutex<Set<pid_t>>([])

    /// How it has ended: by itself, with a status, or by a signal.
    package enum Ending: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a program.
    /// - Parameters:
    ///   - program: the path, or the name of what is on the `PATH`.
    ///   - log: the file that its output and its errors are added to.
    package static func start(_ program: String, _ arguments: [String], log: URL) async throws -> ServerProcess {
        try await ServerLauncher.shared.onItsThread {
            try ServerProcess(["/usr/bin/setpriv", "--pdeathsig", "KILL", program] + arguments, log: log)
        }
    }

    private init(_ command: [String], log: URL) throws {
        self.log = log
        guard FileManager.default.isExecutableFile(atPath: command[0]) else {
            throw ServerTrouble.missing(command[0], "install util-linux")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The runner of the tests may ignore signals, which programs would inherit.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        let argv = command.map { strdup($0) } + [nil]
        let envp = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, command[0], &actions, &attributes, argv, envp)
        guard code == 0 else { throw ServerTrouble("\(command[3]) does not start: error \(code)") }
        self.process = process
        let started = process
        _ = Self.running.withLock { $0.insert(started) }
    }

    // Nobody can stop it any more.
    deinit {
        if isRunning { send(SIGKILL) }
    }

    /// How it has ended; nil while it runs.
    package var ending: Ending? {
        ended.withLock { ended in
            guard ended == nil else { return ended }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) != 0 else { return nil }
            _ = Self.running.withLock { $0.remove(process) }
            let signal = status & 0x7f
            ended = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
            return ended
        }
    }

    /// Whether it runs.
    package var isRunning: Bool { ending == nil }

    /// Sends a signal; nothing where it has ended.
    package func send(_ signal: Int32) {
        ended.withLock { ended in
            if ended == nil { _ = kill(process, signal) }
        }
    }

    /// Waits until it has ended; what does not do so within a minute is killed.
    @discardableResult
    package func end() async throws -> Ending {
        for _ in 0..<3_000 {
            if let ending { return ending }
            try await Task.sleep(for: .milliseconds(20))
        }
        send(SIGKILL)
        while true {
            if let ending { return ending }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Kills what runs when the process ends.
    static func killAll() {
        for process in running.withLock({ $0 }) {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
    }
}
