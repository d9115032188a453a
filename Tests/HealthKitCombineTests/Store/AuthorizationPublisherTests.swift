// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestBasics
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct AuthorizationPublisherTests {
    private static let cramps = HKCategoryType(.abdominalCramps)

    private struct NobodyThere: Error, LocalizedError {
        var errorDescription: String? { "Nobody is at home." }
    }

    @Test func noRequestIsMadeBeforeASubscriber() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let publisher = store.authorizationPublisher(toShare: [Self.cramps], read: [Self.cramps])
        // An unrelated request starts and ends.
        try await store.requestAuthorization(toShare: [], read: [HKQuantityType(.stepCount)])
        #expect(world.requests.count == 1)
        #expect(store.authorizationStatus(for: Self.cramps) == .notDetermined)
        #expect(try await publisher.only())
        #expect(world.requests.count == 2)
        #expect(world.requests.last?.share == [Self.cramps])
        #expect(world.requests.last?.read == [Self.cramps])
        #expect(store.authorizationStatus(for: Self.cramps) == .sharingAuthorized)
    }

    @Test func eachSubscriptionRequestsAgain() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let publisher = store.authorizationPublisher(read: [Self.cramps])
        for round in 1...3 {
            #expect(try await publisher.only())
            #expect(world.requests.count == round)
            try world.forgetPermissions(of: store)
        }
        // Requests continue to be made, but the person is not asked again.
        #expect(try await publisher.only())
        #expect(try await publisher.only())
        #expect(world.requests.count == 4)
    }

    @Test func aFutureRequestsOnceAndAtOnce() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let requests = EventLog<Void>()
        world.prompt = .answering { request in
            requests.note()
            return .granting(request)
        }
        let future = store.authorizationFuture(toShare: [Self.cramps], read: [])
        // The request is made without a subscriber.
        await requests.wait(count: 1)
        #expect(try await future.only())
        try world.forgetPermissions(of: store)
        #expect(try await future.only())
        #expect(world.requests.count == 1)
    }

    @Test func errorsHaveTheirCause() async throws {
        let world = try HealthWorld()
        let store = world.app()
        world.prompt = .answering { _ in throw NobodyThere() }
        for error in [
            try await store.authorizationPublisher(toShare: [Self.cramps], read: []).failure(),
            try await store.authorizationFuture(toShare: [Self.cramps], read: []).failure(),
        ] {
            guard case HealthDataError.authorizationRequestError(let cause) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(cause is NobodyThere)
            #expect(error.localizedDescription.contains("Nobody is at home."))
            #expect((error as? HealthDataError)?.recoverySuggestion?.isEmpty == false)
        }
        guard
            case HealthDataError.authorizationRequestError(let cause) =
                try await store.authorizationPublisher().failure()
        else {
            Issue.record("a request without types failed with something else")
            return
        }
        #expect((cause as? HKError)?.code == .errorInvalidArgument)
        world.prompt = .grant
        #expect(try await store.authorizationPublisher(toShare: [Self.cramps]).only())
    }

    @Test func anUnsuccessfulRequestIsAnError() async throws {
        let store = HealthKitSystem.$scoped.withValue(try StreamStore().app().context) { Unsuccessful() }
        let error = try await store.authorizationPublisher(read: [Self.cramps]).failure()
        guard case HealthDataError.authorizationRequestError(cause: nil) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test func withoutHealthDataNoRequestIsMade() async throws {
        let asked = QueryRecorder<Int>()
        let prompt = ClosurePromptProbe(asked: asked)
        let store = try StreamStore().app("reader", prompt) { $0.isHealthDataAvailable = false }
        for error in [
            try await store.authorizationPublisher(read: [Self.cramps]).failure(),
            try await store.authorizationFuture(read: [Self.cramps]).failure(),
            try await store.perObjectReadAuthorizationPublisher(for: .visionPrescriptionType()).failure(),
        ] {
            guard case HealthDataError.unavailableOnDevice = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(error.localizedDescription == HealthDataError.unavailableOnDevice.errorDescription)
        }
        #expect(asked.calls.isEmpty)
    }

    @Test func invalidTypesStopTheProcessAtTheCall() async {
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().authorizationPublisher(toShare: [HKQuantityType(.appleExerciseTime)])
        }
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().authorizationPublisher(read: [HKCorrelationType(.food)])
        }
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().authorizationFuture(toShare: [HKCorrelationType(.bloodPressure)])
        }
    }

    @Test func theStatusFailsUnlessSharingIsAuthorized() async throws {
        let world = try HealthWorld()
        let (store, height) = (world.app(), HKQuantityType(.height))
        let status = store.authorizationStatusPublisher(for: height)
        var error = try await status.failure()
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        try world.deny(share: [height], to: store)
        error = try await status.failure()
        #expect((error as? HKError)?.code == .errorAuthorizationDenied)
        #expect(error.localizedDescription.contains(height.identifier))
        try world.grant(share: [height], to: store)
        #expect(try await status.only() == .sharingAuthorized)
    }

    @Test func objectsAreAuthorizedIndividually() async throws {
        let world = try HealthWorld()
        let (store, type) = (world.app(), HKObjectType.visionPrescriptionType())
        try world.add([type.sample(start: world.clock.now), type.sample(start: world.clock.now - 86_400)])
        let publisher = store.perObjectReadAuthorizationPublisher(
            for: type, predicate: HKQuery.predicateForSamples(withStart: world.clock.now - 60, end: nil))
        #expect(world.requests.isEmpty)
        #expect(try await publisher.only())
        #expect(try await publisher.only())
        #expect(world.requests.count == 2)
        #expect(try await store.samplesPublisher(.visionPrescription()).only().count == 1)
        let error = try await store.perObjectReadAuthorizationPublisher(for: Self.cramps).failure()
        guard case HealthDataError.authorizationRequestError(let cause) = error else {
            Issue.record("\(error)")
            return
        }
        #expect((cause as? HKError)?.code == .errorInvalidArgument)
    }
}

// Unchecked because its superclass is; it adds no stored properties.
/// A store whose requests fail without an error.
private final class Unsuccessful: HKHealthStore, @unchecked Sendable {
    override func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completion(false, nil)
    }
}

/// A prompt that records its requests.
private struct ClosurePromptProbe: HKAuthorizationPrompt {
    let asked: QueryRecorder<Int>

    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        asked.record(1)
        return AuthorizationDecision()
    }
}
