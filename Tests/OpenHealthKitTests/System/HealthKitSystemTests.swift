// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Testing

@testable import OpenHealthKit

@Suite struct HealthKitSystemTests {
    @Test func theAppIsThatOfBootstrap() async {
        await #expect(processExitsWith: .success) {
            HealthKitSystem.bootstrap(
                store: .memory, app: AppIdentity(identifier: "org.example.a", name: "A", version: "7"),
                authorization: .grant)
            #expect(HKSource.default().bundleIdentifier == "org.example.a")
            #expect(HKSource.default().name == "A")
            let store = HKHealthStore()
            try await store.requestAuthorization(toShare: [Sample.steps], read: [])
            try await store.save(Sample.steps(0))
            let descriptor = HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: [])
            let saved = try await descriptor.result(for: HKHealthStore())
            #expect(saved.map(\.sourceRevision.source) == [HKSource.default()])
            #expect(saved.map(\.sourceRevision.version) == ["7"])
            #expect(HKHealthStore.isHealthDataAvailable())
        }
    }

    @Test func bootstrapCanBeCalledOnce() async {
        await #expect(processExitsWith: .failure) {
            HealthKitSystem.bootstrap(store: .memory)
            HealthKitSystem.bootstrap(store: .memory)
        }
    }

    @Test func bootstrapComesBeforeTheFirstStore() async {
        await #expect(processExitsWith: .failure) {
            _ = HKHealthStore()
            HealthKitSystem.bootstrap(store: .memory)
        }
    }

    @Test func withoutBootstrapTheEnvironmentDecides() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            setenv("HEALTH_STORE", folder.appending(path: "deep/health.db").path, 1)
            setenv("HEALTHKIT_APP_IDENTIFIER", "org.example.env", 1)
            setenv("HEALTHKIT_APP_NAME", "Env", 1)
            setenv("HEALTHKIT_APP_VERSION", "", 1)
            setenv("HEALTHKIT_AUTHORIZATION", "grant", 1)
            let store = HKHealthStore()
            try await store.requestAuthorization(toShare: [Sample.steps], read: [])
            try await store.save(Sample.steps(0))
            #expect(HKSource.default().bundleIdentifier == "org.example.env")
            #expect(HKSource.default().name == "Env")
            let database = try HealthDatabase(url: folder.appending(path: "deep/health.db"), mode: .readOnly)
            #expect(try database.apps.all().map(\.identifier) == ["org.example.env"])
        }
    }

    @Test func theAppIsFoundInTheEnvironment() {
        let named = HKSourceRevision(environment: [
            "HEALTHKIT_APP_IDENTIFIER": "a.b", "HEALTHKIT_APP_NAME": "C", "HEALTHKIT_APP_VERSION": "1.2",
        ])
        #expect(named.source.bundleIdentifier == "a.b" && named.source.name == "C" && named.version == "1.2")
        let process = ProcessInfo.processInfo.processName
        for environment in [[:], ["HEALTHKIT_APP_IDENTIFIER": "", "HEALTHKIT_APP_NAME": ""]] {
            let unnamed = HKSourceRevision(environment: environment)
            #expect(unnamed.source.name == process)
            #expect(!unnamed.source.bundleIdentifier.isEmpty)
        }
        let identity = AppIdentity(named)
        #expect(identity.sourceRevision == named)
    }

    @Test func withoutHealthDataEveryCallReportsIt() async throws {
        var configuration = HealthKitSystem.Configuration(store: .memory)
        configuration.isHealthDataAvailable = false
        let store = HKHealthStore.make(in: HealthContext(configuration))
        await expect(.errorHealthDataUnavailable) { try await store.save(Sample.steps(0)) }
        await expect(.errorHealthDataUnavailable) {
            try await store.requestAuthorization(toShare: [], read: [Sample.steps])
        }
        await expect(.errorHealthDataUnavailable) { try store.biologicalSex() }
        await expect(.errorHealthDataUnavailable) { try await store.preferredUnits(for: [Sample.steps]) }
        #expect(store.authorizationStatus(for: Sample.steps) == .notDetermined)
        #expect(store.earliestPermittedSampleDate() == .distantPast)
    }

    @Test func openingAStoreIsRetriedAfterAFailure() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "health.db")
        try Data("no database".utf8).write(to: file)
        let store = HKHealthStore.make(
            in: HealthContext(HealthKitSystem.Configuration(store: .file(file), authorization: .grant)))
        await expect(.errorDatabaseInaccessible) {
            try await store.requestAuthorization(toShare: [Sample.steps], read: [])
        }
        try FileManager.default.removeItem(at: file)
        try await store.requestAuthorization(toShare: [Sample.steps], read: [])
        try await store.save(Sample.steps(0))
    }
}
