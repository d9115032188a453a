// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CoreMetrics
import Crypto
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle

/// A service that notifies receivers of changes while their apps are not running.
final class WebhookSender: Service {
    private let database: HealthDatabase
    private let queue: WebhookQueue
    private let policy: WebhookPolicy
    private let workers: WorkPool
    private let writers: WorkPool
    /// The threads for the system's resolver, which can take long to answer.
    private let resolvers = WorkPool(threads: 4)
    private let metrics: DaemonMetrics
    private let clock: @Sendable () -> Date
    /// The clock of pauses and time limits.
    private let steadyClock: AnyClock
    private let logger: Logger
    private let noteChange: AsyncStream<Void>.Continuation

    /// The deliveries in progress.
    let deliveries = OperationCount()
    /// An element after checks for deliveries that are due and after recorded results. Several can have one element.
    let changes: AsyncStream<Void>

    init(
        _ database: HealthDatabase, _ threads: (reading: WorkPool, writing: WorkPool), _ metrics: DaemonMetrics,
        logger: Logger,
        policy: WebhookPolicy, steadyClock: AnyClock, clock: @escaping @Sendable () -> Date
    ) {
        self.database = database
        workers = threads.reading
        writers = threads.writing
        self.metrics = metrics
        self.logger = logger
        self.policy = policy
        self.clock = clock
        self.steadyClock = steadyClock
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        queue = WebhookQueue(database, policy, steadyClock: steadyClock, clock: clock)
    }

    func run() async throws {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let queue = queue
        let subscription = try await workers.run { [database] in
            try database.subscribe { range in
                if range.topics.contains(.permissions) { queue.forgetWhatWasSeen() }
                if !range.types.isEmpty || !range.topics.isDisjoint(with: [.permissions, .deliveries]) {
                    waker.yield()
                }
            }
        }
        defer { subscription.cancel() }
        waker.yield()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.work(wakes, waker) }
            // Deliveries in progress when the server stops are aborted, and sent again by the next process.
            group.addTask { try? await gracefulShutdown() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns a client that connects to a validated address, even if the host name resolves to another address by then.
    private func client(for target: ReceiverTarget) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            // The steady clock limits the time of a request; this limit ends attempts to connect that are no longer awaited.
            timeout: .init(connect: policy.responseTime))
        configuration.httpVersion = .http1Only
        configuration.decompression = .disabled
        configuration.dnsOverride = [target.host: target.address]
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func work(_ wakes: AsyncStream<Void>, _ waker: AsyncStream<Void>.Continuation) async {
        await withDiscardingTaskGroup { group in
            var timer: Task<Void, Never>?
            for await _ in wakes {
                timer?.cancel()
                let (messages, wait) = await due()
                for message in messages {
                    let operation = deliveries.begin()
                    group.addTask {
                        await self.deliver(message)
                        withExtendedLifetime(operation) {}
                        self.noteChange.yield()
                        waker.yield()
                    }
                }
                noteChange.yield()
                if let wait {
                    let end = steadyClock.now + wait
                    timer = Task { [steadyClock] in
                        guard (try? await steadyClock.sleep(until: end)) != nil else { return }
                        waker.yield()
                    }
                }
            }
            timer?.cancel()
        }
    }

    private func due() async -> (messages: [WebhookQueue.Message], wait: Duration?) {
        do {
            return try await workers.run { [queue, policy] in try queue.due(most: policy.parallel) }
        } catch is CancellationError {
            return ([], nil)
        } catch {
            logger.error("receivers cannot be notified of changes", metadata: ["error": "\(error)"])
            return ([], policy.clockChecks)
        }
    }

    private func deliver(_ message: WebhookQueue.Message) async {
        let status = await send(message)
        if Task.isCancelled { return queue.abandon(message) }
        let isAcknowledged = status.map { (200..<300).contains($0) } ?? false
        (isAcknowledged ? metrics.deliveries.acknowledged : metrics.deliveries.failed).increment()
        var metadata: Logger.Metadata = [
            "app": "\(message.webhook.app.identifier)", "webhook": "\(message.webhook.id)", "delivery": "\(message.id)",
        ]
        if let status { metadata["status"] = .stringConvertible(status) }
        logger.info(isAcknowledged ? "delivered" : "not acknowledged", metadata: metadata)
        do {
            try await writers.run { [queue] in
                // As shared work, like that of apps, it does not interrupt another write.
                try StoreWork(isShared: true).run {
                    if let requested = message.requested {
                        try queue.note(message, requested: requested, status: status)
                    } else if isAcknowledged, let status {
                        try queue.acknowledge(message, status: status)
                    } else {
                        // 410: the receiver no longer exists.
                        try queue.fail(message, status: status, isLast: status == 410)
                    }
                }
            }
        } catch {
            metadata["error"] = "\(error)"
            logger.error("the result of a delivery cannot be recorded", metadata: metadata)
        }
    }

