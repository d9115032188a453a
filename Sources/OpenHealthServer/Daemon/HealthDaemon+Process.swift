// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthAllocator
import Dispatch
import Foundation
import Logging
import ServiceLifecycle

extension HealthDaemon {
    /// Runs until the process receives SIGTERM or SIGINT.
    ///
    /// The server then reports that it is not ready, accepts no new connections, answers the requests in progress, ends streams,
    /// and returns after ``Configuration/stopSeconds`` at the latest. A second signal ends the process immediately, which does
    /// not damage the store.
    /// - Parameter onListening: A closure that is called with the public address when the server listens.
    /// - Throws: A ``DaemonError`` if it cannot listen.
    public func runUntilSignalled(onListening: @escaping @Sendable (String) async -> Void) async throws {
        Self.allowManyFiles()
        Self.returnFreedMemory()
        let logger = logger
        let notice = ServiceNotice()
        let service = SignalledService(daemon: self) { address in
            logger.info("listening", metadata: ["url": "\(address)"])
            await onListening(address)
            notice.send("READY=1")
        }
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)], logger: logger)
        let patience = self.configuration.stopSeconds
        configuration.maximumGracefulShutdownDuration = .seconds(patience)
        let group = ServiceGroup(configuration: configuration)
        let services = services
        let signals = StopSignals { signal, count in
            if count > 1 {
                logger.warning("ended immediately by a second signal")
                _exit(128 + signal)
            }
            logger.info("stopping", metadata: ["signal": "\(signal)"])
            notice.send("STOPPING=1")
            services.lifecycle.beginStopping()
            Task {
                // Gives monitors of /readyz time to notice while the server still answers.
                try? await services.steadyClock.sleep(for: .milliseconds(200))
                await group.triggerGracefulShutdown()
            }
            // By the system's clock and on a queue, so that the process ends even if all threads of tasks are blocked.
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience + 3)) {
                logger.error("some tasks have not ended; the process exits")
                _exit(1)
            }
        }
        defer { signals.end() }
        do {
            try await group.run()
        } catch is CancellationError where services.lifecycle.isStopping {
            logger.warning("some requests were not answered in time")
        }
        logger.info("stopped")
    }

    /// Lets the C library return freed memory to the system.
    ///
    /// glibc raises both thresholds up to 32 MiB when large blocks are freed, such as bodies of requests. Its heaps, of which there are several
    /// per processor, then keep the memory of the largest requests: 312 MB, of which 33 were in use, after an hour of requests.
    private static func returnFreedMemory() {
        #if canImport(Glibc)
            let threshold: Int32 = 262_144
            mallopt(M_MMAP_THRESHOLD, threshold)
            mallopt(M_TRIM_THRESHOLD, threshold)
        #endif
    }

    /// Raises the limit of open files, because each connection uses one; the usual limit is 1,024.
    private static func allowManyFiles() {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(files, &limit)
    }
}

/// The server as the service of a process.
private struct SignalledService: Service {
    let daemon: HealthDaemon
    let onListening: @Sendable (String) async -> Void

    func run() async throws {
        try await daemon.run { _ in await onListening(daemon.services.publicURL) }
    }
}

/// A notification of the service manager about the state of the process, if requested (`sd_notify`): a datagram to the socket in
/// `$NOTIFY_SOCKET`.
struct ServiceNotice: Sendable {
    private let path: String?

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Sends a state, such as `READY=1`. A failure is ignored, because the manager also monitors the process.
    func send(_ state: String) {
        guard let path else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        // A name that begins with @ is an abstract address: its first byte is 0.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bytes = Array(state.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}

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
