// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthServer

/// Requests about what the app itself has saved. Requests about hidden objects are all refused, so they do not show whether hidden data
/// influence responses with content.
extension SameRequests {
    /// The routes that must answer with content in ``askForOwn(_:)``, if the app may save all types.
    static let ownRoutes = [
        SampleRoutes.save.route, SeriesRoutes.route.route, SeriesRoutes.heartbeats.route, SeriesRoutes.readings.route,
        AttachmentRoutes.add.route, AttachmentRoutes.list.route, AttachmentRoutes.read.route, AttachmentRoutes.content,
        AttachmentRoutes.remove.route, EffortRoutes.relate.route, EffortRoutes.query.route,
        EffortRoutes.unrelate.route, SampleRoutes.correlations.route,
    ].map(\.id)

    /// Saves samples, and requests their series, attachments, relations and members.
    func askForOwn(_ responses: SameResponses) async throws {
        let date = TwinWorlds.horizon + 20_000
        let single = try #require(TwinWorlds.samples(of: worlds.visible, at: date, count: 1).first)
        try await responses.ask([Self.saving(single), Self.reading(single.uuid, "readings")])
        try await askForAttachments(of: single.uuid, responses)
        guard worlds.variant == .mayShare else { return }
        let fields = { HKObjectFields(newWith: nil, metadata: [:]) }
        let workout = try #require(TwinWorlds.samples(of: .workoutType(), at: date, count: 1).first)
        let route = HKWorkoutRoute(
            count: 1, startDate: workout.startDate, endDate: workout.endDate, fields: fields())
        let point = RoutePoint(time: workout.startDate.timeIntervalSince1970, latitude: 1, longitude: 2)
        let beats = HKHeartbeatSeriesSample(
            count: 2, startDate: workout.startDate, endDate: workout.endDate, fields: fields())
        try await responses.ask([
            Self.saving(workout), Self.saving(route, .route([point], workout: workout.uuid)),
            Self.saving(
                beats,
                .heartbeats([
                    SeriesHeartbeat(time: 0.5, precededByGap: false), SeriesHeartbeat(time: 1.25, precededByGap: true),
                ])),
            Self.reading(route.uuid, "route"), Self.reading(beats.uuid, "heartbeats"),
        ])
        try await askForEffort(of: workout, responses)
        let type = HKCorrelationType(.bloodPressure)
        let pressures = TwinWorlds.samples(of: type, at: date, count: 5)
        try await responses.ask(pressures.map { Self.saving($0) })
        var cursors: [String?] = [nil, nil]
        repeat {
            let found = try await responses.ask { world in
                let cursor = cursors[world].map { ",\"cursor\":\"\($0)\"" } ?? ""
                return TwinRequest(
                    SampleRoutes.correlations.route, nil, "{\"type\":\"\(type.identifier)\",\"limit\":2\(cursor)}")
            }
            cursors = try found.map { try CorrelationPageJSON($0.json).cursor }
        } while cursors.contains { $0 != nil }
    }

    private func askForAttachments(of sample: UUID, _ responses: SameResponses) async throws {
        let path = "/v1/samples/\(sample.uuidString)/attachments"
        let added = try await responses.ask([
            TwinRequest(
                AttachmentRoutes.add.route, path + "?name=a", "abc", contentType: "application/octet-stream")
        ])[0]
        try await responses.ask([TwinRequest(AttachmentRoutes.list.route, path)])
        let files = try added.map { "/v1/attachments/\(try StoredAttachment.format.decode($0.json).uuid.uuidString)" }
        _ = try await responses.ask { TwinRequest(AttachmentRoutes.read.route, files[$0]) }
        _ = try await responses.ask { TwinRequest(AttachmentRoutes.content, files[$0] + "/content") }
        _ = try await responses.ask { TwinRequest(AttachmentRoutes.remove.route, files[$0]) }
        try await responses.ask([TwinRequest(AttachmentRoutes.list.route, path)])
    }

    private func askForEffort(of workout: HKSample, _ responses: SameResponses) async throws {
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
            start: workout.startDate, end: workout.endDate)
        let path = "/v1/workouts/\(workout.uuid.uuidString)/effort"
        let query = TwinRequest(EffortRoutes.query.route, nil, "{}")
        try await responses.ask([
            TwinRequest(EffortRoutes.relate.route, path, "{\"sample\":\(SampleJSON(score).json.text)}"), query,
            TwinRequest(EffortRoutes.unrelate.route, path + "/\(score.uuid.uuidString)"), query,
        ])
    }

    private static func saving(_ sample: HKSample, _ measurements: SeriesMeasurements? = nil) -> TwinRequest {
        let json = NewSampleJSON(sample, measurements).json.text
        return TwinRequest(SampleRoutes.save.route, nil, "{\"samples\":[\(json)]}")
    }

    private static func reading(_ uuid: UUID, _ series: String) -> TwinRequest {
        let routes = ["readings": SeriesRoutes.readings.route, "heartbeats": SeriesRoutes.heartbeats.route]
        return TwinRequest(
            routes[series] ?? SeriesRoutes.route.route, "/v1/samples/\(uuid.uuidString)/\(series)")
    }
}