    /// Returns the signatures of a message: with the secret, and with the one that it replaces.
    private func signatures(_ message: WebhookQueue.Message, _ timestamp: Int) -> String {
        var secrets = [message.webhook.secret]
        if let old = message.webhook.oldSecret, clock() < old.until { secrets.append(old.key) }
        return secrets.map {
            WebhookSignature.value(id: message.id, timestamp: timestamp, body: message.body, secret: $0)
        }.joined(separator: " ")
    }

    /// Returns the status of the response, or nil if there was none in time.
    private func send(_ message: WebhookQueue.Message) async -> Int? {
        let target: ReceiverTarget
        do {
            target = try await resolvers.run { [policy] in try ReceiverTarget(message.webhook, policy.resolve) }
        } catch {
            logger.warning(
                "a receiver has no permitted address",
                metadata: ["webhook": "\(message.webhook.id)", "error": "\(error)"])
            return nil
        }
        let client = client(for: target)
        let status = await send(message, with: client)
        try? await client.shutdown()
        return status
    }

    private func send(_ message: WebhookQueue.Message, with client: HTTPClient) async -> Int? {
        let timestamp = Int(clock().timeIntervalSince1970)  // checked: the clock of the computer
        var request = HTTPClientRequest(url: message.webhook.url)
        request.method = .POST
        request.headers = [
            "content-type": "application/json", "user-agent": "OpenHealthKit",
            "webhook-id": message.id, "webhook-timestamp": String(timestamp),
            "webhook-signature": signatures(message, timestamp),
        ]
        request.body = .bytes(ByteBuffer(bytes: message.body))
        // The rest of the response is irrelevant and not read.
        return try? await steadyClock.within(Duration(policy.responseTime)) { [request] in
            try await Int(client.execute(request, deadline: .distantFuture).status.code)
        }
    }
}

/// The policy for deliveries to receivers.
struct WebhookPolicy: Sendable {
    /// The delays before each new attempt: after the first, after the second. After the last one there are no more attempts until
    /// the app resumes the receiver or registers it again. The usual ones last three days.
    var retries: [Duration] = [
        .seconds(30), .seconds(300), .seconds(1800), .seconds(2 * 3600), .seconds(6 * 3600), .seconds(12 * 3600),
        .seconds(24 * 3600), .seconds(28 * 3600),
    ]
    /// The time limit for a receiver's response.
    var responseTime: TimeAmount = .seconds(10)
    /// The interval between checks of the clock while a delivery is waiting, because the clock may be changed.
    var clockChecks: Duration = .seconds(60)
    /// The maximum number of deliveries in progress.
    var parallel = 16
    /// Looks up the addresses of hosts.
    var resolve: @Sendable (_ host: String, _ port: Int) -> [SocketAddress] = {
        HostResolver.addresses(of: $0, port: $1)
    }

    /// The number of deliveries without an acknowledgment after which there are no more.
    var attempts: Int { retries.count + 1 }
}

/// The signatures of deliveries, according to the Standard Webhooks specification.
enum WebhookSignature {
    /// Returns a secret in the form for receivers.
    static func text(of secret: Data) -> String { "whsec_" + secret.base64EncodedString() }

    /// Returns the value of the field `webhook-signature` for a body.
    /// - Parameter timestamp: The time in seconds since 1970.
    static func value(id: String, timestamp: Int, body: [UInt8], secret: Data) -> String {
        var mac = HMAC<SHA256>(key: SymmetricKey(data: secret))
        mac.update(data: Data("\(id).\(timestamp).".utf8))
        mac.update(data: Data(body))
        return "v1," + Data(mac.finalize()).base64EncodedString()
    }
}
