// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTimeLimits
import Testing

@Suite("A crash", .timeLimit(.usual))
struct CrashTests {
    /// The signals that end a crashing program.
    private static let signals = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

    @Test(
        "a crash prints no memory, ends the server at once and frees its port, whatever SWIFT_BACKTRACE is",
        arguments: signals)
    func serving(_ signal: Int32) async throws {
        let store = try ServedStore()
        let daemon = try await store.serve(
            "--listen", "127.0.0.1:\(try LocalPort.free())",
            prefix: ["env", "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no"])
        #expect(try await daemon.send("GET", "/healthz").status == 200)
        #expect(Self.handlers(of: daemon.number).isDisjoint(with: Self.signals))
        let before = daemon.logged
        daemon.signal(signal)
        #expect(await daemon.end() == -signal)
        // The port is no longer in use, for example by a process that prints a backtrace.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        #expect(LocalPort.withAddress(of: daemon.port) { connect(descriptor, $0, $1) } != 0)
        #expect(daemon.logged == before)
        let next = try await store.serve("--listen", "127.0.0.1:\(daemon.port)")
        #expect(next.port == daemon.port)
        #expect(try await next.send("GET", "/healthz").status == 200)
    }

    @Test("a crash leaves no core file")
    func cores() async throws {
        let daemon = try await ServedStore().serve()
        let limits = try String(contentsOfFile: "/proc/\(daemon.number)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(line.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    /// Returns the signals for which a process has handlers.
    private static func handlers(of process: pid_t) -> Set<Int32> {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
            let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
        else { return Set(signals) }
        return Set((1...64).filter { mask >> UInt64($0 - 1) & 1 == 1 }.map { Int32($0) })
    }
}
