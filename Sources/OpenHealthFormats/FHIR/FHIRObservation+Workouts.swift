// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension FHIRObservation {
    /// Returns a workout as an observation of an exercise, with its activity as the value, and its duration, distance and energy.
    package static func resource(
        workout: HKWorkout, home: TimeZone?, deviceID: ((HKDevice) -> String?)?
    ) -> JSONValue {
        let name = HealthEnums.caseName(
            ofEnum: "HKWorkoutActivityType", rawValue: Int(clamping: workout.workoutActivityType.rawValue))
        let activity = (name ?? "HKWorkoutActivityTypeOther").dropFirst("HKWorkoutActivityType".count)
        return resource(
            workout, category: .concept([.coding(FHIRTypes.categorySystem, "activity", "Activity")]),
            code: .concept(
                [
                    .coding(FHIRTypes.loincSystem, "73985-4", "Exercise activity"),
                    .coding(FHIRTypes.typeSystem, workout.sampleType.identifier, "Workout"),
                ], text: "Exercise activity"), home: home, deviceID: deviceID
        ) { resource in
            let words = FHIRCodes.words(activity)
            resource.add(
                "valueCodeableConcept",
                .concept(name.map { [.coding(FHIRTypes.valueSystem, $0, words)] } ?? [], text: words))
            let parts: [(concept: JSONValue, value: Double?, unit: String)] = [
                (
                    .concept([.coding(FHIRTypes.loincSystem, "55411-3", "Exercise duration")], text: "Duration"),
                    workout.duration / 60, "min"
                ),
                // The codes of LOINC for distances and energies are those of pedometers.
                (.concept([], text: "Distance"), distance(workout), "m"),
                (.concept([], text: "Active energy"), energy(workout), "kcal"),
            ]
            resource.add(
                "component",
                parts.compactMap { part -> JSONValue? in
                    guard let value = part.value, let number = FHIRNumber.json(value) else { return nil }
                    return .object([("code", part.concept), ("valueQuantity", quantity(number, part.unit))])
                })
        }
    }

    /// Returns an electrocardiogram as an observation, with its measurements as sampled data.
    /// - Parameters:
    ///   - voltages: The measurements in microvolts.
    ///   - rate: The number of measurements in a second.
    package static func resource(
        electrocardiogram: HKElectrocardiogram, voltages: [Double], rate: Double, home: TimeZone?,
        deviceID: ((HKDevice) -> String?)?
    ) -> JSONValue? {
        guard rate > 0, rate.isFinite, let period = FHIRNumber.json(1000 / rate), !voltages.isEmpty else { return nil }
        return resource(
            electrocardiogram, category: .concept([.coding(FHIRTypes.categorySystem, "procedure", "Procedure")]),
            code: .concept(
                [
                    .coding(FHIRTypes.loincSystem, "11524-6", "EKG study"),
                    .coding(FHIRTypes.typeSystem, electrocardiogram.sampleType.identifier, "Electrocardiogram"),
                ], text: "Electrocardiogram"), home: home, deviceID: deviceID
        ) { resource in
            let texts = voltages.map { $0.isFinite ? FHIRNumber.text($0) : "E" }
            resource.add(
                "valueSampledData",
                .object([
                    ("origin", quantity(.number("0"), "uV")), ("period", period), ("dimensions", .integer(1)),
                    ("data", .string(texts.joined(separator: " "))),
                ]))
            guard let heartRate = electrocardiogram.averageHeartRate,
                let rateType = FHIRTypes.named(
                    HKQuantityTypeIdentifier.heartRate.rawValue),
                let value = FHIRCodes.quantity(heartRate, of: rateType)
            else { return }
            resource.add(
                "component", [.object([("code", FHIRCodes.concept(rateType)), ("valueQuantity", value)])])
        }
    }

    private static func distance(_ workout: HKWorkout) -> Double? {
        try? workout.totalDistance?.value(in: .meter())
    }

    private static func energy(_ workout: HKWorkout) -> Double? {
        try? workout.totalEnergyBurned?.value(in: .kilocalorie())
    }

    private static func quantity(_ number: JSONValue, _ unit: String) -> JSONValue {
        .object([
            ("value", number), ("unit", .string(unit)), ("system", .string(FHIRTypes.unitSystem)),
            ("code", .string(unit)),
        ])
    }
}
