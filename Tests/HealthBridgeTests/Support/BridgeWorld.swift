// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthBridge
import OpenHealthAccess
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import RemoteTestSupport

/// A phone with two apps that save samples, a bridge on it, and a server.
final class BridgeWorld: Sendable {
    let phone: HealthWorld
    let daemon: TestDaemon
    let proxy: BreakingProxy
    let watch: HKHealthStore
    let diary: HKHealthStore
    private let reader: HKHealthStore
    private let app = AppIdentity(identifier: "org.example.bridge", name: "Bridge", version: "1")
    private let folder: URL

    /// The types of the phone. Members of correlations are sent by themselves as well.
    static let types: [HKSampleType] = [
        HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKQuantityType(.bodyMass),
        HKQuantityType(.oxygenSaturation), HKQuantityType(.dietaryProtein), HKQuantityType(.bloodPressureSystolic),
        HKQuantityType(.bloodPressureDiastolic), HKCategoryType(.headache), HKCategoryType(.sleepAnalysis),
        HKCorrelationType(.bloodPressure), .workoutType(),
    ]

    init(seed: UInt64 = 1) async throws {
        phone = try HealthWorld(now: Date(timeIntervalSince1970: 1_795_521_600))
        daemon = try TestDaemon()
        proxy = try BreakingProxy(to: daemon.port, seed: seed)
        folder = daemon.folder.appending(path: "bridge")
        watch = phone.app("com.example.watch", name: "Watch")
        diary = phone.app("com.example.diary", name: "Diary")
        reader = phone.app("org.example.bridge")
        let single = Set(Self.types.filter { !($0 is HKCorrelationType) })
        for store in [watch, diary] { try await store.requestAuthorization(toShare: single, read: []) }
        try await reader.requestAuthorization(toShare: [], read: single)
        _ = try daemon.token(app)
        try allow(single.map(\.identifier))
    }

    /// Allows the bridge to push types.
    func allow(_ types: [String], share: AppPermission.Share = .authorized) throws {
        try daemon.database.apps.setPermission(share: share, read: nil, app: app.identifier, types: types)
        try daemon.database.apps.connections.setPushPermission(.connection, of: app.identifier)
    }

    /// Returns a new bridge with the kept state, as after a restart of the app.
    func bridge(batchSize: Int = 7, types: [HKSampleType] = BridgeWorld.types) throws -> HealthBridge {
        var configuration = HealthBridge.Configuration(
            server: proxy.url, token: try daemon.token(app), types: types, folder: folder)
        configuration.batchSize = batchSize
        configuration.pauses = [0, 0]
        return HealthBridge(reader, configuration: configuration)
    }

    // MARK: Comparison

    /// The samples of the phone as lines, sorted.
    func onPhone() throws -> [String] { try Self.lines(phone.database) }

    /// The samples of the server as lines, sorted.
    func onServer() throws -> [String] { try Self.lines(daemon.database) }

    private static func lines(_ database: HealthDatabase) throws -> [String] {
        try types.flatMap { try database.samples(SampleRequest(types: [$0.identifier])) }.map(line).sorted()
    }

    private static func line(_ sample: HKSample) -> String {
        var parts = [
            sample.sampleType.identifier, sample.uuid.uuidString, date(sample.startDate), date(sample.endDate),
            sample.sourceRevision.source.name, sample.sourceRevision.version ?? "-",
            sample.device.map { "\($0.name ?? "-") \($0.model ?? "-") \($0.softwareVersion ?? "-")" } ?? "-",
        ]
        switch sample {
        case let sample as HKQuantitySample:
            parts.append(number(sample.quantity.doubleValue(for: sample.quantityType.canonicalUnit)))
        case let sample as HKCategorySample: parts.append("\(sample.value)")
        case let sample as HKCorrelation: parts += sample.objects.map(\.uuid.uuidString).sorted()
        case let sample as HKWorkout:
            parts += ["\(sample.workoutActivityType)", number(sample.duration)]
            parts.append(sample.totalDistance.map { number($0.doubleValue(for: .meter())) } ?? "-")
            parts.append(sample.totalEnergyBurned.map { number($0.doubleValue(for: .kilocalorie())) } ?? "-")
            parts += (sample.workoutEvents ?? []).map {
                "\($0.type) \(date($0.dateInterval.start)) \(number($0.dateInterval.duration))"
            }
        default: break
        }
        parts += (sample.metadata ?? [:]).map { "\($0.key)=\(text($0.value))" }.sorted()
        return parts.joined(separator: " | ")
    }

    private static func date(_ date: Date) -> String { String(format: "%.6f", date.timeIntervalSince1970) }

    private static func number(_ number: Double) -> String { String(format: "%.9g", number) }

    /// Returns a value of metadata with its type. The bridge sends lengths in metres.
    private static func text(_ value: Any) -> String {
        switch HKMetadataValue(value) {
        case .quantity(let quantity) where quantity.is(compatibleWith: .meter()):
            number(quantity.doubleValue(for: .meter())) + " m"
        case .date(let date): self.date(date)
        case .double(let value): "double " + number(value)
        case let other: other.map { "\($0)" } ?? "-"
        }
    }
}
