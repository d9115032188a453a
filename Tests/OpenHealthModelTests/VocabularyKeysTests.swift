// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct VocabularyKeysTests {
    @Test func everyKeyHasAKind() {
        #expect(HealthMetadataKeys.all.count == 71)
        for key in HealthMetadataKeys.all {
            #expect(HealthMetadataKeys.valueKind(key) != nil, "\(key)")
            if let values = HealthMetadataKeys.valueEnum(key) {
                #expect(HealthMetadataKeys.valueKind(key) == .number, "\(key)")
                #expect(!HealthEnums.allowedValues(ofEnum: values).isEmpty, "\(key)")
            }
        }
    }

    @Test func everyUnitOfAKeyIsAUnit() throws {
        for key in HealthMetadataKeys.all {
            guard case .quantity(let unit?) = HealthMetadataKeys.valueKind(key) else { continue }
            #expect(throws: Never.self, "\(key)") { try HKUnit(validating: unit) }
        }
    }

    @Test func keysByTheirConstants() {
        #expect(HKMetadataKeyTimeZone == "HKTimeZone")
        #expect(HealthMetadataKeys.valueKind(HKMetadataKeyTimeZone) == .string)
        #expect(HealthMetadataKeys.valueKind(HKMetadataKeyWasUserEntered) == .bool)
        #expect(HealthMetadataKeys.valueKind(HKMetadataKeyDateOfEarliestDataUsedForEstimate) == .date)
        #expect(HealthMetadataKeys.valueKind(HKMetadataKeyAverageMETs) == .quantity(unit: "kcal/(kg*hr)"))
        #expect(HealthMetadataKeys.valueKind(HKMetadataKeySessionEstimate) == .quantity(unit: nil))
        #expect(HealthMetadataKeys.valueEnum(HKMetadataKeyWeatherCondition) == "HKWeatherCondition")
        #expect(HealthMetadataKeys.valueKind("an app's own") == nil)
        #expect(HealthMetadataKeys.valueEnum("an app's own") == nil)
        #expect(
            HKMetadataKeyCyclingFunctionalThresholdPowerTestType == "HKCyclingCyclingFunctionalThresholdPowerTestType")
        #expect(HKPredicateKeyPathMostRecentStartDate == "most_recent_start_date")
        #expect(HKSampleSortIdentifierStartDate == "startDate")
    }

    @Test func theNotificationHasItsName() {
        #expect(NSNotification.Name.HKUserPreferencesDidChange.rawValue == "HKUserPreferencesDidChangeNotification")
    }
}
