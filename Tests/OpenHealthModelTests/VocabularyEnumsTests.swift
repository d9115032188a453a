// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@Suite struct VocabularyEnumsTests {
    @Test func everyCaseRoundTripsFromNameToValue() {
        for entry in HealthEnums.table {
            #expect(HealthEnums.allowedValues(ofEnum: entry.name) == Set(entry.cases.map(\.1)))
            for (name, value) in entry.cases {
                #expect(HealthEnums.rawValue(ofCase: name) == value)
                #expect(HealthEnums.caseName(ofEnum: entry.name, rawValue: value) == name)
                #expect(HealthEnums.caseName(ofEnum: entry.swiftName, rawValue: value) == name)
            }
            for (name, value) in entry.aliases {
                #expect(HealthEnums.rawValue(ofCase: name) == value)
                #expect(HealthEnums.caseName(ofEnum: entry.name, rawValue: value) != name)
            }
        }
    }

    @Test func valuesHaveTheSpellingOfExports() {
        #expect(HealthEnums.rawValue(ofCase: "HKCategoryValueSleepAnalysisAsleepCore") == 3)
        #expect(HealthEnums.rawValue(ofCase: "HKCategoryValueSleepAnalysisAsleep") == 1)
        #expect(HealthEnums.rawValue(ofCase: "HKWorkoutActivityTypeRunning") == 37)
        #expect(HealthEnums.rawValue(ofCase: "HKWorkoutActivityTypeOther") == 3000)
        #expect(HealthEnums.rawValue(ofCase: "HKWorkoutEventTypePause") == 1)
        #expect(HealthEnums.rawValue(ofCase: "HKBiologicalSexMale") == 2)
        #expect(HealthEnums.rawValue(ofCase: "HKBloodTypeAPositive") == 1)
        #expect(HealthEnums.rawValue(ofCase: "HKStatisticsOptionCumulativeSum") == 16)
        #expect(HealthEnums.rawValue(ofCase: "HKNothing") == nil)
        #expect(HealthEnums.caseName(ofEnum: "HKBloodType", rawValue: 99) == nil)
        #expect(HealthEnums.caseName(ofEnum: "HKNothing", rawValue: 0) == nil)
        #expect(HealthEnums.allowedValues(ofEnum: "HKNothing").isEmpty)
    }

    /// Checks that a Swift enumeration and the table of names agree.
    private func check<E>(_ type: E.Type) where E: CaseIterable & RawRepresentable, E.RawValue: BinaryInteger {
        let name = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
        let values = type.allCases.map { Int($0.rawValue) }
        #expect(Set(values) == HealthEnums.allowedValues(ofEnum: name), "\(name)")
        #expect(Set(values).count == values.count, "\(name)")
        for value in type.allCases { #expect(E(rawValue: value.rawValue) != nil, "\(name)") }
    }

    @Test func everyEnumerationAgreesWithTheTable() {
        check(HKActivityMoveMode.self)
        check(HKAppleECGAlgorithmVersion.self)
        check(HKAppleSleepingBreathingDisturbancesClassification.self)
        check(HKAppleWalkingSteadinessClassification.self)
        check(HKAudiogramConductionType.self)
        check(HKAudiogramSensitivityTestSide.self)
        check(HKAuthorizationRequestStatus.self)
        check(HKAuthorizationStatus.self)
        check(HKBiologicalSex.self)
        check(HKBloodGlucoseMealTime.self)
        check(HKBloodType.self)
        check(HKBodyTemperatureSensorLocation.self)
        check(HKCategoryValue.self)
        check(HKCategoryValueAppetiteChanges.self)
        check(HKCategoryValueAppleStandHour.self)
        check(HKCategoryValueAppleWalkingSteadinessEvent.self)
        check(HKCategoryValueAudioExposureEvent.self)
        check(HKCategoryValueCervicalMucusQuality.self)
        check(HKCategoryValueContraceptive.self)
        check(HKCategoryValueEnvironmentalAudioExposureEvent.self)
        check(HKCategoryValueHeadphoneAudioExposureEvent.self)
        check(HKCategoryValueLowCardioFitnessEvent.self)
        check(HKCategoryValueMenopausalState.self)
        check(HKCategoryValueMenstrualFlow.self)
        check(HKCategoryValueOvulationTestResult.self)
        check(HKCategoryValuePregnancyTestResult.self)
        check(HKCategoryValuePresence.self)
        check(HKCategoryValueProgesteroneTestResult.self)
        check(HKCategoryValueSeverity.self)
        check(HKCategoryValueSleepAnalysis.self)
        check(HKCategoryValueVaginalBleeding.self)
        check(HKCyclingFunctionalThresholdPowerTestType.self)
        check(HKDevicePlacementSide.self)
        check(HKElectrocardiogram.Classification.self)
        check(HKElectrocardiogram.Lead.self)
        check(HKElectrocardiogram.SymptomsStatus.self)
        check(HKError.Code.self)
        check(HKFitzpatrickSkinType.self)
        check(HKGAD7Assessment.Answer.self)
        check(HKGAD7Assessment.Risk.self)
        check(HKHeartRateMotionContext.self)
        check(HKHeartRateRecoveryTestType.self)
        check(HKHeartRateSensorLocation.self)
        check(HKInsulinDeliveryReason.self)
        check(HKMedicationDoseEvent.LogStatus.self)
        check(HKMedicationDoseEvent.ScheduleType.self)
        check(HKMetricPrefix.self)
        check(HKPHQ9Assessment.Answer.self)
        check(HKPHQ9Assessment.Risk.self)
        check(HKPhysicalEffortEstimationType.self)
        check(HKPrismBase.self)
        check(HKQuantityAggregationStyle.self)
        check(HKReferenceSex.self)
        check(HKStateOfMind.Association.self)
        check(HKStateOfMind.Kind.self)
        check(HKStateOfMind.Label.self)
        check(HKStateOfMind.ValenceClassification.self)
        check(HKSwimmingStrokeStyle.self)
        check(HKUpdateFrequency.self)
        check(HKUserMotionContext.self)
        check(HKVO2MaxTestType.self)
        check(HKVisionEye.self)
        check(HKVisionPrescriptionType.self)
        check(HKWaterSalinity.self)
        check(HKWeatherCondition.self)
        check(HKWheelchairUse.self)
        check(HKWorkoutActivityType.self)
        check(HKWorkoutEffortRelationshipQueryOptions.self)
        check(HKWorkoutEventType.self)
        check(HKWorkoutSessionLocationType.self)
        check(HKWorkoutSessionState.self)
        check(HKWorkoutSessionType.self)
        check(HKWorkoutSwimmingLocationType.self)
    }

    @Test func everyEnumerationIsChecked() {
        let optionSets = ["HKQueryOptions", "HKStatisticsOptions"]
        #expect(HealthEnums.table.filter { !optionSets.contains($0.name) }.count == 73)
    }

    @Test func optionSetsAgreeWithTheTable() {
        let all: HKStatisticsOptions = [
            .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
        ]
        #expect(Int(all.rawValue) == HealthEnums.allowedValues(ofEnum: "HKStatisticsOptions").reduce(0, |))
        let query: HKQueryOptions = [.strictStartDate, .strictEndDate]
        #expect(Int(query.rawValue) == HealthEnums.allowedValues(ofEnum: "HKQueryOptions").reduce(0, |))
    }

    @Test func sleepIsEveryStageButNotBed() {
        let asleep = HKCategoryValueSleepAnalysis.allAsleepValues
        #expect(asleep == Set(HKCategoryValueSleepAnalysis.allCases).subtracting([.inBed, .awake]))
    }

    @Test func lowerCaseNamesOfAppleAreCases() {
        // A switch over cases compiles only if each name is a case and not an alias.
        let texts = HKAppleWalkingSteadinessClassification.allCases.map { classification in
            switch classification {
            case .ok: "ok"
            case .low: "low"
            case .veryLow: "very low"
            }
        }
        #expect(texts == ["ok", "low", "very low"])
        #expect(HKFHIRRelease.r4.rawValue == "R4")
    }

    @Test func stringsMeasuredOnDevices() {
        #expect(HKFHIRRelease.dstu2.rawValue == "DSTU2")
        #expect(HKFHIRResourceType.medicationRequest.rawValue == "MedicationRequest")
        #expect(HKVerifiableClinicalRecordSourceType.smartHealthCard.rawValue == "SMARTHealthCard")
        #expect(HKVerifiableClinicalRecordCredentialType.covid19.rawValue == "https://smarthealth.cards#covid19")
        #expect(HKHealthConceptDomain.medication.rawValue == "HKHealthConceptDomainMedication")
        #expect(HKMedicationGeneralForm.tablet != .capsule)
    }
}
