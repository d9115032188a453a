// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession

/// A closure that acknowledges an update; see ``HKObserverQuery``.
public typealias HKObserverQueryCompletionHandler = () -> Void

// Unchecked because its superclass is; the policy is set before the query is executed, and later state is used only on the
// query's queue.
/// A query that reports that samples were saved or deleted by any program. Use another query to read the changes.
///
/// The handler is called once soon after the query is executed, and then after each change of a sample that the app may read and
/// that matches the predicate. Deleted samples always match, because their properties are not kept. Several changes in quick
/// succession, or while the handler runs, can be reported in one call. The handler is not called concurrently.
///
/// An error at the start of the query ends it: execute a new one, for example after requesting permission. A later error is
/// reported once and the query continues; the changes that it could not read are read with the next change.
///
/// With background delivery of the type (``HKHealthStore/enableBackgroundDelivery(for:frequency:withCompletion:)``), the first
/// call also reports the changes since the last acknowledged call, including those of earlier runs of the program, and the
/// frequency determines the time between calls. Call the completion handler when the changes have been processed. Otherwise the
/// notification is repeated after one second and after four more seconds. Then there are no notifications for the type until the
/// completion handler is called or background delivery is enabled again. The number of three attempts is that of HealthKit; the
/// delays are specific to this implementation. Without background delivery the completion handler has no effect.
///
/// The initializers are `required`, so that they can be called on a metatype, as on Apple's systems; a subclass that overrides one writes
/// `required`, which Apple's systems accept.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
        ) -> Void

    /// The timing of background delivery.
    package var policy = DeliveryPolicy()

    private let descriptors: [HKQueryDescriptor]
    private let handler: Handler
    private var deliveries: ObserverDeliveries?
    /// The range that could not be read because of an error.
    private var unseen: ChangeRange?
    private var lastError: HKError.Code?
    private var timer: Task<Void, Never>?

    /// Creates a query for the changes of one type.
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    ///   - updateHandler: Receives the query, a completion handler to call when the changes have been processed, and an error if
    ///     one occurred.
    @preconcurrency
    public required init(
        sampleType: HKSampleType, predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
        handler = { query, _, completion, error in updateHandler(query, completion, error) }
        super.init(objectType: sampleType, predicate: predicate)
    }

    /// Creates a query for the changes of several types.
    /// - Parameters:
    ///   - queryDescriptors: The types, each with a predicate for its samples.
    ///   - updateHandler: Receives the query, the types that have changed (all of them in the first call; nil with an error), a
    ///     completion handler to call when the changes have been processed, and an error if one occurred.
    @preconcurrency
    public required init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        descriptors = queryDescriptors
        handler = updateHandler
        super.init(objectType: queryDescriptors.onlyType, predicate: queryDescriptors.onlyPredicate)
    }

    /// An acknowledgment is also stored after the query was stopped.
    override var cancelsWork: Bool { false }

    override func run(_ context: HealthContext) async {
        do {
            let parts = try descriptors.parts
            let access = try context.access()
            let place = try await access.latestPlace()
            let deliveries = ObserverDeliveries(parts, access, policy, from: place, clock: context.steadyClock)
            self.deliveries = deliveries
            let interest = ChangeInterest(parts.map(\.type), topics: [.deliveries])
            try await follow(interest, in: access, after: place) { [unowned self] range in
                await update(range, access, parts)
            }
            try await access.checkReadable(deliveries.types)
            await tell(try await deliveries.first(), deliveries)
            try await tellWhatIsDue(deliveries)
        } catch {
            if isRunning { handler(self, nil, {}, error) }
            finish()
        }
    }

    /// Processes changes on the query's queue.
    private func update(_ range: ChangeRange, _ access: any HealthAccess, _ parts: [SampleQuery.Part]) async {
        guard let deliveries else { return }
        let range = unseen.map { $0.joined(with: range) } ?? range
        unseen = range
        await attempt {
            deliveries.add(try await access.changedTypes(parts, in: range), through: range.through)
            unseen = nil
            try await tellWhatIsDue(deliveries)
        }
    }

    /// Runs a closure and reports an error, unless it is the same as the last one.
    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
            lastError = nil
        } catch {
            let code = HKError(storeError: error).code
            guard isRunning, code != lastError else { return }
            lastError = code
            handler(self, nil, {}, error)
        }
    }

    /// Calls the handler for due notifications, and schedules the next ones.
    private func tellWhatIsDue(_ deliveries: ObserverDeliveries) async throws {
        timer?.cancel()
        timer = nil
        while isRunning, let update = try await deliveries.due() { await tell(update, deliveries) }
        guard isRunning, let wait = deliveries.wait else { return }
        let clock = deliveries.clock
        let end = clock.now + .seconds(max(wait, 0))
        timer = Task { [weak self] in
            guard (try? await clock.sleep(until: end)) != nil, let self else { return }
            self.deliver { await self.attempt { try await self.tellWhatIsDue(deliveries) } }
        }
    }

    /// Calls the handler.
    private func tell(_ update: ObserverDeliveries.Update, _ deliveries: ObserverDeliveries) async {
        guard isRunning else { return }
        let receipt = update.receipt
        if receipt.types.isEmpty { return handler(self, update.types, {}, nil) }
        let completion: @Sendable () -> Void = {
            guard receipt.acknowledge() else { return }
            self.work.add {
                await deliveries.settle(receipt)
                if self.isRunning { await self.attempt { try await self.tellWhatIsDue(deliveries) } }
            }
        }
        handler(self, update.types, completion, nil)
        await deliveries.noteReturn(of: receipt)
    }
}
