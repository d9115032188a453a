// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalAccess {
    package func samplePages(_ query: SampleQuery) -> any SamplePaging {
        LocalPages(access: self, pages: SamplePages(appAccess, query))
    }

    package func samples(_ query: SampleQuery) async throws -> [HKSample] {
        try await perform { try $0.samples(query) }
    }

    package func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]] {
        try await perform { try $0.samples(queries) }
    }

    package func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource> {
        try await perform { try $0.sources(part) }
    }

    package func correlations(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]) async throws
        -> [HKCorrelation]
    {
        try await perform { try $0.correlations(part, members: members) }
    }

    package func ownObject(_ uuid: UUID) async throws -> HKSample? {
        try await perform { try $0.ownObject(uuid) }
    }
}

/// The pages of a query on a local database.
private struct LocalPages: SamplePaging {
    let access: LocalAccess
    var pages: SamplePages

    mutating func next(_ size: Int) async throws -> [HKSample]? {
        let before = pages
        let (page, after) = try await access.perform { _ in
            var pages = before
            let page = try pages.next(size)
            return (page, pages)
        }
        pages = after
        return page
    }
}

extension LocalAccess {
    package func save(_ objects: [HKObject]) async throws {
        try await perform { try $0.save(objects) }
    }

    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) async throws -> [UUID] {
        try await perform { try $0.save(samples, adding: members, to: workout, savesMissing: savesMissing) }
    }

    package func saveNew(_ samples: [HKSample]) async throws -> [UUID] {
        try await perform { try $0.saveNew(samples) }
    }

    package func checkMaySave(_ types: [HKSampleType]) async throws {
        try await perform { try $0.checkMaySave(types) }
    }

    package func delete(_ objects: [HKObject]) async throws {
        try await perform { try $0.delete(objects) }
    }

    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> Int {
        try await perform { try $0.deleteObjects(of: type, predicate: predicate) }
    }
}

extension LocalAccess {
    package func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) async throws -> ChangeSubscription {
        try await perform { try $0.subscribe(after: anchor, handler) }
    }

    package func latestAnchor() async throws -> HKQueryAnchor {
        try await perform { try $0.latestAnchor() }
    }

    package func latestPlace() async throws -> Int64 {
        try await perform { try $0.latestPlace() }
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int?) async throws
        -> AppChanges
    {
        try await perform { try $0.changes(parts, after: anchor, limit: limit) }
    }

    package func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) async throws -> Set<HKSampleType> {
        try await perform { try $0.changedTypes(parts, in: range) }
    }
}

extension LocalAccess {
    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship] {
        let before = course
        let (found, after) = try await perform { access in
            var course = before
            let found = try access.effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant)
            return (found, course)
        }
        course = after
        return found
    }

    package func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        try await perform { try $0.latestZoneConfiguration(for: type) }
    }

    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        try await perform { try $0.relateEffort(sample, workout: workout, activity: activity) }
    }

    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        try await perform { try $0.unrelateEffort(sample, workout: workout, activity: activity) }
    }
}

extension LocalAccess {
    package func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) async throws -> StoredAttachment {
        try await perform {
            try $0.addAttachment(
                to: object, type: type, name: name, contentType: contentType, file: file, metadata: metadata)
        }
    }

    package func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment] {
        try await perform { try $0.attachments(of: object, type: type) }
    }

    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws {
        try await perform { try $0.removeAttachment(uuid, from: object, type: type) }
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data {
        try await perform { try $0.attachmentBytes(uuid, from: offset, count: count) }
    }
}
