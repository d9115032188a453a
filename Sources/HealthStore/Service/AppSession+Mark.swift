// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

extension AppSession {
    /// How far the changes have come, as far as the app may hear of them.
    package func mark() throws -> AppMark {
        try read { db in try mark(db) }
    }

    /// What has changed since a mark.
    /// - Parameter types: the types to tell of; nil for all that the app has asked for.
    /// - Returns: which types have changes that the app may see and which topics changed, and the mark up to which that goes.
    package func news(
        of types: [HKSampleType]?, since mark: AppMark
    ) throws -> (types: [String], topics: [ChangeRange.Topic], mark: AppMark) {
        try read { db in
            let now = try self.mark(db)
            let wanted = try types ?? askedTypes(db)
            // A place beyond the last one comes from another store, or from this one before it was restored.
            let after = min(mark.place, now.place)
            let changed =
                wanted.isEmpty || after == now.place
                ? [] : try changedTypes(db, wanted.map { SampleQuery.Part($0) }, after: after, through: now.place)
            let topics = now.topics.keys.filter { topic in
                mark.topics[topic].map { $0 != now.topics[topic] } ?? !mark.topics.isEmpty
            }
            return (
                changed.map(\.identifier).sorted(), topics.sorted { $0.rawValue < $1.rawValue }, now
            )
        }
    }

    /// The types of samples that the app has asked for or was given, correlations among them where it may ask for them.
    package func askedSampleTypes() throws -> [HKSampleType] {
        try read(askedTypes)
    }

    private func mark(_ db: Database) throws -> AppMark {
        let counters = try ChangeCounters(db)
        var topics: [ChangeRange.Topic: UInt64] = [:]
        for topic in ChangeRange.Topic.allCases {
            switch topic {
            case .permissions: topics[topic] = try stamp(db, Self.permissionRows)
            case .deliveries: topics[topic] = try stamp(db, Self.deliveryRows)
            case .units: topics[topic] = UInt64(bitPattern: counters.topics[topic] ?? 0)
            case .characteristics, .summaries, .relations, .medications:
                // To an app that may not read such things they never change.
                guard try hears(db, of: topic) else { continue }
                topics[topic] = UInt64(bitPattern: counters.topics[topic] ?? 0)
            }
        }
        return AppMark(place: counters.place, topics: topics)
    }

    private func hears(_ db: Database, of topic: ChangeRange.Topic) throws -> Bool {
        let types: [String]
        switch topic {
        case .characteristics: types = HealthTypes.all.filter { $0.kind == .characteristic }.map(\.identifier)
        case .summaries: types = [HKObjectType.activitySummaryType().identifier]
        case .relations: types = [HKObjectType.workoutType().identifier]
        case .medications: types = [HKObjectType.userAnnotatedMedicationType().identifier]
        case .permissions, .deliveries, .units: return true
        }
        return try types.contains { type in
            switch try PermissionTable.permission(db, app: app.identifier, type: type).read {
            case .authorized, .limited: true
            case .denied, .notDetermined: false
            }
        }
    }

    private func askedTypes(_ db: Database) throws -> [HKSampleType] {
        let asked = Set(
            try String.fetchAll(
                db.cachedStatement(
                    sql: "SELECT p.type FROM permission AS p JOIN app AS a ON a.id = p.app WHERE a.identifier = ?"),
                arguments: [app.identifier]))
        return try HealthTypes.all.compactMap { facts in
            guard let type = HKObjectType.named(facts.identifier) as? HKSampleType else { return nil }
            let members = CorrelationMembers.types(of: facts.identifier)
            guard members.isEmpty ? asked.contains(facts.identifier) : !asked.isDisjoint(with: members) else {
                return nil
            }
            do {
                _ = try visibility(db, type)
                return type
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return nil
            }
        }
    }

    private static let permissionRows = """
        SELECT p.type || ' ' || p.asked || ' ' || p.share || ' ' || p.read || ' ' || coalesce(p.read_from, '')
        FROM permission AS p JOIN app AS a ON a.id = p.app WHERE a.identifier = ?1
        UNION ALL SELECT hex(o.uuid) FROM object_permission AS o JOIN app AS a ON a.id = o.app WHERE a.identifier = ?1
        ORDER BY 1
        """
    private static let deliveryRows = """
        SELECT d.type || ' ' || d.frequency || ' ' || d.anchor FROM background_delivery AS d
        JOIN app AS a ON a.id = d.app WHERE a.identifier = ?1 ORDER BY 1
        """

    /// A number that stands for some lines of the app's.
    private func stamp(_ db: Database, _ sql: String) throws -> UInt64 {
        var hash = ContentHash.empty
        let rows = try String.fetchCursor(db.cachedStatement(sql: sql), arguments: [app.identifier])
        while let row = try rows.next() { hash.combine(row) }
        return hash.low
    }
}
