// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

extension RemoteAccess {
    package func samples(_ query: SampleQuery) async throws -> [HKSample] {
        try Self.check(query.parts.map(\.predicate))
        var request = try DaemonRequest(SampleRoutes.query, SampleQueryJSON(query.bounded))
        // All of them, one on a line: the text of the whole response is never in memory.
        request.accept = "application/x-ndjson"
        return try await ask(request) { response in
            var samples: [HKSample] = []
            try await response.forEachLine { line in
                samples.append(try SampleJSON(line).sample)
                return true
            }
            return samples
        }
    }

    package func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]] {
        if queries.isEmpty { return [] }
        if queries.count == 1 { return [try await samples(queries[0])] }
        for query in queries { try Self.check(query.parts.map(\.predicate)) }
        let responses = try await call(SampleRoutes.queries, queries.map(\.bounded))
        guard responses.count == queries.count else {
            throw HKError(
                .errorInvalidArgument, "The health server's response does not have one result for each query.")
        }
        return responses
    }

    package func samplePages(_ query: SampleQuery) -> any SamplePaging { RemotePages(self, query) }

    package func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource> {
        try Self.check([part.predicate])
        return Set(try await call(SourceRoutes.query, part))
    }

    package func correlations(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]
    ) async throws -> [HKCorrelation] {
        try Self.check([part.predicate] + members.values)
        var query = CorrelationQueryJSON(part, members: members, limit: SampleRoutes.maximumOnPage)
        var found: [HKCorrelation] = []
        repeat {
            let page = try await call(SampleRoutes.correlations, query)
            found += page.correlations.compactMap { $0 as? HKCorrelation }
            query.cursor = page.cursor
        } while query.cursor != nil
        return found
    }

    package func ownObject(_ uuid: UUID) async throws -> HKSample? {
        do {
            return try await call(SampleRoutes.show, path: ["uuid": uuid.uuidString], query: [("own", "true")])
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }
}

extension SampleQuery {
    /// The query with a limit above zero, or none.
    var bounded: SampleQuery { SampleQuery(parts, order: order, limit: limit.flatMap { $0 > 0 ? $0 : nil }) }
}

/// The samples of a query to a server, page by page.
struct RemotePages: SamplePaging {
    private let access: RemoteAccess
    private let query: SampleQuery
    private var cursor: String?
    private var isDone = false
    /// The number of samples that may follow; nil for any number.
    private var remaining: Int?

    /// The maximum number of samples in a page of the server.
    private static let most = 10_000

    init(_ access: RemoteAccess, _ query: SampleQuery) {
        self.access = access
        self.query = query
        remaining = query.bounded.limit
    }

    mutating func next(_ size: Int) async throws -> [HKSample]? {
        while !isDone, remaining != 0 {
            var part = query
            part.limit = min(max(size, 1), remaining ?? .max, Self.most)
            try RemoteAccess.check(part.parts.map(\.predicate))
            let page = try await access.call(SampleRoutes.query, SampleQueryJSON(part, cursor: cursor))
            cursor = page.cursor
            isDone = cursor == nil
            remaining = remaining.map { max(0, $0 - page.samples.count) }
            if !page.samples.isEmpty { return page.samples }
        }
        return nil
    }
}

extension RemoteAccess {
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat] {
        try await call(
            SeriesRoutes.heartbeats, path: ["uuid": uuid.uuidString], query: Self.page(limit, after: String(position))
        ).elements
    }

    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int) {
        var query = Self.page(limit, after: position.map(String.init))
        if let interval { query += [("from", APIDate.text(interval.start)), ("to", APIDate.text(interval.end))] }
        let page = try await call(SeriesRoutes.route, path: ["uuid": uuid.uuidString], query: query)
        // Nothing follows the last page.
        guard let cursor = page.cursor else { return (page.elements, Int.max >> 1) }
        guard let end = Int(cursor) else {
            throw HKError(
                .errorInvalidArgument, "The health server's response has a cursor that is not a position in a route.")
        }
        return (page.elements, end)
    }

    package func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double) {
        let response = try await call(SeriesRoutes.voltages, path: ["uuid": uuid.uuidString])
        return (response.voltages, response.unit, response.frequency)
    }

    package func readings(
        of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int
    ) async throws -> [SeriesQuantity] {
        try await call(
            SeriesRoutes.readings, path: ["uuid": uuid.uuidString],
            query: Self.page(limit, after: start.map { "\($0)" }) + [("type", type.identifier)]
        ).readings
    }

    private static func page(_ limit: Int, after cursor: String?) -> [(name: String, value: String)] {
        let limit = (name: "limit", value: String(max(1, min(limit, SeriesRoutes.maximumInPage))))
        return [limit] + (cursor.map { [("cursor", $0)] } ?? [])
    }
}

extension RemoteAccess {
    package func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        try await call(EffortRoutes.zones, query: [("type", type.identifier)])
    }

    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        // A repeated relation changes nothing.
        try await call(
            as: .save, EffortRoutes.relate, (sample: sample, activity: activity),
            path: ["uuid": workout.uuidString])
    }

    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        let activity = activity.map { [(name: "activity", value: $0.uuidString)] } ?? []
        try await call(
            as: .save, EffortRoutes.unrelate, path: ["uuid": workout.uuidString, "sample": sample.uuid.uuidString],
            query: [("type", sample.sampleType.identifier)] + activity, isRepeatable: false)
    }

    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship] {
        try Self.check([predicate])
        let response = try await call(
            EffortRoutes.query,
            EffortQueryJSON(
                predicate, anchor: course.anchor, isMostRelevant: isMostRelevant, workouts: course.workouts))
        (course.anchor, course.workouts) = (response.anchor, response.workouts)
        return response.relationships
    }
}

extension RemoteAccess {
    package func statistics(_ query: StatisticsQuery) async throws -> [HKStatistics] {
        try query.check()
        try Self.check([query.predicate])
        var request = try DaemonRequest(StatisticsRoutes.query, query)
        request.accept = "application/x-ndjson"
        return try await ask(request) { response in
            var statistics: [HKStatistics] = []
            try await response.forEachLine { line in
                statistics.append(try JSONFormat.statistics.decode(line))
                return true
            }
            return statistics
        }
    }

    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        try await call(
            PersonRoutes.splitEnergy,
            (total: total, startDate: start, endDate: end, timeZone: calendar.timeZone))
    }
}

extension RemoteAccess {
    package func characteristic(_ type: HKCharacteristicType) async throws -> String? {
        let name = CharacteristicName.name(type) ?? type.identifier
        return try await call(PersonRoutes.characteristic, path: ["name": name]).value
    }

    package func dateOfBirth() async throws -> DateComponents? {
        guard let text = try await characteristic(HKCharacteristicType(.dateOfBirth)) else { return nil }
        return try DateOfBirth.components(text)
    }

    package func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    {
        if types.isEmpty { return [:] }
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        return try await call(PersonRoutes.units, query: names + [("locale", locale.identifier)])
    }

    package func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary] {
        try Self.check([predicate])
        return try await call(PersonRoutes.querySummaries, predicate)
    }

    package func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication] {
        if limit == 0 { return [] }
        try Self.check([predicate])
        return try await call(
            PersonRoutes.queryMedications,
            (predicate: predicate, limit: limit.map { min($0, PersonRoutes.limits.upperBound) }))
    }
}
