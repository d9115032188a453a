// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

@testable import OpenHealthServer

/// The requests of an app that tries to detect invisible samples: every route for every type.
struct SameRequests {
    let worlds: TwinWorlds

    init(_ worlds: TwinWorlds) {
        self.worlds = worlds
    }

    private static let types = TwinWorlds.sampleTypes.map(\.identifier)
    private static let dates = "from=2030-03-01T00:00:00Z&to=2030-05-01T00:00:00Z"

    private static func list(_ types: some Sequence<String>) -> String {
        "[" + types.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    private static func parts(_ types: some Sequence<String>) -> String {
        "[" + types.map { "{\"type\":\"\($0)\"}" }.joined(separator: ",") + "]"
    }

    /// The requests about single types.
    var ofTypes: [TwinRequest] {
        HealthTypes.all.flatMap { facts -> [TwinRequest] in
            let type = facts.identifier
            let part = "{\"type\":\"\(type)\"}"
            return [
                TwinRequest(SampleRoutes.list.route, "/v1/samples?type=\(type)"),
                TwinRequest(
                    SampleRoutes.list.route, "/v1/samples?type=\(type)&order=-endDate",
                    headers: [("Accept", "application/x-ndjson")]),
                TwinRequest(SourceRoutes.read.route, "/v1/sources?type=\(type)"),
                TwinRequest(SourceRoutes.query.route, nil, part),
                TwinRequest(StatisticsRoutes.read.route, "/v1/statistics?type=\(type)"),
                TwinRequest(
                    StatisticsRoutes.explanation.route, "/v1/statistics/explanation?type=\(type)&\(Self.dates)"),
                TwinRequest(StatisticsRoutes.categories.route, "/v1/category-statistics?type=\(type)"),
                TwinRequest(
                    InsightRoutes.correlation.route, "/v1/insights/correlation?type=stepCount&other=\(type)"),
                TwinRequest(EffortRoutes.zones.route, "/v1/workout-zones?type=\(type)"),
                TwinRequest(AuthorizationRoutes.status.route, "/v1/authorization-status?type=\(type)"),
                TwinRequest(ChangeRoutes.query.route, nil, "{\"parts\":[\(part)],\"anchor\":\"0\"}"),
                TwinRequest(PersonRoutes.units.route, "/v1/units?type=\(type)&locale=en_GB"),
            ]
        }
    }

    /// The requests about all types at once, and about objects that are not samples.
    var batches: [TwinRequest] {
        let (all, half) = (Self.types, Self.types.count / 2)
        var requests = [all.prefix(half), all.suffix(all.count - half)].flatMap { types -> [TwinRequest] in
            [
                TwinRequest(
                    SampleRoutes.query.route, nil, "{\"parts\":\(Self.parts(types)),\"order\":[{\"key\":\"uuid\"}]}"),
                TwinRequest(ChangeRoutes.query.route, nil, "{\"parts\":\(Self.parts(types))}"),
                TwinRequest(
                    ChangeRoutes.query.route, nil, "{\"parts\":\(Self.parts(types)),\"anchor\":\"0\",\"limit\":2}"),
                TwinRequest(
                    ChangeRoutes.types.route, nil,
                    "{\"parts\":\(Self.parts(types)),\"after\":\"0\",\"through\":\"1\"}"),
                TwinRequest(DeliveryRoutes.check.route, nil, "{\"types\":\(Self.list(types))}"),
                TwinRequest(AuthorizationRoutes.check.route, nil, "{\"share\":[],\"read\":\(Self.list(types))}"),
                TwinRequest(
                    SampleRoutes.queries.route, nil,
                    "{\"queries\":["
                        + types.prefix(100).map { "{\"parts\":[{\"type\":\"\($0)\"}]}" }.joined(separator: ",")
                        + "]}"),
            ]
        }
        for type in [HKCorrelationTypeIdentifier.food, .bloodPressure].map(\.rawValue) {
            requests.append(TwinRequest(SampleRoutes.correlations.route, nil, "{\"type\":\"\(type)\",\"members\":[]}"))
        }
        let now = "2030-03-20T00:00:00Z"
        requests += [
            TwinRequest(ChangeRoutes.query.route, nil, "{\"parts\":[]}"), TwinRequest(ChangeRoutes.latest.route),
            TwinRequest(ChangeRoutes.query.route, nil, "{\"parts\":[],\"anchor\":\"7\"}"),
            TwinRequest(TypeRoutes.list.route), TwinRequest(AppRoutes.show.route),
            TwinRequest(InsightRoutes.read.route),
            TwinRequest(InsightRoutes.read.route, "/v1/insights?goal=stepCount:1"),
            TwinRequest(InsightRoutes.ranges.route, "/v1/insights/ranges?from=2030-01-01&to=2030-03-20"),
            TwinRequest(InsightRoutes.cycle.route),
            TwinRequest(SummaryRoutes.days.route, "/v1/summaries/days?from=2030-01-01&to=2030-03-20"),
            TwinRequest(SummaryRoutes.nights.route, "/v1/summaries/nights?from=2030-01-01&to=2030-03-20"),
            TwinRequest(SummaryRoutes.workouts.route),
            TwinRequest(
                AuthorizationRoutes.requestStatus.route, nil,
                "{\"share\":[],\"read\":[\"\(worlds.visible.identifier)\"]}"),
            TwinRequest(AuthorizationRoutes.dates.route, nil, "{\"types\":\(Self.list(Self.types.prefix(900)))}"),
            TwinRequest(
                AuthorizationRoutes.request.route, nil, "{\"share\":[],\"read\":[\"\(worlds.visible.identifier)\"]}"),
            TwinRequest(AuthorizationRoutes.show.route, "/v1/authorization-requests/\(UUID().uuidString)"),
            TwinRequest(PersonRoutes.characteristics.route), TwinRequest(PersonRoutes.summaries.route),
            TwinRequest(PersonRoutes.querySummaries.route, nil, "{}"), TwinRequest(PersonRoutes.medications.route),
            TwinRequest(PersonRoutes.queryMedications.route, nil, "{}"),
            TwinRequest(
                PersonRoutes.splitEnergy.route, nil,
                "{\"total\":{\"value\":100,\"unit\":\"kcal\"},\"startDate\":\"\(now)\",\"endDate\":\"\(now)\"}"),
            TwinRequest(
                StatisticsRoutes.query.route, nil, "{\"type\":\"\(worlds.visible.identifier)\"}"),
            TwinRequest(EffortRoutes.query.route, nil, "{}"),
            TwinRequest(EffortRoutes.query.route, nil, "{\"anchor\":3,\"mostRelevant\":true}"),
            TwinRequest(DeliveryRoutes.list.route), TwinRequest(DeliveryRoutes.webhooks.route),
            TwinRequest(FHIRRoutes.scopes), TwinRequest(FHIRRoutes.observations),
            TwinRequest(FHIRRoutes.observations, "/fhir/Observation?_count=0"),
            TwinRequest(FHIRRoutes.observations, "/fhir/Observation?code=http://loinc.org|8867-4"),
            TwinRequest(
                FHIRRoutes.observationSearch, nil, "category=vital-signs",
                contentType: "application/x-www-form-urlencoded"),
            TwinRequest(FHIRRoutes.patient, "/fhir/Patient/person"), TwinRequest(FHIRRoutes.patients),
            TwinRequest(
                FHIRRoutes.patientSearch, nil, "_id=person", contentType: "application/x-www-form-urlencoded"),
            TwinRequest(FHIRRoutes.observations, "/fhir/Observation?_total=accurate&_elements=valueQuantity"),
            TwinRequest(FHIRRoutes.everything, "/fhir/Patient/person/$everything"),
        ]
        return requests + Self.nightscoutReads
            + ["dateOfBirth", "biologicalSex", "bloodType", "fitzpatrickSkinType", "wheelchairUse"].map {
                TwinRequest(PersonRoutes.characteristic.route, "/v1/characteristics/\($0)")
            }
    }

    // MARK: - Probes

    /// Returns the UUIDs to try: for each hidden type one of an app and one of an import, and one that does not exist.
    func uuids(_ hidden: [HKSample], imported: [SampleRecord]) -> [UUID] {
        let chosen = Dictionary(grouping: hidden, by: \.sampleType.identifier).compactMap { $0.value.first?.uuid }
        let made = Dictionary(grouping: imported, by: \.type).compactMap { $0.value.first?.uuid }
        return (chosen + made).sorted { $0.uuidString < $1.uuidString } + [UUID()]
    }

    /// Returns requests that read samples by their UUIDs.
    /// - Parameters:
    ///   - uuids: The UUIDs.
    ///   - imported: Imported samples, whose series and attachments are only requested in one variant, because the routes find
    ///     all samples in the same way.
    func reading(_ uuids: [UUID], imported: [SampleRecord]) -> [TwinRequest] {
        let imported = worlds.variant == .denied ? [] : Set(imported.map(\.uuid))
        return uuids.flatMap { uuid -> [TwinRequest] in
            let path = "/v1/samples/\(uuid.uuidString)"
            let samples = [
                TwinRequest(SampleRoutes.show.route, path), TwinRequest(SampleRoutes.show.route, path + "?own=true"),
            ]
            if imported.contains(uuid) { return samples }
            return samples + [
                TwinRequest(SeriesRoutes.route.route, path + "/route"),
                TwinRequest(SeriesRoutes.voltages.route, path + "/voltages"),
                TwinRequest(SeriesRoutes.heartbeats.route, path + "/heartbeats"),
                TwinRequest(SeriesRoutes.readings.route, path + "/readings"),
                TwinRequest(AttachmentRoutes.list.route, path + "/attachments"),
                TwinRequest(FHIRRoutes.observation, "/fhir/Observation/\(uuid.uuidString.lowercased())"),
            ]
        } + [
            TwinRequest(
                EffortRoutes.query.route, nil,
                "{\"workouts\":\(Self.list(uuids.map(\.uuidString)))}"),
            TwinRequest(
                SampleRoutes.query.route, nil,
                "{\"parts\":[{\"type\":\"\(worlds.visible.identifier)\",\"predicate\":{\"compare\":{\"key\":\"uuid\","
                    + "\"comparison\":\"in\",\"value\":\(Self.list(uuids.map(\.uuidString)))}}}]}"),
        ]
    }

    func attachments(_ file: UUID) -> [TwinRequest] {
        [file, UUID()].flatMap { uuid -> [TwinRequest] in
            let path = "/v1/attachments/\(uuid.uuidString)"
            return [
                TwinRequest(AttachmentRoutes.read.route, path),
                TwinRequest(AttachmentRoutes.content, path + "/content"),
                TwinRequest(AttachmentRoutes.remove.route, path),
            ]
        }
    }

    // MARK: - Changes

    /// The requests that store something for the app.
    var deliveries: [TwinRequest] {
        Self.types.map { TwinRequest(DeliveryRoutes.enable.route, "/v1/deliveries/\($0)", "{\"frequency\":\"daily\"}") }
            + [
                TwinRequest(DeliveryRoutes.list.route),
                TwinRequest(
                    DeliveryRoutes.acknowledge.route, nil,
                    "{\"types\":\(Self.list(Self.types.prefix(3))),\"through\":\"0\",\"delivered\":[],"
                        + "\"date\":\"2030-03-20T00:00:00Z\"}"),
                TwinRequest(
                    DeliveryRoutes.fail.route, nil,
                    "{\"types\":\(Self.list(Self.types.prefix(3))),\"date\":\"2030-03-20T00:00:00Z\"}"),
                TwinRequest(DeliveryRoutes.list.route),
                TwinRequest(DeliveryRoutes.disable.route, "/v1/deliveries/\(Self.types[0])"),
                TwinRequest(DeliveryRoutes.disableAll.route),
                TwinRequest(
                    DeliveryRoutes.addWebhook.route, nil,
                    "{\"url\":\"https://receiver.example/a\",\"types\":\(Self.list([HKQuantityTypeIdentifier.heartRate.rawValue])),"
                        + "\"frequency\":\"weekly\"}"),
                TwinRequest(DeliveryRoutes.webhooks.route),
                TwinRequest(DeliveryRoutes.removeWebhook.route, "/v1/webhooks/\(UUID().uuidString)"),
                TwinRequest(DeliveryRoutes.pauseWebhook.route, "/v1/webhooks/\(UUID().uuidString)/pause"),
                TwinRequest(DeliveryRoutes.resumeWebhook.route, "/v1/webhooks/\(UUID().uuidString)/resume"),
                TwinRequest(DeliveryRoutes.pingWebhook.route, "/v1/webhooks/\(UUID().uuidString)/ping"),
                TwinRequest(DeliveryRoutes.replaceSecret.route, "/v1/webhooks/\(UUID().uuidString)/secret"),
                TwinRequest(
                    DeliveryRoutes.webhookDeliveries.route, "/v1/webhooks/\(UUID().uuidString)/deliveries"),
                TwinRequest(
                    DeliveryRoutes.replayDelivery.route, "/v1/webhooks/\(UUID().uuidString)/deliveries/1/replay"),
            ]
    }

    /// Returns requests that save samples under the UUIDs of hidden ones, or relate to hidden ones.
    func saving(_ hidden: [HKSample]) -> [TwinRequest] {
        var requests: [TwinRequest] = []
        var tried: Set<String> = []
        for sample in hidden where tried.insert(sample.sampleType.identifier).inserted {
            for flags in ["", ",\"savesNewOnly\":true"] {
                let json = NewSampleJSON(renewed(sample, flags.isEmpty ? sample.uuid : nil)).json.text
                requests.append(TwinRequest(SampleRoutes.save.route, nil, "{\"samples\":[\(json)]\(flags)}"))
            }
        }
        // The UUID of a hidden sample is used for a sample of another type.
        let own = TwinWorlds.samples(of: worlds.visible, at: TwinWorlds.horizon + 7200, count: 1)
        for sample in hidden.prefix(20) {
            let json = NewSampleJSON(renewed(own[0], sample.uuid)).json.text
            requests.append(TwinRequest(SampleRoutes.save.route, nil, "{\"samples\":[\(json)],\"savesNewOnly\":true}"))
        }
        if let workout = hidden.first(where: { $0 is HKWorkout }) { requests += linking(workout, hidden, own[0]) }
        requests.append(
            TwinRequest(
                AppRoutes.describe.route, nil,
                "{\"identifier\":\"\(TwinWorlds.app.identifier)\",\"name\":\"Curious\",\"version\":\"2\"}"))
        return requests
    }

    /// Returns pushes of copies of hidden samples, and of readings at their dates.
    func pushing(_ hidden: [HKSample]) -> [TwinRequest] {
        var requests: [TwinRequest] = []
        var tried: Set<String> = []
        for case let sample as HKQuantitySample in hidden
        where tried.insert(sample.quantityType.identifier).inserted {
            let (unit, date) = (sample.quantityType.canonicalUnit, APIDate.text(sample.startDate))
            let value = sample.quantity.doubleValue(for: unit)
            let copy = """
                {"uuid":"\(sample.uuid)","type":"\(sample.quantityType.identifier)","startDate":"\(date)",
                "endDate":"\(APIDate.text(sample.endDate))","value":\(value),"unit":"\(unit.unitString)",
                "source":{"name":"\(sample.sourceRevision.source.name)","bundleIdentifier":"org.example.copy"}}
                """
            requests.append(TwinRequest(PhoneRoutes.healthKit.route, nil, "{\"samples\":[\(copy)]}"))
            requests.append(
                TwinRequest(
                    IngestRoutes.healthAutoExport.route, "/v1/ingest/health-auto-export?aggregation=none",
                    "{\"data\":{\"metrics\":[{\"name\":\"heart_rate\",\"units\":\"bpm\",\"data\":[{\"date\":\"\(date)\",\"qty\":61}]}]}}"
                ))
        }
        let user = OpenWearablesHandlers.user(TwinWorlds.app.identifier)
        let steps = "{\"steps\":[{\"count\":3,\"time\":\"2030-03-01T10:00:00Z\"}]}"
        return requests + Self.nightscoutWrites(at: hidden.prefix(3).map(\.startDate)) + Self.nightscoutReads + [
            TwinRequest(PhoneRoutes.webhook.route, nil, steps),
            TwinRequest(
                PhoneRoutes.sync, "/api/v1/sdk/users/\(user)/sync", "{\"provider\":\"apple\",\"data\":{\"records\":[]}}"
            ),
            TwinRequest(PhoneRoutes.logs, "/api/v1/sdk/users/\(user)/logs", "{}"),
        ]
    }

    /// Returns requests that name a hidden workout.
    private func linking(_ workout: HKSample, _ hidden: [HKSample], _ own: HKSample) -> [TwinRequest] {
        let uuid = workout.uuid.uuidString
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
            start: workout.startDate, end: workout.endDate)
        let sample = SampleJSON(score).json.text
        let member = SampleJSON(renewed(own, nil)).json.text
        let route = HKWorkoutRoute(
            count: 1, startDate: workout.startDate, endDate: workout.endDate,
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let points = SeriesMeasurements.route(
            [RoutePoint(time: workout.startDate.timeIntervalSince1970, latitude: 1, longitude: 2)],
            workout: workout.uuid)
        let file = "/v1/samples/\(uuid)/attachments?name=a"
        return [
            TwinRequest(EffortRoutes.relate.route, "/v1/workouts/\(uuid)/effort", "{\"sample\":\(sample)}"),
            TwinRequest(EffortRoutes.unrelate.route, "/v1/workouts/\(uuid)/effort/\(score.uuid.uuidString)"),
            TwinRequest(
                SampleRoutes.save.route, nil,
                "{\"samples\":[],\"adding\":{\"workout\":\"\(uuid)\",\"samples\":[\(member)]}}"),
            TwinRequest(SampleRoutes.save.route, nil, "{\"samples\":[\(NewSampleJSON(route, points).json.text)]}"),
            TwinRequest(AttachmentRoutes.add.route, file, "abc", contentType: "application/octet-stream"),
        ]
    }

    /// Returns a sample with another UUID and dates after the horizon, as the app would create it.
    private func renewed(_ sample: HKSample, _ uuid: UUID?) -> HKSample {
        let shift = TwinWorlds.horizon.timeIntervalSince(TwinWorlds.start) + 10_000
        let made = TwinWorlds.samples(of: sample.sampleType, at: sample.startDate + shift, count: 1).first ?? sample
        guard let uuid else { return made }
        let json = SampleJSON(made).json.text.replacing(made.uuid.uuidString, with: uuid.uuidString)
        return JSONValue(json).flatMap { try? SampleJSON(new: JSONReader($0)).sample } ?? made
    }

    /// Returns requests that delete data of other apps.
    func deleting(_ uuids: [UUID]) -> [TwinRequest] {
        Self.nightscoutDeletions + Self.nightscoutReads
            + uuids.map { TwinRequest(SampleRoutes.delete.route, "/v1/samples/\($0.uuidString)") } + [
                TwinRequest(
                    SampleRoutes.deleteMany.route, nil, "{\"uuids\":\(Self.list(uuids.prefix(1).map(\.uuidString)))}"),
                TwinRequest(SampleRoutes.deleteMany.route, nil, "{\"type\":\"\(worlds.visible.identifier)\"}"),
            ]
    }

    /// Returns a request for single prescriptions.
    func objects(_ predicate: String?) -> TwinRequest {
        let rest = predicate.map { ",\"predicate\":\($0)" } ?? ""
        return TwinRequest(
            AuthorizationRoutes.request.route, nil,
            "{\"objects\":{\"type\":\"\(HKObjectType.visionPrescriptionType().identifier)\"\(rest)}}")
    }
}
