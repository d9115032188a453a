// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import NIOCore
import NIOHTTP1
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

@Suite("The access log", .timeLimit(.usual)) struct AccessLogTests {
    /// The routes that return none of the person's data: the app's registration, permissions and receivers, the names of
    /// changed types, and the person's preferred units.
    private static let withoutData = Set([
        "showApp", "describeApp", "rotateToken", "removeApp", "requestAuthorization", "authorizationRequestStatus",
        "showAuthorizationRequest", "authorizationStatus", "checkAuthorization", "earliestAuthorizedDates",
        "latestAnchor", "queryChangedTypes", "listDeliveries", "enableDelivery", "disableDelivery",
        "disableAllDeliveries", "acknowledgeDelivery", "failDelivery", "checkReadable", "addWebhook", "listWebhooks",
        "pauseWebhook", "resumeWebhook", "pingWebhook", "replaceWebhookSecret", "listWebhookDeliveries",
        "replayWebhookDelivery",
        "removeWebhook", "fhirScopes", "readUnits", "removeAttachment", "addAttachment", "relateEffort",
        "unrelateEffort", "checkNightscoutSecret", "verifyNightscoutSecret", "verifyNightscoutSecretPlain",
        "showNightscoutStatus", "showNightscoutStatusPlain", "pushOpenWearablesLogs", "showNightscoutVersion3Status",
        "showNightscoutVersion3StatusJSON",
        "showNightscoutStatusText",
    ]).union(NightscoutRoutes.documents.filter { !$0.collection.hasSamples }.map(\.route.id))
        .union(NightscoutVersion3Routes.documents.filter { !$0.collection.hasSamples }.map(\.route.id))

    private struct Reading {
        var path: String
        var body: String?
        var action = AccessAction.read
        var type: HKObjectType
        var content = "application/json"
        var headers: [(String, String)] = []
    }

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// The samples of the requests.
    private struct Made {
        let steps, heart, heartbeats, route, voltages, attachment, saved: UUID
    }

    private static func make(_ world: DataWorld, _ app: DataWorld.Client) throws -> Made {
        func fields() -> HKObjectFields { HKObjectFields(newWith: nil, metadata: [:]) }
        func sample(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: value), start: start,
                end: start + 60)
        }
        let seconds = start.timeIntervalSince1970
        let rate = HKUnit(from: "count/min")
        let heart = HKDiscreteQuantitySample(
            quantityType: HKQuantityType(.heartRate), quantity: HKQuantity(unit: rate, doubleValue: 90), count: 2,
            startDate: start, endDate: start + 10, fields: fields())
        let readings = [
            SeriesQuantity(start: seconds, end: seconds, value: 80),
            SeriesQuantity(start: seconds + 5, end: seconds + 5, value: 100),
        ]
        let heartbeats = HKHeartbeatSeriesSample(count: 1, startDate: start, endDate: start + 10, fields: fields())
        let route = HKWorkoutRoute(count: 1, startDate: start, endDate: start + 10, fields: fields())
        let steps = sample(.stepCount, .count(), 10)
        let pressure = HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: start, end: start + 60,
            objects: [
                sample(.bloodPressureSystolic, .millimeterOfMercury(), 120),
                sample(.bloodPressureDiastolic, .millimeterOfMercury(), 80),
            ])
        let sleep = HKCategorySample(
            type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepDeep.rawValue,
            start: start, end: start + 3600)
        let zones = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate),
            zoneBoundaries: [120, 140, 160].map { HKQuantity(unit: rate, doubleValue: $0) })
        let theirs = HKWorkoutZoneConfiguration(source: .user, quantityType: zones.quantityType, zones: zones.zones)
        let workout = HKWorkout(
            activityType: .running, startDate: start, endDate: start + 1800, duration: 1800, workoutActivities: [],
            zoneGroups: [
                theirs.quantityType: HKWorkoutZoneGroup(
                    configuration: theirs, durations: theirs.zones.map { _ in 20 })
            ], fields: fields())
        let uuids = try app.access.save([
            (steps, nil), (heart, .quantities(readings)),
            (heartbeats, .heartbeats([SeriesHeartbeat(time: 1, precededByGap: false)])),
            (route, .route([RoutePoint(time: seconds, latitude: 1, longitude: 2)], workout: nil)), (pressure, nil),
            (sleep, nil), (workout, nil),
        ])
        try app.access.relateEffort(
            sample(.workoutEffortScore, .appleEffortScore(), 5), workout: workout.uuid, activity: nil)
        let file = world.database.url.appendingPathExtension("txt")
        try Data("text".utf8).write(to: file)
        let attachment = try app.access.addAttachment(
            to: steps.uuid, type: HKQuantityType(.stepCount), name: "a", contentType: "public.text", file: file,
            metadata: [:])
        try world.database.person.setCharacteristic(
            "HKCharacteristicTypeIdentifierBiologicalSex", value: "HKBiologicalSexFemale")
        try world.database.person.setActivitySummary(
            ActivitySummaryData(day: "2026-02-01", values: [MetadataPair(key: "appleExerciseTime", value: "1")]))
        try world.database.medications.add([
            HKUserAnnotatedMedication(
                nickname: "mine", isArchived: false, hasSchedule: false,
                medication: HKMedicationConcept(
                    identifier: HKHealthConceptIdentifier(domain: .medication, identifier: "one"), displayText: "one",
                    generalForm: .tablet, relatedCodings: []))
        ])
        return Made(
            steps: uuids[0], heart: uuids[1], heartbeats: uuids[2], route: uuids[3], voltages: UUID(),
            attachment: attachment.uuid, saved: UUID())
    }

    private static func readings(_ made: Made) -> [String: Reading] {
        let (steps, heart) = (HKQuantityType(.stepCount), HKQuantityType(.heartRate))
        let part = #"{"parts":[{"type":"stepCount"}]}"#
        let summary = HKObjectType.activitySummaryType()
        let medication = HKObjectType.userAnnotatedMedicationType()
        let sex = HKCharacteristicType(.biologicalSex)
        let until = "2026-01-02T00:00:00Z"
        let form = "application/x-www-form-urlencoded"
        return [
            "readAttachments": Reading(path: "/v1/samples/\(made.steps)/attachments", type: steps),
            "readAttachment": Reading(path: "/v1/attachments/\(made.attachment)", type: steps),
            "readAttachmentContent": Reading(path: "/v1/attachments/\(made.attachment)/content", type: steps),
            "queryChanges": Reading(path: "/v1/changes/query", body: part, type: steps),
            "queryEffort": Reading(
                path: "/v1/effort-relationships/query", body: "{}", type: HKQuantityType(.workoutEffortScore)),
            "readWorkoutZones": Reading(path: "/v1/workout-zones?type=heartRate", type: HKObjectType.workoutType()),
            "fhirObservations": Reading(path: "/fhir/Observation?code=8867-4", type: heart),
            "fhirObservationSearch": Reading(
                path: "/fhir/Observation/_search", body: "code=8867-4", type: heart, content: form),
            "fhirObservation": Reading(path: "/fhir/Observation/\(made.heart.uuidString.lowercased())", type: heart),
            "fhirPatients": Reading(path: "/fhir/Patient", type: sex),
            "fhirPatientSearch": Reading(
                path: "/fhir/Patient/_search", body: "_id=person", type: sex, content: form),
            "fhirPatient": Reading(path: "/fhir/Patient/person", type: sex),
            "fhirEverything": Reading(path: "/fhir/Patient/person/$everything", action: .export, type: heart),
            "readCharacteristics": Reading(path: "/v1/characteristics", type: sex),
            "readCharacteristic": Reading(path: "/v1/characteristics/biologicalSex", type: sex),
            "queryActivitySummaries": Reading(path: "/v1/activity-summaries/query", body: "{}", type: summary),
            "readActivitySummaries": Reading(path: "/v1/activity-summaries", type: summary),
            "queryMedications": Reading(path: "/v1/medications/query", body: "{}", type: medication),
            "readMedications": Reading(path: "/v1/medications", type: medication),
            "listSamples": Reading(path: "/v1/samples?type=stepCount", type: steps),
            "querySamples": Reading(path: "/v1/samples/query", body: part, type: steps),
            "querySamplesAtOnce": Reading(path: "/v1/samples/queries", body: #"{"queries":[\#(part)]}"#, type: steps),
            "showSample": Reading(path: "/v1/samples/\(made.steps)", type: steps),
            "queryCorrelations": Reading(
                path: "/v1/correlations/query", body: #"{"type":"bloodPressure"}"#,
                type: HKQuantityType(.bloodPressureSystolic)),
            "readRoute": Reading(path: "/v1/samples/\(made.route)/route", type: HKSeriesType.workoutRoute()),
            "readHeartbeats": Reading(
                path: "/v1/samples/\(made.heartbeats)/heartbeats", type: HKSeriesType.heartbeat()),
            "readReadings": Reading(path: "/v1/samples/\(made.heart)/readings", type: heart),
            "querySources": Reading(path: "/v1/sources/query", body: #"{"type":"stepCount"}"#, type: steps),
            "readSources": Reading(path: "/v1/sources?type=stepCount", type: steps),
            "queryStatistics": Reading(
                path: "/v1/statistics/query", body: #"{"type":"stepCount","options":["cumulativeSum"]}"#, type: steps),
            "readStatistics": Reading(path: "/v1/statistics?type=stepCount&options=cumulativeSum", type: steps),
            "explainStatistics": Reading(
                path: "/v1/statistics/explanation?type=stepCount&from=2026-01-01T00:00:00Z&to=\(until)", type: steps),
            "readCategoryStatistics": Reading(
                path: "/v1/category-statistics?type=sleepAnalysis", type: HKCategoryType(.sleepAnalysis)),
            "listTypes": Reading(path: "/v1/types", type: steps),
            "summarizeDays": Reading(
                path: "/v1/summaries/days?from=2026-01-01&to=2026-01-02&type=stepCount", type: steps),
            "summarizeNights": Reading(
                path: "/v1/summaries/nights?from=2026-01-01&to=2026-01-02", type: HKCategoryType(.sleepAnalysis)),
            "summarizeWorkouts": Reading(path: "/v1/summaries/workouts", type: HKObjectType.workoutType()),
            "saveSamples": Reading(
                path: "/v1/samples",
                body: DataFixtures.saving([DataFixtures.stepSample(1)]).text, action: .save, type: steps),
            "deleteSamples": Reading(
                path: "/v1/samples/delete", body: #"{"type":"stepCount"}"#, action: .delete, type: steps),
        ]
    }

    /// A stream, which reads as `queryChanges` does; a route that needs an electrocardiogram; a route that divides energy based
    /// on data of other routes; a route that another test here covers; and routes that need days that are over, in
    /// `InsightRouteTests`.
    private static let elsewhere: Set<String> = [
        "followChanges", "readVoltages", "deleteSample", "splitEnergy", "readInsights", "readCorrelation",
        "readUsualRanges", "readCycle", "showNightscoutLastModified", "showNightscoutLastModifiedJSON",
    ]

    /// The requests of apps on phones, each with a sample of its own.
    private static func pushes() -> [String: Reading] {
        let (steps, heart) = (HKQuantityType(.stepCount), HKQuantityType(.heartRate))
        let user = OpenWearablesHandlers.user("org.example.watch")
        return [
            "pushHealthAutoExport": Reading(
                path: "/v1/ingest/health-auto-export?aggregation=none",
                body: #"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[{"#
                    + #""date":"2026-01-01 11:00:00 +0000","qty":61,"source":"Watch"}]}]}}"#,
                action: .save, type: heart),
            "pushHealthKit": Reading(
                path: "/v1/ingest/healthkit",
                body: #"{"samples":[{"uuid":"\#(UUID())","type":"HKQuantityTypeIdentifierStepCount","#
                    + #""startDate":"2026-01-01T12:00:00Z","endDate":"2026-01-01T12:01:00Z","value":5,"unit":"count","#
                    + #""source":{"name":"Phone","bundleIdentifier":"com.apple.health"}}]}"#,
                action: .save, type: steps),
            "pushHealthConnectWebhook": Reading(
                path: "/v1/ingest/health-connect-webhook",
                body: #"{"steps":[{"count":3,"start_time":"2026-01-01T13:00:00Z","end_time":"2026-01-01T13:01:00Z"}]}"#,
                action: .save, type: steps),
            "pushOpenWearables": Reading(
                path: "/api/v1/sdk/users/\(user)/sync",
                body: #"{"provider":"apple","data":{"records":[{"id":"\#(UUID())","#
                    + #""type":"HKQuantityTypeIdentifierStepCount","startDate":"2026-01-01T14:00:00Z","#
                    + #""endDate":"2026-01-01T14:01:00Z","value":7,"unit":"count","source":{"name":"Phone"}}]}}"#,
                action: .save, type: steps),
            "readNightscoutWatch": Reading(path: "/pebble", type: HKQuantityType(.bloodGlucose)),
            "listNightscoutEntriesText": Reading(path: "/api/v1/entries.txt", type: HKQuantityType(.bloodGlucose)),
            "readNightscoutProperties": Reading(path: "/api/v2/properties", type: HKQuantityType(.bloodGlucose)),
            "readSomeNightscoutProperties": Reading(
                path: "/api/v2/properties/bgnow", type: HKQuantityType(.bloodGlucose)),
        ].merging(documents()) { reading, _ in reading }.merging(documentsOfVersion3()) { reading, _ in reading }
    }

    /// The requests of clients of version 3 of Nightscout's interface, in their order.
    private static func documentsOfVersion3() -> [String: Reading] {
        var readings: [String: Reading] = [:]
        for route in NightscoutVersion3Routes.documents where route.collection.hasSamples {
            let isEntry = route.collection == .entries
            let type = HKQuantityType(isEntry ? .bloodGlucose : .dietaryCarbohydrates)
            let path = "/api/v3/\(route.collection.rawValue)"
            func body(_ name: String, _ second: Int, _ value: Int) -> String {
                let content =
                    isEntry ? #""type":"sgv","sgv":\#(value)"# : #""eventType":"Carb Correction","carbs":\#(value)"#
                let date = Int(start.timeIntervalSince1970) + 3600 + second
                return #"{"identifier":"\#(name)","date":\#(date)000,"app":"AAPS",\#(content)}"#
            }
            readings[route.route.id] =
                switch route.operation {
                case .search: Reading(path: route.route.path + "?limit=10", type: type)
                case .create:
                    Reading(
                        path: route.route.path,
                        body: route.route.path == path ? body("created", 0, 100) : body("other", 120, 90),
                        action: .save, type: type)
                case .changes:
                    Reading(
                        path: route.route.path, type: type,
                        headers: [("Last-Modified", "Thu, 01 Jan 1970 00:00:00 GMT")])
                case .changesSince: Reading(path: path + "/history/0", type: type)
                case .read: Reading(path: path + "/created", type: type)
                case .update: Reading(path: path + "/put", body: body("put", 60, 110), action: .save, type: type)
                case .patch:
                    Reading(
                        path: path + "/created", body: isEntry ? #"{"sgv":120}"# : #"{"carbs":120}"#, action: .save,
                        type: type)
                case .delete: Reading(path: path + "/created", action: .delete, type: type)
                }
        }
        return readings
    }

    /// The requests of uploaders of Nightscout. Each that saves a document is followed by one that deletes it.
    private static func documents() -> [String: Reading] {
        var readings: [String: Reading] = [:]
        for (second, route) in NightscoutRoutes.documents.enumerated() where route.collection.hasSamples {
            let (path, isPlain) = (route.route.path, !route.route.path.hasSuffix(".json"))
            let content: (type: HKQuantityTypeIdentifier, json: String) =
                switch route.collection {
                case .entries: (.bloodGlucose, #""type":"sgv","sgv":112,"device":"xDrip""#)
                case .treatments: (.dietaryCarbohydrates, #""eventType":"Meal Bolus","carbs":45,"enteredBy":"Loop""#)
                default: (.heartRate, #""type":"hr-bpm","bpm":61"#)
                }
            let type = HKQuantityType(content.type)
            let date = Int(start.timeIntervalSince1970) + second
            switch route.operation {
            case .push, .put:
                readings[route.route.id] = Reading(
                    path: path,
                    body: #"[{"_id":"\#(route.operation)\#(isPlain)","date":\#(date)000,\#(content.json)}]"#,
                    action: .save, type: type)
            case .list: readings[route.route.id] = Reading(path: path, type: type)
            case .listSome: readings[route.route.id] = Reading(path: "/api/v1/entries/sgv", type: type)
            case .delete:
                readings[route.route.id] = Reading(
                    path: path + "?find[_id]=push\(isPlain)", action: .delete, type: type)
            case .deleteOne:
                readings[route.route.id] = Reading(
                    path: path.replacing("{id}", with: "puttrue"), action: .delete, type: type)
            }
        }
        return readings
    }

    private static func count(_ world: DataWorld, _ app: String, _ reading: Reading) throws -> Int {
        let all = DateInterval(start: .distantPast, end: .distantFuture)
        return try world.database.accessLog.entries(of: app, in: all).filter {
            $0.type == reading.type.identifier && $0.action == reading.action
        }.reduce(0) { $0 + $1.requests }
    }

    @Test(
        "Each route that returns or changes data is logged each time, even from the cache, and no other route is")
    func everyRoute() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("watch")
            let made = try Self.make(world, app)
            // Medications have individual permissions.
            try world.database.apps.setPermission(
                share: nil, read: .authorized, app: "org.example.watch",
                types: [HKObjectType.userAnnotatedMedicationType().identifier])
            try world.database.apps.connections.setPushPermission(.connection, of: "org.example.watch")
            let readings = Self.readings(made).merging(Self.pushes()) { reading, _ in reading }
            // Deletions are last.
            let routes = APIRoutes.all.filter { $0.audience == .app }
                .sorted { !$0.id.hasPrefix("delete") && $1.id.hasPrefix("delete") }
            for route in routes {
                guard let reading = readings[route.id] else {
                    #expect(Self.withoutData.contains(route.id) || Self.elsewhere.contains(route.id), "\(route.id)")
                    continue
                }
                // A sample can only be saved and deleted once.
                for _ in 1...([.save, .delete].contains(reading.action) ? 1 : 2) {
                    let before = try Self.count(world, "org.example.watch", reading)
                    let response = try await app.ask(
                        HTTPMethod(rawValue: route.method.rawValue), reading.path,
                        body: reading.body.map { .bytes(ByteBuffer(string: $0)) }, type: reading.content,
                        headers: reading.headers)
                    let isNew = route.path.hasPrefix("/api/v3/") && [.post, .put].contains(route.method)
                    let expected = route.id == "pushOpenWearables" ? 202 : isNew ? 201 : 200
                    #expect(response.status == expected, "\(route.id): \(response.text)")
                    #expect(try Self.count(world, "org.example.watch", reading) > before, "\(route.id)")
                }
            }
        }
    }

    @Test("Denied or missing data is not logged, and no route of an app shows the log")
    func denied() async throws {
        try await DataWorld.run { world in
            let (owner, app) = (try world.trustedApp("watch"), try world.app("curious"))
            let made = try Self.make(world, owner)
            for type in HealthTypes.all {
                try world.database.apps.setPermission(
                    AppPermission(share: .denied, read: .denied), app: "org.example.curious", type: type.identifier)
            }
            let all = DateInterval(start: .distantPast, end: .distantFuture)
            let before = try world.database.accessLog.entries(of: "org.example.curious", in: all)
            #expect(before.allSatisfy { $0.action == .revokeRead || $0.action == .revokeSave })
            for (id, reading) in Self.readings(made) {
                let method = APIRoutes.all.first { $0.id == id }?.method.rawValue ?? "GET"
                _ = try await app.ask(
                    HTTPMethod(rawValue: method), reading.path,
                    body: reading.body.map { .bytes(ByteBuffer(string: $0)) },
                    type: reading.content)
            }
            #expect(try world.database.accessLog.entries(of: "org.example.curious", in: all) == before)
            #expect(try await app.get("/v1/owner/access-log").status == 401)
        }
    }

    @Test("Saving and deleting are logged in their transaction; reads are in memory until they are written")
    func written() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("watch")
            let sample = DataFixtures.stepSample(1)
            try app.access.save([sample])
            #expect(try await app.get("/v1/samples?type=stepCount").status == 200)
            #expect(try await app.ask(.DELETE, "/v1/samples/\(sample.uuid)").status == 204)
            // Reads are kept in memory until the log is written.
            let other = try HealthDatabase(url: world.database.url, mode: .readOnly)
            let all = DateInterval(start: .distantPast, end: .distantFuture)
            func actions() throws -> [AccessAction] {
                try other.accessLog.entries(of: "org.example.watch", in: all).filter {
                    $0.type == DataFixtures.steps.identifier
                }
                .map(\.action).sorted { $0.rawValue < $1.rawValue }
            }
            #expect(try actions() == [.delete, .grantRead, .grantSave, .save])
            try world.database.accessLog.write()
            #expect(try actions() == [.delete, .grantRead, .grantSave, .read, .save])
        }
    }

    @Test("Reads are neither missing nor counted twice while they are written")
    func whileWritten() async throws {
        try await DataWorld.run { world in
            let database = world.database
            let access = try world.trustedApp("watch").access
            try access.save([DataFixtures.stepSample(1)])
            let query = SampleQuery([SampleQuery.Part(DataFixtures.steps)])
            let all = DateInterval(start: .distantPast, end: .distantFuture)
            for count in 1...300 {
                async let written: Void = database.accessLog.write()
                _ = try access.samples(query)
                let entries = try database.accessLog.entries(of: access.app.identifier, in: all)
                #expect(entries.filter { $0.action == .read }.reduce(0) { $0 + $1.requests } == count)
                try await written
            }
        }
    }

    @Test("Deletions by a push are logged by type, and only those of samples that the app pushed")
    func pushedDeletions() async throws {
        try await DataWorld.run { world in
            let (phone, other) = (try world.trustedApp("phone"), try world.trustedApp("other"))
            for app in [phone, other] {
                try world.database.apps.connections.setPushPermission(.connection, of: app.access.app.identifier)
            }
            let uuids = (0..<4).map { _ in UUID() }
            let points = uuids.enumerated().map { index, uuid in
                "{\"id\":\"\(uuid)\",\"date\":\"2024-03-09 10:0\(index):00 +0000\",\"qty\":\(index + 7),\"source\":\"Watch\"}"
            }
            let json =
                "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":"
                + "[\(points.joined(separator: ","))]}]}}"
            let push = try Array(json.utf8).withUnsafeBufferPointer {
                try HealthAutoExportReader.read($0, aggregation: .individual, now: Date())
            }
            #expect(try phone.access.ingest(push).allSamples.added == 4)
            var deletion = PushedBatch()
            deletion.deletions = Array(uuids.prefix(3)) + [UUID(), uuids[0]]
            #expect(try other.access.ingest(deletion).deleted == 0)
            #expect(try phone.access.ingest(deletion).deleted == 3)
            #expect(try phone.access.ingest(deletion).deleted == 0)
            let all = DateInterval(start: .distantPast, end: .distantFuture)
            let entries = try world.database.accessLog.entries(in: all).filter { $0.action == .delete }
            #expect(entries.map(\.app) == ["org.example.phone"])
            #expect(entries.map(\.type) == [DataFixtures.steps.identifier])
            #expect(entries.map(\.requests) == [1] && entries.map(\.count) == [3])
            let ten = Date(timeIntervalSince1970: 1_709_978_400)
            #expect(entries.map(\.earliest) == [ten] && entries.map(\.latest) == [ten + 120])
        }
    }

    @Test("The owner sees the log by day and app, in the API and on the page")
    func owner() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let token = try await daemon.register("org.example.steps", name: "Step Counter")
            let steps = DataFixtures.steps.identifier
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: "org.example.steps", type: steps)
            let saving = DataFixtures.saving((1...3).map { DataFixtures.stepSample($0) }).text
            #expect(try await daemon.send("POST", "/v1/samples", as: .app(token), json: saving).status == 200)
            for _ in 1...2 {
                #expect(try await daemon.send("GET", "/v1/samples?type=stepCount", as: .app(token)).status == 200)
                daemon.clock.move(seconds: 3600)
            }
            let response = try await daemon.send("GET", "/v1/owner/access-log?app=org.example.steps", as: owner)
            let entries = try #require(response.json?["entries"]?.array)
            let read = try #require(entries.first { $0["action"]?.string == "read" })
            #expect(read["requests"] == .integer(2) && read["count"] == .integer(6), "\(response.text)")
            #expect(read["day"]?.string == "2027-01-15" && read["type"]?.string == steps)
            #expect(read["earliest"]?.string == APIDate.text(DataFixtures.start + 60))
            #expect(read["latest"]?.string == APIDate.text(DataFixtures.start + 240))
            let saved = try #require(entries.first { $0["action"]?.string == "save" })
            #expect(saved["requests"] == .integer(1) && saved["count"] == .integer(3))
            let wrong = "/v1/owner/access-log?from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z"
            #expect(try await daemon.send("GET", wrong, as: owner).status == 422)
            for language in Language.allCases {
                let page = try await daemon.send(
                    "GET", "/owner/access-log", as: owner, headers: [("Accept-Language", language.tag)])
                #expect(page.status == 200 && page.text.contains("Step Counter"))
                // The day has one entry for the app with its sums.
                #expect(page.text.split(separator: "<details class=\"log-app\"").count == 2)
                guard language == .english else { continue }
                #expect(page.text.contains("read: 1 type, 6 values"), "\(page.text)")
            }
        }
    }

    @Test("Entries are kept for a year")
    func year() async throws {
        try await OwnedDaemon.with { daemon in
            let app = AppIdentity(identifier: "org.example.steps", name: "Steps")
            let access = AppAccess(database: daemon.database, app: app, clock: { daemon.clock.now })
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: app.identifier,
                type: DataFixtures.steps.identifier)
            try access.save([DataFixtures.stepSample(1)])
            let first = daemon.clock.now
            let part = SampleQuery.Part(DataFixtures.steps)
            for days in [0, 300, 400] {
                daemon.clock.move(seconds: Double(days) * 86_400)
                _ = try access.samples(SampleQuery([part]))
                try daemon.database.accessLog.write()
            }
            let kept = try daemon.database.accessLog.entries(in: DateInterval(start: first, end: daemon.clock.now + 1))
            #expect(kept.filter { $0.action == .read }.count == 1)
        }
    }
}
