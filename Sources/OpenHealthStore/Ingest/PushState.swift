// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The identifier, date of change and content hash of a pushed record.
struct PushedIdentity {
    /// The UUID, if the sender identifies the record.
    var uuid: UUID?
    /// The date of the sender's last change, in seconds since 1970, if known.
    var updated: Double?
    /// The hash of the content, if the sender identifies the record.
    var content: Int64?
    /// The statistics with sums of a workout.
    var sums: [WorkoutStatisticsData] = []
}

/// The state of a push that is being stored. Its parts are changed by the steps that they belong to.
final class PushState {
    /// The identifier of the app.
    let app: String
    /// The date of the push.
    let now: Date
    /// The stored samples that the push can change.
    let reach: PushReach
    /// The facts that no sample of the push carries.
    let missing: MissingProperties
    /// Whether the push adds the records of deleted samples.
    let restoresDeleted: Bool

    /// The hashes of the content of the records, or of the items that are being stored.
    private(set) var content: PushedContent
    /// The latest versions of the records.
    private(set) var versions = LatestVersions()
    /// The identity of the item that is being stored.
    private(set) var item = PushedIdentity()
    /// The metadata of the item that is being stored, if text does not restore their values.
    private(set) var itemValues: [String: HKMetadataValue]?
    /// The counts of items by type.
    private(set) var items: [String: PushedReceipt.Counts] = [:]
    /// The hashes of the items without an identity that were stored.
    private var itemContents: Set<ContentHash> = []
    /// Whether there are copies of samples; nil before it was needed. See ``PushedCopy``.
    private var hasCopies: Bool?

    let sessions = PushedSessions()
    let nights = NightRevisions()
    let former = FormerSamples()
    let leftOut: LeftOutRecords

    /// - Parameters:
    ///   - deleted: The UUIDs of HealthKit that the push deletes.
    ///   - restoresDeleted: Whether to add the records of samples that the person deleted.
    init(
        _ db: Database, app: String, now: Date, missing: MissingProperties, content: PushedContent,
        deleted: Set<UUID>, restoresDeleted: Bool
    ) throws {
        (self.app, self.now, self.missing, self.content) = (app, now, missing, content)
        leftOut = LeftOutRecords(deleted: deleted)
        self.restoresDeleted = restoresDeleted
        reach = try PushReach(db, app: app)
    }

    /// Begins the items of a batch.
    func begin(_ content: PushedContent) { self.content = content }

    /// Begins the records of the push.
    func begin(_ versions: LatestVersions) { self.versions = versions }

    /// Begins an item.
    /// - Parameter values: The metadata, if text does not restore their values.
    func begin(_ item: PushedIdentity, _ values: [String: HKMetadataValue]?) {
        (self.item, itemValues) = (item, values)
    }

    /// Notes an item without an identity.
    /// - Returns: Whether an equal item was noted before.
    func isRepetition(_ item: ImportedItem) -> Bool {
        guard let hash = content.hash(whole: item) else { return false }
        return !itemContents.insert(hash).inserted
    }

    /// Begins a workout.
    func begin(_ workout: WorkoutData) {
        item.sums = workout.statistics.filter { $0.sum != nil }
        former.beginWorkout()
    }

    /// Ends the item, before the samples in it.
    func endItem() { item = PushedIdentity() }

    /// Counts an item.
    func count(_ type: String, _ count: PushedReceipt.Counts) {
        items[type] = (items[type] ?? .init()) + count
    }

    /// Returns whether there are copies of samples.
    func hasCopies(_ db: Database) throws -> Bool {
        if let hasCopies { return hasCopies }
        let known = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM pushed_copy)") ?? false
        hasCopies = known
        return known
    }

    /// Notes that there is a copy of a sample.
    func noteCopy() { hasCopies = true }
}
