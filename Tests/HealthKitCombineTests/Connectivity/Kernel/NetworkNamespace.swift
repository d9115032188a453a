// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// A separate network: a thread that sees other network interfaces than the rest of the process.
    ///
    /// Sockets created on the thread, and threads and programs started from it, belong to the new network as well.
    final class NetworkNamespace: @unchecked Sendable {
        // Unchecked because mutable state is only accessed under the lock of the condition.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// The reason why namespaces cannot be created here, or `nil` if they can.
        static let obstacle: String? = {
            guard programs.contains(where: FileManager.default.isExecutableFile) else {
                return "the program `ip` is not installed; it comes with iproute2"
            }
            do {
                let namespace = try NetworkNamespace()
                try namespace.ip("link add probe type veth peer name probe2")
                return nil
            } catch {
                return "\(error)"
            }
        }()

        private static let programs = ["/sbin/ip", "/usr/sbin/ip", "/bin/ip", "/usr/bin/ip"]
        private static let newNetwork: Int32 = 0x4000_0000

        private let condition = NSCondition()
        private var work: [() -> Void] = []
        private var isOver = false

        init() throws {
            let thread = Thread { [self] in run() }
            thread.name = "namespace"
            thread.start()
            do {
                try perform {
                    // The C library declares it only for programs that define `_GNU_SOURCE`.
                    typealias Unshare = @convention(c) (Int32) -> Int32
                    guard let symbol = dlsym(nil, "unshare") else { throw Failure(description: "no unshare here") }
                    guard unsafeBitCast(symbol, to: Unshare.self)(Self.newNetwork) == 0 else {
                        let reason = String(cString: strerror(errno))
                        throw Failure(description: "the system gives us no network namespace: \(reason)")
                    }
                }
                try ip("link set lo up")
            } catch {
                close()
                throw error
            }
        }

        /// Ends the thread; the network is removed when it is no longer in use.
        func close() {
            condition.withLock { isOver = true }
            condition.signal()
        }

        /// Runs a closure on the thread, and returns its result.
        func perform<Result>(_ body: @escaping () throws -> Result) throws -> Result {
            var result: Swift.Result<Result, any Error>?
            let done = DispatchSemaphore(value: 0)
            condition.withLock {
                work.append {
                    result = Swift.Result { try body() }
                    done.signal()
                }
            }
            condition.signal()
            done.wait()
            return try result!.get()
        }

        /// Runs the program `ip` in this network.
        func ip(_ arguments: String) throws {
            try perform { try Self.run(["ip"] + arguments.split(separator: " ").map(String.init)) }
        }

        /// Runs several commands of `ip` at once.
        func batch(_ lines: [String]) throws {
            let file = FileManager.default.temporaryDirectory.appending(component: "ip-\(UUID().uuidString)")
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try perform { try Self.run(["ip", "-force", "-batch", file.path]) }
        }

        private static func run(_ arguments: [String]) throws {
            guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
                throw Failure(description: "no program `ip`")
            }
            // `Process` could start the program from another thread.
            var list = arguments.map { strdup($0) } + [nil]
            defer { for pointer in list { free(pointer) } }
            var child = pid_t()
            guard posix_spawn(&child, program, nil, nil, &list, environ) == 0 else {
                throw Failure(description: "cannot start \(program)")
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0 && errno == EINTR {}
            guard status == 0 else {
                throw Failure(description: "\(arguments.joined(separator: " ")): status \(status)")
            }
        }

        private func run() {
            while true {
                condition.lock()
                while work.isEmpty && !isOver { condition.wait() }
                guard !work.isEmpty else { return condition.unlock() }
                let next = work.removeFirst()
                condition.unlock()
                next()
            }
        }
    }
#endif
