// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import OpenHealthKit

/// The HealthKit symbols that public programs use: each symbol that is used by at least two repositories is used by a test
/// here.
///
/// They are listed in `Data/usage.csv`. `{}` after a name means that a closure follows the arguments. Some of the owners were
/// determined by a text search: `HKObject.bundleIdentifier` is a property of a source.
enum Usage {
    /// Names that look like HealthKit's but belong elsewhere, with their origin.
    static let foreign: [String: String] = [
        "HKUnit.milligramsPerDeciliter": "an app's extension",
        "HKUnit.millimolesPerLiter": "an app's extension",
        "HKUnit.milligramsPerDeciliterPerMinute": "an app's extension",
        "HKUnit.internationalUnitsPerHour": "an app's extension",
        "HKElectrocardiogram.correlatedSymptomTypes": "an app's extension",
        "HKElectrocardiogram.voltageMeasurements": "an app's extension",
        "HKElectrocardiogram.voltageMeasurements(from:)": "an app's extension",
        "HKElectrocardiogram.Symptoms": "an app's extension",
        "HKElectrocardiogramMapping": "a type of a package that maps to FHIR",
        "HKSampleMapping": "a type of a package that maps to FHIR",
        "HKSampleMapping.default": "a member of a package that maps to FHIR",
        "HKObjectType.allKnownObjectTypes": "a package's extension",
        "HKCategoryType.allKnownCategories": "a package's extension",
        "HKCorrelationType.allKnownCorrelations": "a package's extension",
        "HKQuantityType.allKnownQuantities": "a package's extension",
        "HKClinicalTypeIdentifier.allKnownIdentifiers": "a package's extension",
        "HKActivitySummaryTypeIdentifier": "a constant of an app",
        "HKAudiogramTypeIdentifier": "a constant of an app",
        "HKCategoryTypeIdentifier_PREFIX": "a constant of an app",
        "HKCharacteristicTypeIdentifier_PREFIX": "a constant of an app",
        "HKCorrelationTypeIdentifier_PREFIX": "a constant of an app",
        "HKQuantityTypeIdentifier_PREFIX": "a constant of an app",
        "HKQuantityTypeIdentifierStepCount": "Objective-C, or Swift before its third version",
        "HKDevice.init(from:)": "Codable of an app",
        "HKHealthStore.requestAuthorization()": "a method of an app's manager",
        "HKHealthStore.delete(deletedObjects:completion:)": "a method of an app's manager",
    ]

    /// The symbols used in functions of the suites in this folder.
    static let byHand: [String] =
        TypeUsageTests.symbols + QuantityUsageTests.symbols + ObjectUsageTests.symbols + StoreUsageTests.symbols
        + PredicateUsageTests.symbols + QueryUsageTests.symbols + DescriptorUsageTests.symbols
        + StatisticsUsageTests.symbols + RecordUsageTests.symbols + WorkoutUsageTests.symbols
        + SeriesUsageTests.symbols + DeliveryUsageTests.symbols
}

/// A world with an app that has the permissions for these tests.
struct UsageWorld {
    let world: HealthWorld
    let store: HKHealthStore

    init(share: [HKSampleType] = [], read: [HKObjectType] = []) throws {
        // A past date that is not midnight in any time zone.
        world = try HealthWorld(now: Date(timeIntervalSince1970: 1_700_000_000))
        store = world.app("org.example.usage", name: "Usage")
        try world.grant(share: Set(share), read: Set(share).union(read), to: store)
    }

    var now: Date { world.clock.now }
}
