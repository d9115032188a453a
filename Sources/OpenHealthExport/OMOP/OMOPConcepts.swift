// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The numbers of concepts in the vocabularies of OMOP. Zero stands for a fact without a concept.
///
/// The vocabularies are not part of the package. The version of the model and the unit of the body mass index are not in the concept maps
/// that the other numbers are from; they are as other public programs for the model have them.
enum OMOPConcepts {
    /// The type of records that a person reports.
    static let selfReport: Int64 = 32_865
    /// Version 5.4.0 of the common data model, as in the `cdm_source` of the ETL of CHoRUS (chorus-ai/chorus-container-apps).
    static let version: Int64 = 756_265
    /// The unit of minutes.
    static let minute: Int64 = 8550
    /// The unit of hours.
    static let hour: Int64 = 8505
    /// The duration of sleep.
    static let sleep: Int64 = 1_002_368

    /// Returns the concept of a sex.
    static func gender(_ sex: HKBiologicalSex?) -> Int64 {
        switch sex {
        case .male: 8507
        case .female: 8532
        default: 0
        }
    }

    /// Returns the concept of the duration of a value of sleep.
    static func sleep(_ value: HKCategoryValueSleepAnalysis?) -> Int64 {
        switch value {
        case .asleepCore: 1_001_771
        case .asleepDeep: 1_001_932
        case .asleepREM: 1_001_480
        default: 0
        }
    }

    /// Returns the concept of a quantity type: that of its first code in LOINC with one.
    static func measurement(_ identifier: String) -> Int64 {
        FHIRTypes.named(identifier)?.loinc.lazy.compactMap { measurements[$0.code] }.first ?? 0
    }

    /// Returns the concept of a unit, and the factor that converts a value of HealthKit to it.
    static func unit(_ unit: String?, of identifier: String) -> (concept: Int64, name: String?, factor: Double) {
        // HealthKit leaves out the unit of the index. 9531 is the standard concept of kg/m2 in UCUM, as in the tests of
        // PEDSnet/PEDSnet-Derivation-BMI. A percent is a hundredth, and one in HealthKit.
        if identifier == HKQuantityTypeIdentifier.bodyMassIndex.rawValue { return (9531, "kg/m2", 1) }
        if unit == "%" { return (8554, "%", 100) }
        return (unit.flatMap { units[$0] } ?? 0, unit, 1)
    }

    /// Returns whether samples of a type are single measurements, each of which matters to a reader of the tables: blood pressures, weights,
    /// heights and temperatures. Devices record other types all day.
    static func isSingle(_ identifier: String) -> Bool { singles.contains { $0.rawValue == identifier } }

    private static let singles: [HKQuantityTypeIdentifier] = [
        .bloodPressureSystolic, .bloodPressureDiastolic, .bodyMass, .height, .bodyMassIndex, .bodyFatPercentage,
        .leanBodyMass, .waistCircumference, .bodyTemperature, .basalBodyTemperature,
    ]

    private static let measurements: [String: Int64] = [
        "8867-4": 3_027_018, "40443-4": 3_040_891, "80404-7": 21_491_502, "9279-1": 3_024_171, "59408-5": 40_762_499,
        "8480-6": 3_004_249, "8462-4": 3_012_888, "8310-5": 3_020_891, "29463-7": 3_025_315, "8302-2": 3_036_277,
        "39156-5": 3_038_553, "55423-8": 40_758_552, "55430-3": 40_758_559,
    ]

    private static let units: [String: Int64] = [
        "count/min": 8541, "mmHg": 8876, "kg": 9529, "cm": 8582, "m": 9546, "degC": 586_323, "mg/dL": 8840,
        "kcal": 9472, "count": 44_777_566, "hr": 8505, "min": 8550, "ms": 9593,
    ]
}
