// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct TypeUsageTests {
    static let symbols = [
        "HKQuantityType.init(_:)", "HKCategoryType.init(_:)", "HKCorrelationType.init(_:)", "HKClinicalType.init(_:)",
        "HKCharacteristicType.init(_:)", "HKScoredAssessmentType.init(_:)",
        "HKQuantityTypeIdentifier.init(rawValue:)", "HKCategoryTypeIdentifier.init(rawValue:)",
        "HKCorrelationTypeIdentifier.init(rawValue:)", "HKCharacteristicTypeIdentifier.init(rawValue:)",
        "HKClinicalTypeIdentifier.init(rawValue:)",
        "HKQuantityType.quantityType(forIdentifier:)", "HKQuantityType.quantityType(forIdentifier:){}",
        "HKObjectType.quantityType(forIdentifier:)", "HKObjectType.quantityType(forIdentifier:){}",
        "HKSampleType.quantityType(forIdentifier:)", "HKSampleType.quantityType(forIdentifier:){}",
        "HKSample.quantityType(forIdentifier:)",
        "HKObjectType.categoryType(forIdentifier:)", "HKCategoryType.categoryType(forIdentifier:)",
        "HKCategoryType.categoryType(forIdentifier:){}", "HKSampleType.categoryType(forIdentifier:)",
        "HKObjectType.characteristicType(forIdentifier:)", "HKCharacteristicType.characteristicType(forIdentifier:)",
        "HKObjectType.correlationType(forIdentifier:)", "HKCorrelationType.correlationType(forIdentifier:)",
        "HKSampleType.correlationType(forIdentifier:)", "HKObjectType.clinicalType(forIdentifier:)",
        "HKObjectType.documentType(forIdentifier:)", "HKObjectType.seriesType(forIdentifier:)",
        "HKObjectType.workoutType()", "HKWorkoutType.workoutType()", "HKSampleType.workoutType()",
        "HKQuantityType.workoutType()", "HKSeriesType.workoutRoute()", "HKSeriesType.heartbeat()",
        "HKObjectType.activitySummaryType()", "HKSampleType.audiogramSampleType()",
        "HKObjectType.audiogramSampleType()", "HKAudiogramSampleType.audiogramSampleType()",
        "HKSampleType.electrocardiogramType()", "HKElectrocardiogramType.electrocardiogramType()",
        "HKObjectType.electrocardiogramType()", "HKSampleType.stateOfMindType()",
        "HKStateOfMindType.stateOfMindType()", "HKPrescriptionType.visionPrescriptionType()",
        "HKObjectType.visionPrescriptionType()", "HKObjectType.aggregationStyle",
        "HKCategoryValueSleepAnalysis.init(rawValue:)", "HKCategoryValueMenstrualFlow.init(rawValue:)",
        "HKCategoryValueSeverity.init(rawValue:)", "HKUpdateFrequency.init(rawValue:)",
        "HKWorkoutActivityType.init(rawValue:)", "HKWorkoutActivityType.init(rawValue:){}",
        "HKWorkoutSessionLocationType.init(rawValue:){}", "HKWorkoutEventType.init(rawValue:)",
        "HKStatisticsOptions.init()", "HKError.init(_:)",
    ]

    @Test func identifiersCreateTypes() throws {
        let steps = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStepCount"))
        #expect(steps.aggregationStyle == .cumulative)
        #expect(HKQuantityType.quantityType(forIdentifier: .stepCount) == steps)
        #expect(HKSampleType.quantityType(forIdentifier: .stepCount) == steps)
        #expect(try #require(HKObjectType.quantityType(forIdentifier: .stepCount)) == steps)
        let sleep = HKCategoryType(HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSleepAnalysis"))
        #expect(HKObjectType.categoryType(forIdentifier: .sleepAnalysis) == sleep)
        #expect(HKSampleType.categoryType(forIdentifier: .sleepAnalysis) == sleep)
        #expect(HKCategoryType.categoryType(forIdentifier: .sleepAnalysis) == sleep)
        let food = HKCorrelationType(HKCorrelationTypeIdentifier(rawValue: "HKCorrelationTypeIdentifierFood"))
        #expect(HKObjectType.correlationType(forIdentifier: .food) == food)
        #expect(HKSampleType.correlationType(forIdentifier: .food) == food)
        #expect(HKCorrelationType.correlationType(forIdentifier: .food) == food)
        let sex = HKCharacteristicType(
            HKCharacteristicTypeIdentifier(rawValue: "HKCharacteristicTypeIdentifierBiologicalSex"))
        #expect(HKObjectType.characteristicType(forIdentifier: .biologicalSex) == sex)
        #expect(HKCharacteristicType.characteristicType(forIdentifier: .biologicalSex) == sex)
        let allergy = HKClinicalType(HKClinicalTypeIdentifier(rawValue: "HKClinicalTypeIdentifierAllergyRecord"))
        #expect(HKObjectType.clinicalType(forIdentifier: .allergyRecord) == allergy)
        #expect(HKObjectType.documentType(forIdentifier: .CDA)?.identifier == HKDocumentTypeIdentifier.CDA.rawValue)
        #expect(HKScoredAssessmentType(.GAD7).identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue)
        #expect(HKObjectType.seriesType(forIdentifier: HKDataTypeIdentifierHeartbeatSeries) == HKSeriesType.heartbeat())
    }

    @Test func theOnlyTypeOfAKindIsTheSameEverywhere() {
        #expect(HKObjectType.workoutType() == HKWorkoutType.workoutType())
        #expect(HKSampleType.workoutType() == HKQuantityType.workoutType())
        #expect(HKSeriesType.workoutRoute() != HKSeriesType.heartbeat())
        #expect(HKObjectType.activitySummaryType().identifier.contains("ActivitySummary"))
        #expect(HKSampleType.audiogramSampleType() == HKObjectType.audiogramSampleType())
        #expect(HKAudiogramSampleType.audiogramSampleType() == HKObjectType.audiogramSampleType())
        #expect(HKSampleType.electrocardiogramType() == HKObjectType.electrocardiogramType())
        #expect(HKElectrocardiogramType.electrocardiogramType() == HKObjectType.electrocardiogramType())
        #expect(HKSampleType.stateOfMindType() == HKStateOfMindType.stateOfMindType())
        #expect(HKPrescriptionType.visionPrescriptionType() == HKObjectType.visionPrescriptionType())
    }

    @Test func rawValuesCreateCases() {
        #expect(HKCategoryValueSleepAnalysis(rawValue: 0) == .inBed)
        #expect(HKCategoryValueMenstrualFlow(rawValue: 2) == .light)
        #expect(HKCategoryValueSeverity(rawValue: 4) == .severe)
        #expect(HKUpdateFrequency(rawValue: 1) == .immediate)
        #expect(HKWorkoutActivityType(rawValue: 37) == .running)
        #expect(HKWorkoutSessionLocationType(rawValue: 3) == .outdoor)
        #expect(HKWorkoutEventType(rawValue: 1) == .pause)
        #expect(HKStatisticsOptions().isEmpty)
        #expect(HKError(.errorNoData).code == .errorNoData)
    }
}
