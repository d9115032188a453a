// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import OpenHealthTestSupport
import Testing

@Suite struct AuthorizationTests {
    private let cramps = HKCategoryType(.abdominalCramps)

    @Test func theCompletionReportsThatThePersonWasAsked() async throws {
        let world = try HealthWorld()
        let app = world.run(as: world.app()) { CallbackAuthorization() }
        let told = QueryRecorder<Bool>()
        app.requestHealthDataAccess { told.record($0) }
        #expect(try await told.next())
        #expect(world.requests.map(\.read) == [[cramps]])
    }

    @Test func aFutureRequestsAuthorizationWithoutASubscriber() async throws {
        let world = try HealthWorld()
        let app = world.run(as: world.app()) { FutureAuthorization() }
        let asked = QueryRecorder<Bool>()
        world.prompt = .answering { request in
            asked.record(true)
            return .granting(request)
        }
        let future = app.authorizationPublisher()
        #expect(try await asked.next())
        // Later subscribers receive the same decision, and no further request is made.
        #expect(try await future.recorded().all() == [true])
        #expect(try await future.recorded().all() == [true])
        #expect(world.requests.count == 1)
    }

    @Test func aDeferredFutureRequestsAuthorizationForEachSubscriber() async throws {
        let world = try HealthWorld()
        let app = world.run(as: world.app()) { DeferredAuthorization() }
        let publisher = app.authorizationPublisher()
        #expect(world.requests.isEmpty)
        #expect(try await publisher.recorded().all() == [true])
        #expect(world.requests.count == 1)
        try world.forgetPermissions(of: app.healthStore)
        #expect(try await publisher.recorded().all() == [true])
        #expect(world.requests.count == 2)
    }

    @Test func aRefusalStillCompletesTheRequest() async throws {
        let world = try HealthWorld()
        world.prompt = .deny
        let app = world.run(as: world.app()) { SymptomReader() }
        #expect(try await app.authorizationPublisher().recorded().all() == [true])
        #expect(app.healthStore.authorizationStatus(for: cramps) == .sharingDenied)
    }

    @Test func aFailedRequestIsTheAppsOwnError() async throws {
        let world = try HealthWorld()
        world.prompt = .answering { _ in throw HKError(.errorUserCanceled) }
        let plain = world.run(as: world.app()) { FutureAuthorization() }
        await #expect(throws: HKError.self) { try await plain.authorizationPublisher().recorded().all() }
        let app = world.run(as: world.app()) { SymptomReader() }
        await #expect(throws: HealthDataError.authorizationRequestError) {
            try await app.authorizationPublisher().recorded().all()
        }
    }

    @Test func withoutHealthDataNoRequestIsMade() async throws {
        let world = try HealthWorld()
        let app = world.run(as: world.app()) { SymptomReader() }
        var configuration = world.configuration(for: .init(identifier: "org.example.elsewhere", name: "elsewhere"))
        configuration.isHealthDataAvailable = false
        let elsewhere = HKHealthStore.make(in: HealthContext(configuration))
        let recording = world.run(as: elsewhere) { app.authorizationPublisher().recorded() }
        await #expect(throws: HealthDataError.unavailableOnDevice) { try await recording.all() }
        #expect(world.requests.isEmpty)
    }
}
