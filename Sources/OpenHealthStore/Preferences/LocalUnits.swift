// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The customary units of types by region, or the canonical unit for types without customary units.
package enum LocalUnits {
    /// Returns the customary unit of a type.
    package static func unit(of type: HKQuantityType, in locale: Locale) -> HKUnit {
        let identifier = HKQuantityTypeIdentifier(rawValue: type.identifier)
        if identifier == .bloodGlucose { return glucose(locale) }
        guard let custom = customs[identifier] else { return type.canonicalUnit }
        switch locale.measurementSystem {
        case .us: return custom.us
        case .uk: return custom.uk
        default: return custom.metric
        }
    }

    /// The types whose unit is read from exports, because people measure them in different units.
    static let customary: Set<String> = Set(
        ([.bloodGlucose, .activeEnergyBurned, .basalEnergyBurned, .dietaryEnergyConsumed] + customs.keys).map(
            \.rawValue))

    private struct Custom {
        var metric: HKUnit
        var us: HKUnit
        var uk: HKUnit

        init(_ metric: String, us: String? = nil, uk: String? = nil) {
            self.metric = HKUnit(from: metric)
            self.us = HKUnit(from: us ?? metric)
            self.uk = HKUnit(from: uk ?? metric)
        }
    }

    /// The regions where blood glucose is measured in moles instead of mass.
    private static let molar: Set = [
        "AU", "BG", "BY", "CA", "CH", "CN", "CZ", "DK", "EE", "FI", "GB", "HK", "HR", "HU", "IE", "IS", "KZ", "LT",
        "LV",
        "MY", "NL", "NO", "NZ", "RU", "SE", "SG", "SI", "SK", "UA", "VN", "ZA",
    ]

    private static func glucose(_ locale: Locale) -> HKUnit {
        guard let region = locale.region?.identifier, molar.contains(region) else { return HKUnit(from: "mg/dL") }
        return HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
    }

    private static let customs: [HKQuantityTypeIdentifier: Custom] = {
        var customs: [HKQuantityTypeIdentifier: Custom] = [
            .bodyMass: Custom("kg", us: "lb", uk: "st"), .leanBodyMass: Custom("kg", us: "lb", uk: "st"),
            .height: Custom("cm", us: "in", uk: "in"), .waistCircumference: Custom("cm", us: "in", uk: "in"),
            .walkingStepLength: Custom("cm", us: "in"), .dietaryWater: Custom("mL", us: "fl_oz_us"),
            .distanceSwimming: Custom("m", us: "yd"), .underwaterDepth: Custom("m", us: "ft"),
            .sixMinuteWalkTestDistance: Custom("m", us: "yd"),
        ]
        for type: HKQuantityTypeIdentifier in [
            .distanceWalkingRunning, .distanceCycling, .distanceWheelchair, .distanceDownhillSnowSports,
            .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing, .distanceSkatingSports,
        ] {
            customs[type] = Custom("km", us: "mi", uk: "mi")
        }
        for type: HKQuantityTypeIdentifier in [
            .walkingSpeed, .runningSpeed, .cyclingSpeed, .crossCountrySkiingSpeed, .paddleSportsSpeed, .rowingSpeed,
        ] {
            customs[type] = Custom("km/hr", us: "mi/hr", uk: "mi/hr")
        }
        for type: HKQuantityTypeIdentifier in [.stairAscentSpeed, .stairDescentSpeed] {
            customs[type] = Custom("m/s", us: "ft/s")
        }
        for type: HKQuantityTypeIdentifier in [
            .bodyTemperature, .basalBodyTemperature, .appleSleepingWristTemperature, .waterTemperature,
        ] {
            customs[type] = Custom("degC", us: "degF")
        }
        for type: HKQuantityTypeIdentifier in [
            .dietaryCaffeine, .dietaryCalcium, .dietaryChloride, .dietaryCholesterol, .dietaryCopper, .dietaryIron,
            .dietaryMagnesium, .dietaryManganese, .dietaryNiacin, .dietaryPantothenicAcid, .dietaryPhosphorus,
            .dietaryPotassium, .dietaryRiboflavin, .dietarySodium, .dietaryThiamin, .dietaryVitaminB6,
            .dietaryVitaminC, .dietaryVitaminE, .dietaryZinc,
        ] {
            customs[type] = Custom("mg")
        }
        for type: HKQuantityTypeIdentifier in [
            .dietaryBiotin, .dietaryChromium, .dietaryFolate, .dietaryIodine, .dietaryMolybdenum, .dietarySelenium,
            .dietaryVitaminA, .dietaryVitaminB12, .dietaryVitaminD, .dietaryVitaminK,
        ] {
            customs[type] = Custom("mcg")
        }
        return customs
    }()
}
