// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOCore
import NIOPosix
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle
import Synchronization

/// The services that the routes share.
package final class DaemonServices: Sendable {
    package let configuration: HealthDaemon.Configuration
    let database: HealthDatabase
    let lifecycle = DaemonLifecycle()
    /// The lock for serving the file.
    let claim: ServeLock?
    let logger: Logger
    /// The clock of time limits, pauses and rates.
    package let steadyClock: AnyClock
    /// The threads for calls of the store, which must not block the threads of tasks.
    let access: StoreAccess
    /// The threads for reads by the owner and the server itself.
    var workers: WorkPool { access.owner.reading }
    /// The threads for writes by the owner and the server itself. An import may block all of them, but not the reads.
    var writers: WorkPool { access.owner.writing }
    /// The writes that can be made later.
    let later: LaterWrites
    /// The open connections.
    let connections: ConnectionRegistry
    /// The memory for request bodies.
    let bodies: BodyMemory
    /// The attachments that are being uploaded.
    let attachments: AttachmentUploads
    /// The memory for responses that have not been sent yet.
    let responses: ResponseMemory
    package let apps: AppDirectory
    let rates: RequestRates
    /// The tokens of clients of Nightscout's interface.
    let nightscoutTokens = NightscoutTokens()
    package let requests: AuthorizationRequests
    /// The requests of clients of OAuth 2.
    package let oauth: OAuthRequests
    package let owner: OwnerSessions
    /// The proxies that are trusted to report addresses.
    let proxies: TrustedProxies
    let watch: StoreWatch
    let metrics: DaemonMetrics
    let imports: ImportJobs
    let exports = ExportDownloads()
    /// The requests that are being answered, including those whose responses are sent in parts.
    let requestsInProgress = OperationCount()
    let webhooks: WebhookSender
    /// The regular backups; nil if there are none.
    let backups: BackupJobs?
    /// The web pages; nil if the server serves only its API.
    package let pages: (any DaemonPages)?
    /// The delay before reads by apps are written to the access log, in seconds. Each write invalidates all cached responses.
    private static let accessLogSeconds = 30.0
    private let address = Mutex<SocketAddress?>(nil)

    init(_ configuration: HealthDaemon.Configuration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        let steadyClock = AnyClock(configuration.steadyClock)
        self.steadyClock = steadyClock
        pages = configuration.pages
        // Acquired before the file is opened under a name that may be an alias, because SQLite does not support several names of
        // one file.
        let claim = try Self.claim(configuration.store)
        database = try HealthDatabase(url: configuration.store, clock: steadyClock)
        self.claim = try claim ?? Self.claim(configuration.store)
        for line in database.removedLeftovers { logger.notice("\(line)") }
        if let migration = database.migration { logger.notice("\(migration)") }
        database.accessLog.setDelay(Self.accessLogSeconds)
        access = StoreAccess(configuration.limits, clock: steadyClock)
        later = LaterWrites(logger)
        connections = ConnectionRegistry(configuration.limits, clock: steadyClock)
        bodies = BodyMemory(configuration.limits, clock: steadyClock)
        attachments = AttachmentUploads(clock: steadyClock)
        responses = ResponseMemory(configuration.limits, clock: steadyClock)
        apps = AppDirectory(database, clock: configuration.clock, later: later)
        rates = RequestRates(configuration.limits) { steadyClock.now.offset / .seconds(1) }
        requests = AuthorizationRequests(
            database, steadyClock: steadyClock, clock: configuration.clock, workers: access.owner.reading,
            writers: access.owner.writing)
        oauth = OAuthRequests(clock: configuration.clock)
        owner = OwnerSessions(
            database, clock: configuration.clock, cost: configuration.passphraseCost, rates: rates, later: later)
        proxies = TrustedProxies(configuration.trustedProxies)
        watch = StoreWatch(database, clock: steadyClock)
        metrics = DaemonMetrics(exporter: configuration.metricsExporter)
        imports = ImportJobs(database)
        webhooks = WebhookSender(
            database, access.owner, metrics, logger: logger, policy: configuration.webhookPolicy,
            steadyClock: steadyClock, clock: configuration.clock)
        let database = database
        backups = configuration.backups.map {
            BackupJobs(
                $0, database, logger: logger, steadyClock: steadyClock, clock: configuration.clock)
        }
    }

    private static func claim(_ file: URL) throws(DaemonError) -> ServeLock? {
        do {
            return try ServeLock.take(file)
        } catch {
            throw .alreadyServed(path: error.path, process: error.process)
        }
    }

    /// Reads from the store for an app.
    /// - Parameter work: The request's uses of the store.
    func read<T: Sendable>(
        for app: String, _ work: RequestWork = RequestWork(),
        holding: @escaping @Sendable () async throws -> HeldMemory? = { nil },
        _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        // The pages belong to the owner.
        if app == WebApp.identity.identifier { return try await access.runForOwner(onlyReads: true, work, body) }
        return try await access.run(for: app, onlyReads: true, work, holding: holding, body)
    }

    /// Waits until earlier requests have ended, and what they write after their responses is in the store: times of use, the access
    /// log, and rollups.
    package func settled() async throws {
        await requestsInProgress.settled()
        await exports.settled()
        await later.settled()
        try await writers.run { [database] in
            try database.accessLog.write()
            database.waitForRollups()
        }
    }

    /// The services that run in addition to the server: they begin before it and end after it.
    var background: [any Service] { [imports, webhooks] + (backups.map { [$0] } ?? []) }

    /// The dates of the last backups; nil if the server makes none.
    package var backupStatus: BackupStatus? { backups?.status }

    /// The regular backups and their folder; nil if the server makes none.
    package var backupOverview: BackupOverview? { backups?.overview }

    /// Creates a backup now, in the folder of the regular ones.
    /// - Throws: an error of the backup, which is in the log, too.
    package func backUpNow() async throws { try await backups?.makeNow() }

    /// Records the address at which the server listens.
    func note(_ address: SocketAddress) {
        self.address.withLock { $0 = address }
    }

    /// Whether the server has begun to listen.
    var isListening: Bool { address.withLock { $0 != nil } }

    /// The public address of the server, without a trailing slash.
    package var publicURL: String {
        if let url = configuration.publicURL {
            return url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
        }
        let port = address.withLock { $0?.port } ?? configuration.port
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return "\(configuration.tls == nil ? "http" : "https")://\(host):\(port)"
    }
}

/// A flag that is set when the server is about to stop.
final class DaemonLifecycle: Sendable {
    private let stopping = Atomic<Bool>(false)

    /// Whether the server accepts no new work: it reports that it is not ready, and streams end.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Sets the flag.
    func beginStopping() {
        stopping.store(true, ordering: .releasing)
    }
}
