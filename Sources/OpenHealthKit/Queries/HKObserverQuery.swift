// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession

/// A closure that acknowledges an update; see ``HKObserverQuery``.
public typealias HKObserverQueryCompletionHandler = () -> Void

// Unchecked because its superclass is; the policy is set before the query is executed, and what changes afterwards is used on
// the query's queue alone.
/// A query that notifies of saved or deleted samples, by any program, but not which ones: use another query.
///
/// The handler is called once soon after the query is executed, and then after each change of a sample that the app may
/// see and that fits the predicate. Deleted samples always fit: nothing is left of them to look at. Changes in quick
/// succession, and those that come while the handler runs, may be told in one call. The calls come one after the other.
///
/// An error when the query begins ends it: execute a new one, after asking for permission for instance. A later error is
/// told once, and the query goes on; what it could not look at then is looked at with the next change.
///
/// With background delivery of the type (``HKHealthStore/enableBackgroundDelivery(for:frequency:withCompletion:)``) the
/// first call also stands for everything since the last acknowledged one, in earlier runs of the program too, and calls
/// are as far apart as the frequency says. Call the completion handler when the changes have been dealt with. Where it is
/// not called, the notification is repeated after one second, and after four more, and then ends for the type until
/// the completion handler is called after all, or background delivery is enabled again. The three attempts are
/// HealthKit's; the seconds are ours. Without background delivery the completion handler does nothing.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    private typealias Handler =
        @Sendable (
            HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
        ) -> Void

    /// How patient background delivery is.
    package var policy = DeliveryPolicy()

    private let descriptors: [HKQueryDescriptor]
    private let handler: Handler
    private var deliveries: ObserverDeliveries?
    /// The range that could not be read because of an error.
    private var unseen: ChangeRange?
    private var lastError: HKError.Code?
    private var timer: DispatchWorkItem?

    /// Creates a query for the changes of one type.
    /// - Parameters:
    ///   - sampleType: the type.
    ///   - predicate: what the samples have to fit; nil for all.
    ///   - updateHandler: takes the query, a completion handler to call when the changes have been dealt with, and an error
    ///     where there was one.
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
    ///   - queryDescriptors: the types, and what their samples have to fit.
    ///   - updateHandler: takes the query, the types that have changed (all of them in the first call; nil with an error), a
    ///     completion handler to call when the changes have been dealt with, and an error where there was one.
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

    /// An acknowledgement counts also after the query was stopped.
    override var cancelsWork: Bool { false }

    override func run(_ context: HealthContext) async {
        do {
            let parts = try descriptors.parts
            let session = try context.session()
            let place = try await session.latestPlace()
            let deliveries = ObserverDeliveries(parts, session, policy, from: place)
            self.deliveries = deliveries
            let interest = ChangeInterest(parts.map(\.type), topics: [.deliveries])
            try await follow(interest, in: session, after: place) { [unowned self] range in
                await update(range, session, parts)
            }
            try await session.checkReadable(deliveries.types)
            await tell(try await deliveries.first(), deliveries)
            try await tellWhatIsDue(deliveries)
        } catch {
            if isRunning { handler(self, nil, {}, error) }
            finish()
        }
    }

    /// Looks at what has changed, on the queue.
    private func update(_ range: ChangeRange, _ session: any HealthSession, _ parts: [SampleQuery.Part]) async {
        guard let deliveries else { return }
        let range = unseen.map { $0.joined(with: range) } ?? range
        unseen = range
        await attempt {
            deliveries.add(try await session.changedTypes(parts, in: range), through: range.through)
            unseen = nil
            try await tellWhatIsDue(deliveries)
        }
    }

    /// Runs a closure; an error is reported, unless it is the same as the last one.
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
        let timer = DispatchWorkItem { [weak self] in
            guard let self else { return }
            self.deliver { await self.attempt { try await self.tellWhatIsDue(deliveries) } }
        }
        self.timer = timer
        DispatchQueue.global().asyncAfter(deadline: .now() + max(wait, 0), execute: timer)
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
