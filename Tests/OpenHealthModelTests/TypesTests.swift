// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct TypesTests {
    private let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }

    @Test func everyIdentifierHasAClass() {
        #expect(types.count == HealthTypes.all.count)
        for type in types { #expect(HKObjectType.named(type.identifier) === type) }
        #expect(HKObjectType.named("HKNothing") == nil)
    }

    @Test func everyTypeRoundTripsInAnArchive() throws {
        for type in types {
            let data = try NSKeyedArchiver.archivedData(withRootObject: type, requiringSecureCoding: true)
            let back = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: HKObjectType.self, from: data), "\(type)")
            #expect(back == type)
            #expect(Swift.type(of: back) == Swift.type(of: type))
            #expect(back.hash == type.hash)
        }
    }

    @Test func anArchiveOfAnUnknownIdentifierIsRefused() throws {
        func decoded<T: HKObjectType>(_ identifier: String, as: T.Type) throws -> T? {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            let bytes = try PropertyListSerialization.data(
                fromPropertyList: ["identifier": identifier], format: .binary, options: 0)
            bytes.withUnsafeBytes {
                archiver.encodeBytes(
                    $0.bindMemory(to: UInt8.self).baseAddress, length: $0.count, forKey: "HKObjectType")
            }
            archiver.finishEncoding()
            return T(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        }
        #expect(try decoded("HKNothing", as: HKObjectType.self) == nil)
        #expect(try decoded("HKQuantityTypeIdentifierStepCount", as: HKCategoryType.self) == nil)
        #expect(try decoded("HKCharacteristicTypeIdentifierBloodType", as: HKSampleType.self) == nil)
        #expect(try decoded("HKQuantityTypeIdentifierStepCount", as: HKQuantityType.self) != nil)
        let empty = NSKeyedArchiver(requiringSecureCoding: true)
        empty.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)
        #expect(HKObjectType(coder: unarchiver) == nil)
    }

    @Test func equalityIsByIdentifier() {
        #expect(HKQuantityType(.stepCount) == HKObjectType.quantityType(forIdentifier: .stepCount))
        #expect(HKQuantityType(.stepCount) != HKQuantityType(.heartRate))
        #expect(HKQuantityType(.stepCount).copy() as? HKQuantityType == HKQuantityType(.stepCount))
        #expect(!HKQuantityType(.stepCount).isEqual("HKQuantityTypeIdentifierStepCount"))
        #expect(Set(types + types).count == types.count)
        #expect("\(HKQuantityType(.stepCount))" == "HKQuantityTypeIdentifierStepCount")
    }

    @Test func factoriesAcceptOnlyTheirKind() {
        for facts in HealthTypes.all {
            let name = facts.identifier
            func check(_ type: HKObjectType?, _ kind: HealthTypeDescription.Kind) {
                #expect((type?.identifier == name) == (facts.kind == kind), "\(name)")
            }
            check(HKObjectType.quantityType(forIdentifier: .init(rawValue: name)), .quantity)
            check(HKObjectType.categoryType(forIdentifier: .init(rawValue: name)), .category)
            check(HKObjectType.characteristicType(forIdentifier: .init(rawValue: name)), .characteristic)
            check(HKObjectType.correlationType(forIdentifier: .init(rawValue: name)), .correlation)
            check(HKObjectType.documentType(forIdentifier: .init(rawValue: name)), .document)
            check(HKObjectType.clinicalType(forIdentifier: .init(rawValue: name)), .clinical)
            check(HKObjectType.seriesType(forIdentifier: name), .series)
        }
        let single: [HKObjectType] = [
            HKObjectType.workoutType(), HKObjectType.activitySummaryType(), HKObjectType.audiogramSampleType(),
            HKObjectType.electrocardiogramType(), HKObjectType.visionPrescriptionType(), HKObjectType.stateOfMindType(),
            HKObjectType.medicationDoseEventType(), HKObjectType.userAnnotatedMedicationType(),
            HKSeriesType.workoutRoute(), HKSeriesType.heartbeat(), HKScoredAssessmentType(.GAD7),
            HKScoredAssessmentType(.PHQ9), HKCorrelationType(.bloodPressure), HKDocumentType(.CDA),
            HKCharacteristicType(.bloodType), HKClinicalType(.conditionRecord), HKCategoryType(.sleepAnalysis),
        ]
        for type in single { #expect(HKObjectType.named(type.identifier) == type) }
        #expect(HKObjectType.workoutType().identifier == HKWorkoutTypeIdentifier)
        #expect(HKSeriesType.workoutRoute().identifier == HKWorkoutRouteTypeIdentifier)
    }

    @Test func sampleTypesAreThoseWithSamples() {
        for type in types {
            let kinds: Set<HealthTypeDescription.Kind> = [.characteristic, .activitySummary, .userAnnotatedMedication]
            #expect((type is HKSampleType) == !kinds.contains(type.facts.kind), "\(type)")
        }
    }

    @Test func prescriptionsAndMedicationsAreAuthorizedIndividually() {
        let names = types.filter { $0.requiresPerObjectAuthorization() }.map(\.facts.swiftName)
        #expect(Set(names) == ["visionPrescription", "userAnnotatedMedication"])
    }

    @Test func limitsAndEstimates() {
        let samples = types.compactMap { $0 as? HKSampleType }
        #expect(samples.filter(\.isMaximumDurationRestricted) == [HKDocumentType(.CDA)])
        #expect(HKDocumentType(.CDA).maximumAllowedDuration == 345_600)
        #expect(samples.filter(\.isMinimumDurationRestricted).isEmpty)
        let recalibrated: Set<HKSampleType> = [
            HKQuantityType(.sixMinuteWalkTestDistance), HKQuantityType(.appleWalkingSteadiness),
            HKQuantityType(.vo2Max),
        ]
        #expect(Set(samples.filter(\.allowsRecalibrationForEstimates)) == recalibrated)
    }

    @Test func everyQuantityTypeFitsItsUnit() {
        for case let type as HKQuantityType in types {
            #expect(type.is(compatibleWith: type.canonicalUnit), "\(type)")
            #expect(!type.is(compatibleWith: HKUnit(from: "kg^3")), "\(type)")
            #expect(type.aggregationStyle == type.facts.aggregationStyle)
        }
        #expect(HKQuantityType(.bodyMass).is(compatibleWith: HKUnit(from: "lb")))
        #expect(HKQuantityType(.bloodGlucose).is(compatibleWith: HKUnit(from: "mmol<180.1558800000541>/L")))
        #expect(HKQuantityType(.heartRate).is(compatibleWith: HKUnit(from: "count/s")))
        #expect(HKQuantityType(.bodyTemperature).is(compatibleWith: HKUnit(from: "degF")))
    }

    @Test func unknownIdentifiersStopTheProcess() async {
        await #expect(processExitsWith: .failure) { _ = HKQuantityType(.init(rawValue: "HKNothing")) }
        await #expect(processExitsWith: .failure) {
            _ = HKCategoryType(.init(rawValue: "HKQuantityTypeIdentifierStepCount"))
        }
        await #expect(processExitsWith: .failure) { _ = HKQuantityType(.stepCount).maximumAllowedDuration }
        await #expect(processExitsWith: .failure) { _ = HKQuantityType(.stepCount).minimumAllowedDuration }
    }
}
