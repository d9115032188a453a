// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the handler that can be set is set before the query is executed, and the anchor is used
// on the query's queue alone.
/// Reads what has been saved and deleted after an anchor; with an ``updateHandler`` it goes on and tells of changes.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// Takes the query, samples, deleted objects, and the anchor to go on from, or an error.
    private typealias Handler =
        @Sendable (
            HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    /// Called after each change with what was saved and deleted since the last call. Without one the query ends with its
    /// first results.
    ///
    /// Set it before the query is executed, and only on one without a limit; the process stops otherwise. After an error
    /// the query goes on: the next call has what this one lacked.
    @preconcurrency
    open var updateHandler:
        (
            @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
        )?
    {
        get { storedUpdateHandler }
        set {
            checkMaySetHandler("updateHandler")
            if newValue != nil && limit != HKObjectQueryNoLimit {
                contractViolation("A query with an updateHandler has no limit: give HKObjectQueryNoLimit.")
            }
            storedUpdateHandler = newValue
        }
    }

    private var storedUpdateHandler: Handler?
    private let descriptors: [HKQueryDescriptor]
    private let limit: Int
    private let resultsHandler: Handler
    private var anchor: HKQueryAnchor?

    /// Creates a query for the changes of one type.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what the samples have to fit; nil for all. Of what is deleted nothing is left that could be asked about.
    ///   - anchor: where the results of an earlier query ended; nil for everything.
    ///   - limit: the maximum number of samples and deleted objects; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: takes the samples, the deleted objects, and the anchor to go on from, or an error.
    @preconcurrency
    public required init(
        type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        descriptors = [HKQueryDescriptor(sampleType: type, predicate: predicate)]
        self.anchor = anchor
        self.limit = limit
        resultsHandler = handler
        super.init(objectType: type, predicate: predicate)
    }

    /// Creates a query for the changes of several types.
    /// - Parameters:
    ///   - queryDescriptors: the types, and what their samples have to fit.
    ///   - anchor: where the results of an earlier query ended; nil for everything.
    ///   - limit: the maximum number of samples and deleted objects; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: takes the samples, the deleted objects, and the anchor to go on from, or an error.
    @preconcurrency
    public required init(
        queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        descriptors = queryDescriptors
        self.anchor = anchor
        self.limit = limit
        resultsHandler = handler
        super.init(objectType: queryDescriptors.onlyType, predicate: queryDescriptors.onlyPredicate)
    }

    /// Creates a query in the oldest form, with numbers for anchors and without deleted objects.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what the samples have to fit; nil for all.
    ///   - anchor: the number that an earlier query gave; ``HKAnchoredObjectQueryNoAnchor`` for everything.
    ///   - limit: the maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: takes the samples and the number to go on from, or an error.
    @preconcurrency
    public convenience init(
        type: HKSampleType, predicate: NSPredicate?, anchor: Int, limit: Int,
        completionHandler handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, Int, (any Error)?) -> Void
    ) {
        let start = anchor == Int(HKAnchoredObjectQueryNoAnchor) ? nil : HKQueryAnchor(fromValue: anchor)
        self.init(type: type, predicate: predicate, anchor: start, limit: limit) { query, samples, _, reached, error in
            handler(query, samples, reached?.value ?? anchor, error)
        }
    }

    override func run(_ context: HealthContext) async {
        do {
            let parts = try descriptors.parts
            let limit = try QueryLimit.checked(limit)
            let session = try context.session()
            if let update = storedUpdateHandler {
                // Before the first results, so that nothing between the two is missed.
                try await follow(ChangeInterest(parts.map(\.type)), in: session) { [unowned self] _ in
                    await self.update(session, parts, update)
                }
            }
            let changes = try await session.changes(parts, after: anchor, limit: limit)
            anchor = changes.anchor
            if isRunning {
                resultsHandler(self, changes.added.withoutDocuments, changes.deleted, changes.anchor, nil)
            }
            if storedUpdateHandler == nil { finish() }
        } catch {
            if isRunning { resultsHandler(self, nil, nil, nil, error) }
            finish()
        }
    }

    private func update(_ session: any HealthSession, _ parts: [SampleQuery.Part], _ handler: Handler) async {
        do {
            let changes = try await session.changes(parts, after: anchor)
            anchor = changes.anchor
            // What changed may not fit the predicate, or have been read already.
            guard isRunning, !changes.added.isEmpty || !changes.deleted.isEmpty else { return }
            handler(self, changes.added.withoutDocuments, changes.deleted, changes.anchor, nil)
        } catch {
            if isRunning { handler(self, nil, nil, nil, error) }
        }
    }
}
