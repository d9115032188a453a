// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthStore
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

    /// Runs a closure whose work on the store ends after a signal.
    /// - Throws: the exit code of the signal, or the error of the closure.
    func run<T>(_ body: () throws -> T) throws -> T {
        do {
            return try StoreWork(isWanted: { Cancellation.signal.load(ordering: .relaxed) == 0 }).run(body)
        } catch {
            try check()
            throw error
        }
    }

    /// Runs a closure that stores data in a store, which it creates if there is none. After a signal, work on a created store ends by an error,
    /// so that the store can be removed; see ``CreatedStore``. Work on another store needs no cleanup and ends at once.
    /// - Throws: the exit code of the signal, or the error of the closure.
    static func runCreating<T>(_ store: URL, _ body: () throws -> T) throws -> T {
        guard !FileManager.default.fileExists(atPath: store.path) else {
            let interruption = Interruption()
            defer { interruption.end() }
            return try body()
        }
        let cancellation = Cancellation()
        defer { cancellation.end() }
        do {
            return try cancellation.run(body)
        } catch {
            if signal.load(ordering: .relaxed) != 0 { Terminal.note(Interruption.message.description) }
            throw error
        }
    }

    /// Goes out of force during a closure, such as a prompt, in which a signal ends the process.
    func pause<T>(_ body: () throws -> T) rethrows -> T {
        end()
        defer { _ = Cancellation() }
        return try body()
    }

    /// Goes out of force.
    func end() {
        for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    }
}
