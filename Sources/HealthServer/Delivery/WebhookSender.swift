// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import HealthStore
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// Tells receivers of changes while no app is there.
final class WebhookSender: Service {
    private let database: HealthDatabase
    private let queue: WebhookQueue
    private let policy: WebhookPolicy
    private let workers: WorkPool
    private let metrics: DaemonMetrics
    private let clock: @Sendable () -> Date
    private let logger: Logger

    init(
        _ database: HealthDatabase, _ workers: WorkPool, _ metrics: DaemonMetrics, logger: Logger,
        policy: WebhookPolicy, clock: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.workers = workers
        self.metrics = metrics
        self.logger = logger
        self.policy = policy
        self.clock = clock
        queue = WebhookQueue(database, policy, clock: clock)
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
        let client = client()
        waker.yield()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.work(wakes, waker, client) }
            // What is under way when the daemon stops is broken off, and sent again by the next one.
            group.addTask { try? await gracefulShutdown() }
            await group.next()
            group.cancelAll()
        }
        try? await client.shutdown()
    }

    private func client() -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: policy.answerTime, read: policy.answerTime, write: policy.answerTime))
        configuration.httpVersion = .http1Only
        configuration.decompression = .disabled
        configuration.connectionPool.idleTimeout = .seconds(5)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func work(
        _ wakes: AsyncStream<Void>, _ waker: AsyncStream<Void>.Continuation, _ client: HTTPClient
    ) async {
        await withDiscardingTaskGroup { group in
            var timer: Task<Void, Never>?
            for await _ in wakes {
                timer?.cancel()
                let (messages, wait) = await due()
                for message in messages {
                    group.addTask {
                        await self.deliver(message, client)
                        waker.yield()
                    }
                }
                if let wait {
                    timer = Task {
                        guard (try? await Task.sleep(for: wait)) != nil else { return }
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
            logger.error("receivers cannot be told of changes now", metadata: ["error": "\(error)"])
            return ([], policy.clockChecks)
        }
    }

    private func deliver(_ message: WebhookQueue.Message, _ client: HTTPClient) async {
        let status = await send(message, client)
        if Task.isCancelled { return queue.abandon(message) }
        let isAcknowledged = status.map { (200..<300).contains($0) } ?? false
        (isAcknowledged ? metrics.deliveriesAcknowledged : metrics.deliveriesFailed).add()
        var metadata: Logger.Metadata = [
            "app": "\(message.webhook.app.identifier)", "webhook": "\(message.webhook.id)", "delivery": "\(message.id)",
        ]
        if let status { metadata["status"] = .stringConvertible(status) }
        logger.info(isAcknowledged ? "delivered" : "not acknowledged", metadata: metadata)
        do {
            try await workers.run { [queue] in
                // 410: there is nobody any more.
                if isAcknowledged {
                    try queue.acknowledge(message)
                } else {
                    try queue.fail(message, isLast: status == 410)
                }
            }
        } catch {
            metadata["error"] = "\(error)"
            logger.error("how a delivery went cannot be written down", metadata: metadata)
        }
    }

    /// The status of the answer; nil where there was none in time.
    private func send(_ message: WebhookQueue.Message, _ client: HTTPClient) async -> Int? {
        let timestamp = Int(clock().timeIntervalSince1970)
        var request = HTTPClientRequest(url: message.webhook.url)
        request.method = .POST
        request.headers = [
            "content-type": "application/json", "user-agent": "OpenHealthKit",
            "webhook-id": message.id, "webhook-timestamp": String(timestamp),
            "webhook-signature": WebhookSignature.value(
                id: message.id, timestamp: timestamp, body: message.body, secret: message.webhook.secret),
        ]
        request.body = .bytes(ByteBuffer(bytes: message.body))
        // What the answer says besides its status is of no interest and not read.
        return try? await Int(client.execute(request, timeout: policy.answerTime).status.code)
    }
}
