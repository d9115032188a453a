// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the update handler is set before the query is executed, and the anchor is used only on the
// query's queue.
/// A query for the objects saved and deleted after an anchor. With an ``updateHandler`` it continues and reports changes.
///
/// The initializers are `required`, so that they can be called on a metatype, as on Apple's systems; a subclass that overrides one writes
/// `required`, which Apple's systems accept.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// Receives the query, the samples, the deleted objects, and the anchor for the next query, or an error.
    private typealias Handler =
        @Sendable (
            HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    /// A handler that is called after each change with the objects that were saved and deleted since the last call. Without it,
    /// the query ends after its initial results.
    ///
    /// The query continues after an error: the next call includes the changes that the failed one lacked.
    ///
    /// - Precondition: The query has not been executed, and has no limit.
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
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all. All deleted objects match, because their properties are not
    ///     kept.
    ///   - anchor: The anchor of an earlier result; nil for all objects.
    ///   - limit: The maximum number of samples and deleted objects; ``HKObjectQueryNoLimit`` for no limit.
    ///   - handler: Receives the samples, the deleted objects, and the anchor for the next query, or an error.
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
    ///   - queryDescriptors: The types, each with a predicate for its samples.
    ///   - anchor: The anchor of an earlier result; nil for all objects.
    ///   - limit: The maximum number of samples and deleted objects; ``HKObjectQueryNoLimit`` for no limit.
    ///   - handler: Receives the samples, the deleted objects, and the anchor for the next query, or an error.
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

    /// Creates a query with a numeric anchor and without deleted objects. This is the oldest form of the query.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    ///   - anchor: The anchor of an earlier result; ``HKAnchoredObjectQueryNoAnchor`` for all objects.
    ///   - limit: The maximum number of samples; ``HKObjectQueryNoLimit`` for no limit.
    ///   - handler: Receives the samples and the anchor for the next query, or an error.
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
            let access = try context.access()
            if let update = storedUpdateHandler {
                // Subscribes before reading the initial results, so that no change in between is missed.
                try await follow(ChangeInterest(parts.map(\.type)), in: access) { [unowned self] _ in
                    await self.update(access, parts, update)
                }
            }
            let changes = try await access.changes(parts, after: anchor, limit: limit)
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

    private func update(_ access: any HealthAccess, _ parts: [SampleQuery.Part], _ handler: Handler) async {
        do {
            let changes = try await access.changes(parts, after: anchor)
            anchor = changes.anchor
            // The changes may not match the predicate, or may have been read already.
            guard isRunning, !changes.added.isEmpty || !changes.deleted.isEmpty else { return }
            handler(self, changes.added.withoutDocuments, changes.deleted, changes.anchor, nil)
        } catch {
            if isRunning { handler(self, nil, nil, nil, error) }
        }
    }
}
