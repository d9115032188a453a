// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A child process. It is killed when its last reference is released.
public final class ChildProcess: Sendable {
    /// The way a process has ended: with an exit status or by a signal.
    public enum Ending: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// The process identifier.
    public let number: pid_t
    private let ended = Mutex<Ending?>(nil)

    /// Starts a program.
    /// - Parameters:
    ///   - command: The program, as a path or the name of a program on the `PATH`, followed by its arguments.
    ///   - environment: The complete environment.
    ///   - output: The file to which its output is appended.
    ///   - errors: The file to which its errors are appended; `nil` for the same file.
    /// - Throws: ``ProcessTrouble`` if the program does not start.
    public init(
        _ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment, output: URL,
        errors: URL? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 1, output.path, flags, 0o600)
        if let errors {
            posix_spawn_file_actions_addopen(&actions, 2, errors.path, flags, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        try Self.closeInheritedDescriptors(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The test runner can ignore or block signals, which programs would inherit.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let argv = command.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process = pid_t()
        let code = posix_spawnp(&process, command[0], &actions, &attributes, argv, envp)
        guard code == 0 else {
            throw ProcessTrouble("\(command[0]) does not start: \(String(cString: strerror(code)))")
        }
        number = process
    }

    /// Adds the action that closes all descriptors but the standard ones. With sockets of other tests, a process would keep their
    /// connections open, whose other ends wait for the end of the connection.
    private static func closeInheritedDescriptors(_ actions: inout posix_spawn_file_actions_t) throws {
        #if os(Linux)
            // The module of the C library does not declare this function of glibc 2.34, which is an extension.
            typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt
            guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
                throw ProcessTrouble("the C library has no posix_spawn_file_actions_addclosefrom_np")
            }
            _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
        #endif
    }

    deinit {
        send(SIGKILL)
        waitForEnd()
    }

    /// The way the process has ended; `nil` while it runs.
    public var ending: Ending? {
        ended.withLock { ended in
            guard ended == nil else { return ended }
            var status: Int32 = 0
            let decision = waitpid(number, &status, WNOHANG)
            guard decision != 0 else { return nil }
            precondition(decision == number, "the process \(number) was waited for elsewhere: error \(errno)")
            let signal = status & 0x7f
            ended = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
            return ended
        }
    }

    /// Whether the process runs.
    public var isRunning: Bool { ending == nil }

    /// Sends a signal, unless the process has ended.
    public func send(_ signal: Int32) {
        ended.withLock { ended in
            // The identifier is not reused before the process has been waited for.
            if ended == nil { _ = kill(number, signal) }
        }
    }

    /// Blocks the thread until the process has ended.
    @discardableResult
    public func waitForEnd() -> Ending {
        while true {
            if let ending { return ending }
            // Waits outside of the lock so that signals can be sent, and leaves the status for `ending`.
            var information = siginfo_t()
            waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT)
        }
    }

    /// Waits until the process has ended.
    @discardableResult
    public func end() async -> Ending {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.waitForEnd()) }
        }
    }
}
