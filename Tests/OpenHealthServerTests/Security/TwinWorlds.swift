// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import Testing

@testable import OpenHealthServer

/// Two daemons with copies of one store, to one of which invisible data is added.
struct TwinWorlds {
    /// The permissions of the app under test for all types but one.
    enum Variant: String, CaseIterable, Sendable {
        /// The person has denied the app's request.
        case denied
        /// The app can save, but not read.
        case mayShare
        /// The app can read samples that start at a date or later; all hidden data starts before.
        case readsFrom
    }

    let variant: Variant
    /// The daemon without hidden data.
    let empty: TestDaemon
    /// The daemon with hidden samples of every type.
    let full: TestDaemon
    let token = Secret.token()

    static let start = Date(timeIntervalSince1970: 1_900_000_000)
    /// The date before which hidden data starts.
    static let horizon = start + 500_000
    static let now = start + 1_000_000
    static let app = AppIdentity(identifier: "org.example.curious", name: "Curious", version: "1")
    static let sampleTypes = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }

    /// The type that the app can save and read.
    var visible: HKQuantityType {
        switch variant {
        case .denied: HKQuantityType(.bodyMass)
        case .mayShare: HKQuantityType(.height)
        case .readsFrom: HKQuantityType(.waistCircumference)
        }
    }

    var hiddenTypes: [HKSampleType] { Self.sampleTypes.filter { $0 != visible } }

    /// Runs a closure with both daemons.
    static func run(_ variant: Variant, _ body: @Sendable (TwinWorlds) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("twins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["empty.db", "full.db"].map { folder.appendingPathComponent($0) }
        try await TestDaemon.with {
            configure(&$0, files[0])
        } _: { empty in
            // The second store is a copy of the first one, and has its secret.
            try empty.database.backup(to: files[1])
            try await TestDaemon.with {
                configure(&$0, files[1])
            } _: { full in
                let worlds = TwinWorlds(variant: variant, empty: empty, full: full)
                try worlds.prepare()
                try await body(worlds)
            }
        }
    }

    private static func configure(_ configuration: inout HealthDaemon.Configuration, _ store: URL) {
        configuration.store = store
        configuration.clock = { now }
        configuration.steadyClock = ManualClock()
        configuration.limits.requestsPerSecond = 1e6
        configuration.limits.burst = 1e6
        configuration.limits.objectRequestsPerHour = 1e6
    }

    private var both: [TestDaemon] { [empty, full] }

    /// Adds the common data: the app, its permissions, and samples that it sees.
    private func prepare() throws {
        let own = Self.samples(of: visible, at: Self.horizon + 60, count: 3)
        let foreign = Self.samples(of: visible, at: Self.horizon + 3600, count: 3)
        let ownOfHidden =
            variant == .mayShare
            ? hiddenTypes.filter { $0 is HKQuantityType || $0 is HKCategoryType }.flatMap {
                Self.samples(of: $0, at: Self.horizon + 60, count: 1)
            } : []
        for daemon in both {
            _ = try daemon.database.apps.register(Self.app, hash: Secret.hash(token), at: Self.now, by: .trusted)
            let access = access(daemon)
            try access.record(response())
            try daemon.database.apps.connections.setPushPermission(.connection, of: Self.app.identifier)
            if !ownOfHidden.isEmpty { try access.save(ownOfHidden) }
            try access.save(own)
            try writer(daemon).save(foreign)
        }
    }

    func access(_ daemon: TestDaemon) -> AppAccess {
        AppAccess(database: daemon.database, app: Self.app, clock: { Self.now }, readsUnansweredAsDenied: true)
    }

    /// Returns the access of another app with all permissions.
    func writer(_ daemon: TestDaemon) throws -> AppAccess {
        let writer = AppAccess(
            database: daemon.database, app: AppIdentity(identifier: "org.example.writer", name: "Writer"),
            clock: { Self.now })
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
        try writer.record(
            .granting(
                AuthorizationRequest(
                    app: writer.app,
                    share: Set(types.filter { $0.facts.isShareable }.compactMap { $0 as? HKSampleType }),
                    read: Set(types))))
        return writer
    }

    private func response() -> AuthorizationDecision {
        var response = AuthorizationDecision()
        for facts in HealthTypes.all {
            guard let type = HKObjectType.named(facts.identifier) else { continue }
            let isVisible = type == visible
            if let sampleType = type as? HKSampleType {
                let mayShare = isVisible || variant == .mayShare
                response.share[sampleType] = mayShare && type.facts.isShareable ? .authorized : .denied
            }
            let hidden: AppPermission.Read = variant == .readsFrom ? .limited(since: Self.horizon) : .denied
            response.read[type] = isVisible ? .authorized : type is HKSampleType ? hidden : .denied
        }
        // Correlations have no permissions.
        response.share = response.share.filter { !($0.key is HKCorrelationType) }
        response.read = response.read.filter { !($0.key is HKCorrelationType) }
        return response
    }

    // MARK: - Hidden data

    /// Returns samples of a type as apps save them.
    static func samples(of type: HKSampleType, at date: Date, count: Int) -> [HKSample] {
        (0..<count).compactMap { number in
            let (start, end) = (date + Double(number) * 60, date + Double(number) * 60 + 30)
            let metadata: [String: Any]? =
                switch type.identifier {
                case HKCategoryTypeIdentifier.menstrualFlow.rawValue: [HKMetadataKeyMenstrualCycleStart: true]
                case HKQuantityTypeIdentifier.insulinDelivery.rawValue:
                    [HKMetadataKeyInsulinDeliveryReason: HKInsulinDeliveryReason.bolus.rawValue]
                default: nil
                }
            guard type.facts.isShareable else { return nil }
            switch type {
            case let type as HKQuantityType:
                return HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 1.5), start: start,
                    end: end,
                    metadata: metadata)
            case let type as HKCategoryType:
                let values = type.facts.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
                return HKCategorySample(
                    type: type, value: values.last ?? 0, start: start, end: end, metadata: metadata)
            case is HKStateOfMindType:
                return HKStateOfMind(date: start, kind: .dailyMood, valence: 0.5, labels: [.amazed], associations: [])
            case is HKWorkoutType:
                return HKWorkout(
                    activityType: .rowing, start: start, end: end, workoutEvents: nil,
                    totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 5), totalDistance: nil,
                    metadata: nil)
            case let type as HKCorrelationType where type.identifier == HKCorrelationTypeIdentifier.food.rawValue:
                let sugar = HKQuantitySample(
                    type: HKQuantityType(.dietarySugar), quantity: HKQuantity(unit: .gram(), doubleValue: 5),
                    start: start, end: start)
                return HKCorrelation(type: type, start: start, end: start, objects: [sugar])
            case let type as HKCorrelationType:
                let parts = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)].map {
                    HKQuantitySample(
                        type: $0, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 90), start: start,
                        end: start)
                }
                return HKCorrelation(type: type, start: start, end: start, objects: Set(parts))
            default: return nil
            }
        }
    }

    /// Adds hidden data to a store: imported samples, samples of another app, and related objects.
    /// - Returns: The samples that the other app saved.
    func hide(_ round: Int) throws -> [HKSample] {
        let writer = try writer(full)
        let day = Self.start + Double(round) * 86_400
        try Self.importRecords(into: full, types: hiddenTypes, at: day + 7200)
        if round == 0 { try Self.importFixtures(into: full) }
        let samples = hiddenTypes.flatMap { Self.samples(of: $0, at: day, count: 2) }
        try writer.save(samples)
        let workout = try #require(samples.first { $0 is HKWorkout })
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 7),
            start: workout.startDate, end: workout.endDate)
        try writer.relateEffort(score, workout: workout.uuid, activity: nil)
        let route = HKWorkoutRoute(
            count: 1, startDate: workout.startDate, endDate: workout.endDate,
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let point = RoutePoint(time: workout.startDate.timeIntervalSince1970, latitude: 1, longitude: 2)
        try writer.save([(route, .route([point], workout: workout.uuid))])
        try hidePushes(at: day + 10_800)
        try hideMedication()
        if round > 0 { try writer.delete(Array(samples.dropFirst(samples.count / 2))) }
        return samples + [score, route]
    }

    /// Adds what other connections push: figures of hours, samples with their later versions, and documents of Nightscout.
    private func hidePushes(at date: Date) throws {
        let (text, end) = (APIDate.text(date), APIDate.text(date + 3600))
        let metrics = [("heart_rate", "bpm"), ("step_count", "count"), ("active_energy", "kcal")].map { name, unit in
            "{\"name\":\"\(name)\",\"units\":\"\(unit)\","
                + "\"data\":[{\"date\":\"\(text)\",\"qty\":50,\"source\":\"Watch\"}]}"
        }
        let figures = Array("{\"data\":{\"metrics\":[\(metrics.joined(separator: ","))]}}".utf8)
        for aggregation in ["hours", "none"] {
            let push = try figures.withUnsafeBufferPointer {
                try HealthAutoExportReader.read(
                    $0, aggregation: HealthAutoExportReader.Aggregation(aggregation), now: Self.now)
            }
            try full.database.ingest(push, app: "phone.hidden", now: Self.now)
        }
        for count in [3, 5] {
            let steps = "{\"count\":\(count),\"start_time\":\"\(text)\",\"end_time\":\"\(end)\"}"
            let push = try HealthConnectWebhookReader.batch("{\"steps\":[\(steps)]}".utf8, now: Self.now)
            try full.database.ingest(push, app: "phone.hidden-2", now: Self.now)
        }
        let entry = "[{\"type\":\"sgv\",\"sgv\":112,\"date\":\(Int(date.timeIntervalSince1970) * 1000)}]"
        let documents = try NightscoutReader.documents(Array(entry.utf8), in: .entries, now: Self.now).documents
        let writer = try writer(full)
        try full.database.apps.connections.setPushPermission(.connection, of: writer.app.identifier)
        _ = try writer.save(documents) { NightscoutReader.reading($0, now: Self.now) }
    }

    /// Adds a medication, which the app may not see.
    private func hideMedication() throws {
        let medication = HKUserAnnotatedMedication(
            nickname: nil, isArchived: false, hasSchedule: false,
            medication: HKMedicationConcept(
                identifier: HKHealthConceptIdentifier(domain: .medication, identifier: UUID().uuidString),
                displayText: "Hidden", generalForm: .unknown, relatedCodings: []))
        try full.database.medications.add([medication])
    }

    /// Imports a record of each quantity and category type.
    private static func importRecords(into daemon: TestDaemon, types: [HKSampleType], at date: Date) throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        let text = formatter.string(from: date)
        var body = ""
        for type in types {
            let rest = "sourceName=\"Watch\" creationDate=\"\(text)\" startDate=\"\(text)\" endDate=\"\(text)\""
            if let type = type as? HKQuantityType {
                body +=
                    "<Record type=\"\(type.identifier)\" unit=\"\(type.canonicalUnit.unitString)\" value=\"2\" \(rest)/>\n"
            } else if let type = type as? HKCategoryType {
                let name = type.facts.valueEnum.flatMap { name in
                    HealthEnums.allowedValues(ofEnum: name).sorted().first.flatMap {
                        HealthEnums.caseName(ofEnum: name, rawValue: $0)
                    }
                }
                body += "<Record type=\"\(type.identifier)\" value=\"\(name ?? "0")\" \(rest)/>\n"
            }
        }
        let dates = "startDate=\"\(text)\" endDate=\"\(text)\""
        let members = [("Systolic", 120), ("Diastolic", 80)].map { name, value in
            "<Record type=\"HKQuantityTypeIdentifierBloodPressure\(name)\" sourceName=\"Cuff\" unit=\"mmHg\" "
                + "value=\"\(value)\" \(dates)/>"
        }
        body +=
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" \(dates)>"
            + members.joined() + "</Correlation>\n"
        try ingest("<HealthData locale=\"en_US\">\n<ExportDate value=\"\(text)\"/>\n\(body)</HealthData>", daemon)
    }

    /// Imports documents with electrocardiograms, workouts, summaries, prescriptions and the person's characteristics.
    private static func importFixtures(into daemon: TestDaemon) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("OpenHealthFormatsTests/Fixtures/AppleHealthExport")
        for name in ["version-14.xml", "version-27-zone-groups.xml"] {
            let reader = try AppleHealthExportReader(
                data: Array(try Data(contentsOf: folder.appendingPathComponent(name))), name: name,
                options: .init(partial: false))
            _ = try daemon.database.ingest(reader, options: .init(file: name))
        }
    }

    private static func ingest(_ xml: String, _ daemon: TestDaemon) throws {
        let reader = try AppleHealthExportReader(
            data: Array(xml.utf8), name: "export.xml", options: .init(partial: false))
        _ = try daemon.database.ingest(reader, options: .init(file: "export.xml"))
    }
}
