// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct AuthorizationTests {
    /// The received requests, and the number of concurrent ones.
    private final class Asked: Sendable {
        struct State {
            var requests: [AuthorizationRequest] = []
            var going = 0
            var most = 0
        }
        let state = Mutex(State())

        var prompt: any HKAuthorizationPrompt {
            .answering { request in
                self.state.withLock {
                    $0.requests.append(request)
                    $0.going += 1
                    $0.most = max($0.most, $0.going)
                }
                for _ in 0..<10 { await Task.yield() }
                self.state.withLock { $0.going -= 1 }
                return .granting(request)
            }
        }
    }

    @Test(arguments: KitPlace.allCases) func sharingAndReadingAreSeparate(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = kit.app("a", .rule { _, type, isSharing in isSharing == (type == Sample.steps) })
        #expect(store.authorizationStatus(for: Sample.steps) == .notDetermined)
        let types: Set<HKSampleType> = [Sample.steps, Sample.pulse]
        #expect(try await store.statusForAuthorizationRequest(toShare: types, read: types) == .shouldRequest)
        try await store.requestAuthorization(toShare: types, read: types)
        #expect(try await store.statusForAuthorizationRequest(toShare: types, read: types) == .unnecessary)
        #expect(store.authorizationStatus(for: Sample.steps) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: Sample.pulse) == .sharingDenied)
        try await store.save(Sample.steps(0))
        await expect(.errorAuthorizationDenied) { try await store.save(Sample.pulse(0)) }
        await expect(.errorAuthorizationDenied) { try await store.save([Sample.steps(1), Sample.pulse(0)]) }
        let writer = try await kit.allowed("b")
        try await writer.save([Sample.steps(5), Sample.pulse(5)])
        // For denied steps, the app sees only its own sample; for the allowed heart rate, it sees that of the other app.
        func read(_ type: HKQuantityType) async throws -> Int {
            try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
                .result(for: store).count
        }
        #expect(try await read(Sample.steps) == 1)
        #expect(try await read(Sample.pulse) == 1)
        await expect(.errorAuthorizationNotDetermined) { try await read(HKQuantityType(.bodyMass)) }
        await expect(.errorAuthorizationNotDetermined) {
            try await store.save(
                HKQuantitySample(
                    type: HKQuantityType(.bodyMass),
                    quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70),
                    start: Sample.day, end: Sample.day))
        }
    }

    @Test func everyTypeCanBeRequested() async throws {
        let store = try KitStore(.memory).app()
        for type in HealthTypes.all.compactMap({ HKObjectType.named($0.identifier) }) {
            if type is HKCorrelationType { continue }
            if type.requiresPerObjectAuthorization() {
                await expect(.errorInvalidArgument) { try await store.requestAuthorization(toShare: [], read: [type]) }
                try await store.requestPerObjectReadAuthorization(for: type, predicate: nil)
                continue
            }
            await expect(.errorInvalidArgument) {
                try await store.requestPerObjectReadAuthorization(for: type, predicate: nil)
            }
            let shared = (type as? HKSampleType).map { $0.facts.isShareable ? [$0] : [] } ?? []
            #expect(store.authorizationStatus(for: type) == .notDetermined, "\(type)")
            try await store.requestAuthorization(toShare: Set(shared), read: [type])
            let status = store.authorizationStatus(for: type)
            #expect(status == (shared.isEmpty ? .sharingDenied : .sharingAuthorized), "\(type)")
        }
    }

    /// Plugins for React Native and Cordova report this status of phones. It does not depend on the person's decision.
    @Test(arguments: KitPlace.allCases) func afterARequestToReadOnlySharingIsDenied(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let stores = [kit.app("granted"), kit.app("denied", .deny)]
        let all = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
            .filter { !$0.requiresPerObjectAuthorization() && !($0 is HKCorrelationType) }
        // A request per type takes long over HTTP.
        let some = all.enumerated().filter { $0.offset.isMultiple(of: 10) }.map(\.element)
        let types = place == .remote ? some + [Sample.steps, Sample.pulse] : all
        for store in stores {
            for type in types { #expect(store.authorizationStatus(for: type) == .notDetermined, "\(type)") }
            try await store.requestAuthorization(toShare: [], read: Set(types))
            for type in types { #expect(store.authorizationStatus(for: type) == .sharingDenied, "\(type)") }
            await expect(.errorAuthorizationDenied) { try await store.save(Sample.steps(0)) }
            await expect(.errorAuthorizationNotDetermined) {
                try await kit.app("unasked").save(Sample.steps(0))
            }
        }
        // The person has not answered whether it may save, so a request is shown, and its decision counts.
        let share: Set<HKSampleType> = [Sample.steps]
        #expect(try await stores[0].statusForAuthorizationRequest(toShare: share, read: []) == .shouldRequest)
        try await stores[0].requestAuthorization(toShare: share, read: [])
        #expect(stores[0].authorizationStatus(for: Sample.steps) == .sharingAuthorized)
        #expect(stores[0].authorizationStatus(for: Sample.pulse) == .sharingDenied)
        try await stores[0].save(Sample.steps(0))
    }

    @Test func aCorrelationHasTheStatusOfItsMembers() async throws {
        let store = try KitStore(.memory).app()
        let pressure = HKCorrelationType(.bloodPressure)
        #expect(store.authorizationStatus(for: pressure) == .notDetermined)
        try await store.requestAuthorization(
            toShare: [], read: [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)])
        #expect(store.authorizationStatus(for: pressure) == .sharingDenied)
    }

    @Test func answeredRequestsAreNotRepeated() async throws {
        let asked = Asked()
        let store = try KitStore(.memory).app("a", asked.prompt)
        try await store.requestAuthorization(toShare: [Sample.steps], read: [Sample.steps])
        try await store.requestAuthorization(toShare: [Sample.steps], read: [Sample.steps])
        try await store.requestAuthorization(toShare: [Sample.steps], read: [Sample.steps, Sample.pulse])
        let requests = asked.state.withLock(\.requests)
        #expect(requests.map(\.share) == [[Sample.steps], []])
        #expect(requests.map(\.read) == [[Sample.steps], [Sample.pulse]])
        #expect(requests.allSatisfy { $0.app.identifier == "org.example.a" })
    }

    @Test func concurrentRequestsAreAnsweredInTurn() async throws {
        let asked = Asked()
        let store = try KitStore(.memory).app("a", asked.prompt)
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKQuantityType }.prefix(20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for type in types {
                for _ in 0..<3 {
                    group.addTask { try await store.requestAuthorization(toShare: [], read: [type]) }
                }
            }
            try await group.waitForAll()
        }
        asked.state.withLock { state in
            #expect(state.most == 1)
            #expect(state.requests.count == types.count)
            #expect(Set(state.requests.flatMap(\.read)) == Set(types))
        }
    }

    @Test func openRequestsAreRepeated() async throws {
        let count = Mutex(0)
        let store = try KitStore(.memory).app(
            "a",
            .answering { _ in
                count.withLock { $0 += 1 }
                return AuthorizationDecision(read: [HKQuantityType(.bodyMass): .authorized])
            })
        for _ in 0..<2 { try await store.requestAuthorization(toShare: [], read: [Sample.steps]) }
        #expect(count.withLock { $0 } == 2)
        // Types that were not requested have no decision.
        await expect(.errorAuthorizationNotDetermined) {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: HKQuantityType(.bodyMass))], sortDescriptors: []
            ).result(for: store)
        }
    }

    @Test func handlersReceiveErrors() async throws {
        struct Nobody: Error {}
        let store = try KitStore(.memory).app("a", .answering { _ in throw Nobody() })
        let calls = Calls<(Bool, (any Error)?)>()
        store.requestAuthorization(toShare: nil, read: [Sample.steps]) { calls.add(($0, $1)) }
        let (success, error) = try await calls.next()
        #expect(!success && error is Nobody)
        store.requestAuthorization(toShare: nil, read: nil) { calls.add(($0, $1)) }
        #expect((try await calls.next().1 as? HKError)?.code == .errorInvalidArgument)
        let statuses = Calls<(HKAuthorizationRequestStatus, (any Error)?)>()
        store.getRequestStatusForAuthorization(toShare: [], read: []) { statuses.add(($0, $1)) }
        let status = try await statuses.next()
        #expect(status.0 == .unknown && (status.1 as? HKError)?.code == .errorInvalidArgument)
        try await store.handleAuthorizationForExtension()
    }

    @Test func limitedReadingHasADate() async throws {
        let kit = try KitStore(.memory)
        let date = Sample.day.addingTimeInterval(120)
        let store = kit.app(
            "a",
            .answering { request in
                AuthorizationDecision(read: [Sample.steps: .limited(since: date), Sample.pulse: .authorized])
            })
        try await store.requestAuthorization(toShare: [], read: [Sample.steps, Sample.pulse])
        #expect(
            try await store.earliestAuthorizedSampleDate(for: [Sample.steps, Sample.pulse]) == [Sample.steps: date])
        try await kit.allowed("b").save((0..<4).map { Sample.steps($0) })
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store)
        #expect(found.map(\.startDate) == [date, date.addingTimeInterval(60)])
    }

    @Test func unshareableTypesStopTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let store = try KitStore(.memory).app()
            try await store.requestAuthorization(toShare: [HKQuantityType(.appleExerciseTime)], read: [])
        }
        await #expect(processExitsWith: .failure) {
            let store = try KitStore(.memory).app()
            try await store.requestAuthorization(toShare: [HKCorrelationType(.bloodPressure)], read: [])
        }
        await #expect(processExitsWith: .failure) {
            let store = try KitStore(.memory).app()
            store.requestAuthorization(toShare: nil, read: [HKCorrelationType(.food)]) { _, _ in }
        }
    }

    @Test func prescriptionsAreAuthorizedIndividually() async throws {
        let kit = try KitStore(.memory)
        let writer = kit.app("writer")
        try await writer.requestAuthorization(toShare: [.visionPrescriptionType()], read: [])
        let prescriptions = (0..<3).map { day in
            HKVisionPrescription(
                type: .glasses, dateIssued: Sample.day.addingTimeInterval(Double(day) * 86_400), expirationDate: nil,
                device: nil, metadata: nil)
        }
        try await writer.save(prescriptions)
        let lines = Mutex<[String]>([])
        struct Choosing: HKAuthorizationPrompt {
            let choose: @Sendable (ObjectAuthorizationRequest) -> Set<Int>
            func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision { .denying(request) }
            func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> { choose(request) }
        }
        let reader = kit.app(
            "reader",
            Choosing { request in
                lines.withLock { $0 = request.objects }
                return [1, 7]
            })
        let descriptor = HKSampleQueryDescriptor(predicates: [.visionPrescription()], sortDescriptors: [])
        try await reader.requestPerObjectReadAuthorization(for: .visionPrescriptionType(), predicate: nil)
        #expect(try await descriptor.result(for: reader).map(\.uuid) == [prescriptions[1].uuid])
        #expect(lines.withLock { $0.count } == 3)
        // Each request is shown, with only the objects that match the predicate.
        try await reader.requestPerObjectReadAuthorization(
            for: .visionPrescriptionType(), predicate: HKQuery.predicateForObject(with: prescriptions[2].uuid))
        #expect(lines.withLock { $0.count } == 1)
        // A denial revokes an earlier permission; objects outside the request keep theirs.
        let other = kit.app("reader", Choosing { _ in [] })
        try await other.requestPerObjectReadAuthorization(
            for: .visionPrescriptionType(), predicate: HKQuery.predicateForObject(with: prescriptions[2].uuid))
        #expect(try await descriptor.result(for: reader).map(\.uuid) == [prescriptions[1].uuid])
        try await other.requestPerObjectReadAuthorization(for: .visionPrescriptionType(), predicate: nil)
        #expect(try await descriptor.result(for: reader).isEmpty)
    }
}
