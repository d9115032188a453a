// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A meal: a correlation whose members occur nowhere else.
struct DemoMeal {
    static let memberCount = 3
    static let names = ["Oat porridge", "Lentil soup", "Bread & cheese", "Risotto"]

    let time: Int64
    let name: String
    /// The type, unit and amount of each member.
    let members: [(type: String, unit: DemoUnit, amount: Double)]

    static func isOn(_ day: Int) -> Bool { day % 2 == 0 }

    init(day: Int, plan: DemoPlan) {
        var generator = SeededGenerator(seed: plan.seed, stream: 3001, index: UInt64(day))
        time = plan.calendar.midnight(day) + 43_200 + Int64(generator.below(3600))
        name = Self.names[generator.below(Self.names.count)]
        members = [
            ("HKQuantityTypeIdentifierDietaryEnergyConsumed", .kilocalorie, Double(generator.below(500) + 250)),
            ("HKQuantityTypeIdentifierDietaryProtein", .gram, Double(generator.below(300) + 50) / 10),
            ("HKQuantityTypeIdentifierDietaryCarbohydrates", .gram, Double(generator.below(600) + 200) / 10),
        ]
    }

    var metadata: [MetadataPair] { [MetadataPair(key: "HKFoodType", value: name)] }
}
