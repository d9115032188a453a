// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HealthKitRemote
import OpenHealthAccess
import OpenHealthModel
import OpenHealthRemote
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Logging
import OpenHealthKit
import ProcessTestSupport
import ServiceLifecycle
import Synchronization

/// A daemon on loopback for a test, with a store in a temporary folder.
package final class TestDaemon: Sendable {
    /// The reason why a daemon does not run.
    package struct Failure: Error {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The folder with its files.
    package let folder: URL
    /// A separate connection to the store; the daemon observes its changes like those of any other process.
    package let database: HealthDatabase
    /// The port on which it listens.
    package let port: Int
    private let running: Mutex<Running?>
    private let tokens = Mutex<[String: String]>([:])

    /// A running daemon.
    private struct Running {
        let group: ServiceGroup
        let ended: DispatchSemaphore

        /// Begins to stop the daemon.
        ///
        /// A cancellation of its task can deadlock, because the iterator of merged sequences, with which the server accepts
        /// connections, holds its lock while the task changes to its preferred executor.
        func beginStopping() {
            Task.detached { [group] in await group.triggerGracefulShutdown() }
        }
    }

    /// Starts a daemon, and waits until it listens.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        let store = folder.appending(path: "health.db")
        database = try HealthDatabase(url: store)
        // Another program can take the port between the two steps.
        var failure: any Error = Failure(reason: "no port is free")
        for _ in 0..<10 {
            let port = try LocalPort.free()
            do {
                running = Mutex(try Self.start(store, port: port))
                self.port = port
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    // The last reference may be released on a thread that the daemon needs to end.
    deinit {
        let (running, folder) = (running.withLock { $0 }, folder)
        running?.beginStopping()
        Thread.detachNewThread {
            _ = running?.ended.wait(timeout: .now() + 1200)
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// The address.
    package var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }

    /// Stops the daemon, and waits until it has ended.
    package func stop() async {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let last else { return }
        last.beginStopping()
        // Waits on a separate thread, because the daemon needs threads of the pool to end.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                last.ended.wait()
                continuation.resume()
            }
        }
    }

    /// Restarts the daemon at the same port.
    package func restart() async throws {
        await stop()
        let again = try Self.start(folder.appending(path: "health.db"), port: port)
        running.withLock { $0 = again }
    }

    private static func start(_ store: URL, port: Int) throws -> Running {
        var configuration = HealthDaemon.Configuration(store: store, port: port)
        configuration.limits.requestsPerSecond = 1_000_000
        configuration.limits.burst = 1_000_000
        configuration.limits.registrationsPerMinute = 1_000_000
        configuration.limits.pairingCodesPerMinute = 1_000_000
        // Requests wait for each other while many tests run.
        configuration.limits.idleSeconds = 600
        configuration.limits.bodySeconds = 600
        configuration.limits.querySeconds = 600
        configuration.limits.changeSeconds = 600
        let daemon = try HealthDaemon(configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (listens, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let failure = Mutex<(any Error)?>(nil)
        var groupConfiguration = ServiceGroupConfiguration(
            services: [
                .init(
                    service: Listening(daemon: daemon, semaphore: listens),
                    successTerminationBehavior: .gracefullyShutdownGroup)
            ], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        groupConfiguration.maximumGracefulShutdownDuration = .seconds(1)
        let group = ServiceGroup(configuration: groupConfiguration)
        Task.detached(executorPreference: DaemonExecutor.shared) {
            do {
                try await group.run()
            } catch {
                failure.withLock { $0 = error }
            }
            listens.signal()
            ended.signal()
        }
        let running = Running(group: group, ended: ended)
        guard listens.wait(timeout: .now() + 1200) == .success else {
            running.beginStopping()
            throw Failure(reason: "it does not listen after twenty minutes")
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return running
    }

    /// The daemon as a service that signals a semaphore when it listens.
    private struct Listening: Service {
        let daemon: HealthDaemon
        let semaphore: DispatchSemaphore

        func run() async throws {
            try await daemon.run { _ in _ = semaphore.signal() }
        }
    }

    // MARK: Apps

    /// Registers an app over HTTP, unless it is registered.
    /// - Returns: The app's token.
    package func token(_ app: AppIdentity) throws -> String {
        try tokens.withLock { tokens in
            if let token = tokens[app.identifier] { return token }
            let (code, now) = (PairingCode(), Date())
            try database.apps.addPairingCode(
                code.hash, for: app.identifier, at: now, expires: now.addingTimeInterval(PairingCode.seconds))
            let token = try Self.register(app, at: url, code: code.text)
            tokens[app.identifier] = token
            return token
        }
    }

    /// Blocks the thread until the app is registered.
    private static func register(_ app: AppIdentity, at url: URL, code: String) throws -> String {
        let ended = DispatchSemaphore(value: 0)
        let result = Mutex<Result<String, any Error>?>(nil)
        Task.detached(executorPreference: DaemonExecutor.shared) {
            do {
                let token = try await DaemonRegistration.register(app, at: url, pairingCode: code).token
                result.withLock { $0 = .success(token) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            ended.signal()
        }
        ended.wait()
        guard let result = result.withLock({ $0 }) else { throw Failure(reason: "the registration did not end") }
        return try result.get()
    }

    /// Returns the configuration of an app that uses the daemon, with a prompt that answers for the person.
    package func configuration(
        for app: AppIdentity, _ prompt: any HKAuthorizationPrompt
    ) throws -> HealthKitSystem.Configuration {
        var options = RemoteOptions()
        options.unsentFolder = folder.appending(path: "unsent-\(app.identifier)")
        options.timeLimits = .long
        return HealthKitSystem.Configuration(
            store: .remote(url: url, token: try token(app), options: options), app: app,
            authorization: PersonPrompt(daemon: self, prompt: prompt))
    }
}
