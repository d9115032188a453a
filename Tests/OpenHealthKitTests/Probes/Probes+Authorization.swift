// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/authorizationstatus(for:)
    @Test func theStatusDescribesSavingAndNotReading() throws {
        try world.grant(share: [steps], to: app)
        try world.deny(read: [steps], to: app)
        try world.deny(share: [pulse], to: app)
        try world.grant(read: [pulse], to: app)
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
        #expect(app.authorizationStatus(for: pulse) == .sharingDenied)
        #expect(app.authorizationStatus(for: headache) == .notDetermined)
    }

    /// Source: https://developer.apple.com/forums/thread/741370
    @Test func afterARequestToReadTheStatusIsDenied() async throws {
        try await app.requestAuthorization(toShare: [], read: [steps])
        #expect(app.authorizationStatus(for: steps) == .sharingDenied)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/authorizing-access-to-health-data
    @Test func aDeniedTypeLooksLikeATypeWithoutData() async throws {
        try world.add(steps(0, 1))
        try world.deny(read: [steps], to: app)
        #expect(try await read(steps).isEmpty)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/authorizing-access-to-health-data
    @Test func anAppWithoutPermissionToReadSeesItsOwnSamples() async throws {
        try world.add(steps(0, 1, 100))
        try world.grant(share: [steps], to: app)
        try world.deny(read: [steps], to: app)
        try await app.save(steps(5, 6, 7))
        #expect(try await counts() == [7])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/requestauthorization(toshare:read:completion:)
    @Test func theSuccessOfARequestDoesNotRevealTheAnswer() async throws {
        world.prompt = .deny
        let recorder = QueryRecorder<Bool>()
        app.requestAuthorization(toShare: [steps], read: [steps], completion: recorder.completion())
        #expect(try await recorder.next())
        #expect(app.authorizationStatus(for: steps) == .sharingDenied)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/requestauthorization(toshare:read:completion:)
    @Test func onlyTypesWithoutAnAnswerAreRequested() async throws {
        try await app.requestAuthorization(toShare: [], read: [steps])
        try await app.requestAuthorization(toShare: [], read: [steps])
        try await app.requestAuthorization(toShare: [], read: [steps, pulse])
        #expect(world.requests.map(\.read) == [[steps], [pulse]])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkauthorizationrequeststatus
    @Test func aRequestIsUnnecessaryOnceItsTypesAreAnswered() async throws {
        #expect(try await app.statusForAuthorizationRequest(toShare: [steps], read: [steps]) == .shouldRequest)
        world.prompt = .deny
        try await app.requestAuthorization(toShare: [steps], read: [steps])
        #expect(try await app.statusForAuthorizationRequest(toShare: [steps], read: [steps]) == .unnecessary)
        #expect(try await app.statusForAuthorizationRequest(toShare: [steps], read: [pulse]) == .shouldRequest)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkerror/code/errorauthorizationnotdetermined
    @Test func savingBeforeARequestIsNotDetermined() async {
        await expect(.errorAuthorizationNotDetermined) { try await app.save(steps(0, 1)) }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkerror/code/errorauthorizationdenied
    @Test func savingAfterARefusalIsDenied() async throws {
        try world.deny(share: [steps], to: app)
        await expect(.errorAuthorizationDenied) { try await app.save(steps(0, 1)) }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/authorizing-access-to-health-data
    @Test func onlyLimitedTypesHaveAnEarliestDate() async throws {
        let date = Self.day + 3600
        try world.add([steps(0, 1, 1), steps(60, 61, 2)])
        try world.limit(read: [steps], since: date, for: app)
        try world.grant(read: [pulse], to: app)
        try world.deny(read: [headache], to: app)
        #expect(try await app.earliestAuthorizedSampleDate(for: [steps, pulse, headache]) == [steps: date])
        #expect(try await counts() == [2])
    }

    /// Source: HKHealthStore.h of the iOS 27 SDK, requestPerObjectReadAuthorizationForType:predicate:completion:
    @Test func prescriptionsAreAuthorizedOneByOne() {
        let prescriptions = HKObjectType.visionPrescriptionType()
        #expect(prescriptions.requiresPerObjectAuthorization())
        #expect(!steps.requiresPerObjectAuthorization())
    }

    /// Source: HKHealthStore.h of the iOS 27 SDK, preferredUnitsForQuantityTypes:completion:
    @Test func preferredUnitsNeedARequest() async throws {
        let mass = HKQuantityType(.bodyMass)
        await expect(.errorAuthorizationNotDetermined) { try await app.preferredUnits(for: [mass]) }
        try world.deny(share: [mass], read: [mass], to: app)
        #expect(try await app.preferredUnits(for: [mass]).count == 1)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/dateofbirthcomponents()
    @Test func theDateOfBirthIsInTheGregorianCalendar() throws {
        try world.setDateOfBirth(year: 1980, month: 2, day: 29)
        try world.grant(read: [HKCharacteristicType(.dateOfBirth)], to: app)
        let birth = try app.dateOfBirthComponents()
        #expect(birth.year == 1980 && birth.month == 2 && birth.day == 29)
        #expect(birth.calendar?.identifier == .gregorian)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/biologicalsex()
    @Test func aDeniedCharacteristicLooksUnset() throws {
        try world.setBiologicalSex(.female)
        try world.deny(read: [HKCharacteristicType(.biologicalSex)], to: app)
        #expect(try app.biologicalSex().biologicalSex == .notSet)
    }
}
