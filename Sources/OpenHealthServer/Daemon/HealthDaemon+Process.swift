// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
                try? await Task.sleep(for: .milliseconds(200))
                await group.triggerGracefulShutdown()
            }
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
