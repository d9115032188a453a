// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The nutrients of a meal in Health Connect: masses in grams, and energies in calories.
enum HealthConnectNutrients {
    /// The columns of nutrients.
    static let columns = [
        "unsaturated_fat", "potassium", "thiamin", "trans_fat", "manganese", "energy_from_fat", "caffeine",
        "dietary_fiber", "selenium", "vitamin_b6", "protein", "chloride", "cholesterol", "copper", "iodine",
        "vitamin_b12", "zinc", "riboflavin", "energy", "molybdenum", "phosphorus", "chromium", "total_fat", "calcium",
        "vitamin_c", "vitamin_e", "biotin", "vitamin_d", "niacin", "magnesium", "total_carbohydrate", "vitamin_k",
        "polyunsaturated_fat", "saturated_fat", "sodium", "folate", "monounsaturated_fat", "pantothenic_acid", "iron",
        "vitamin_a", "folic_acid", "sugar",
    ]

    /// The columns by type of samples.
    static let columnsByType: [String: String] = Dictionary(
        uniqueKeysWithValues: types.map { ($0.0.rawValue, $0.1) })

    private static let types: [(HKQuantityTypeIdentifier, String)] = [
        (.dietaryEnergyConsumed, "energy"), (.dietaryProtein, "protein"),
        (.dietaryCarbohydrates, "total_carbohydrate"), (.dietaryFatTotal, "total_fat"),
        (.dietaryFatSaturated, "saturated_fat"), (.dietaryFatMonounsaturated, "monounsaturated_fat"),
        (.dietaryFatPolyunsaturated, "polyunsaturated_fat"), (.dietaryCholesterol, "cholesterol"),
        (.dietarySodium, "sodium"), (.dietaryFiber, "dietary_fiber"), (.dietarySugar, "sugar"),
        (.dietaryVitaminA, "vitamin_a"), (.dietaryVitaminB6, "vitamin_b6"), (.dietaryVitaminB12, "vitamin_b12"),
        (.dietaryVitaminC, "vitamin_c"), (.dietaryVitaminD, "vitamin_d"), (.dietaryVitaminE, "vitamin_e"),
        (.dietaryVitaminK, "vitamin_k"), (.dietaryCalcium, "calcium"), (.dietaryIron, "iron"),
        (.dietaryThiamin, "thiamin"), (.dietaryRiboflavin, "riboflavin"), (.dietaryNiacin, "niacin"),
        (.dietaryFolate, "folate"), (.dietaryBiotin, "biotin"), (.dietaryPantothenicAcid, "pantothenic_acid"),
        (.dietaryPhosphorus, "phosphorus"), (.dietaryIodine, "iodine"), (.dietaryMagnesium, "magnesium"),
        (.dietaryZinc, "zinc"), (.dietarySelenium, "selenium"), (.dietaryCopper, "copper"),
        (.dietaryManganese, "manganese"), (.dietaryChromium, "chromium"), (.dietaryMolybdenum, "molybdenum"),
        (.dietaryChloride, "chloride"), (.dietaryPotassium, "potassium"), (.dietaryCaffeine, "caffeine"),
    ]

    /// Returns a value in the unit of its column, from the stored unit of its type.
    static func value(_ stored: Double, column: String) -> Double {
        // kcal to calories; masses are stored in grams.
        column == "energy" ? stored * 1000 : stored
    }
}
