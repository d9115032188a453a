// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

extension DemoStream {
    private static func quantity(
        _ name: String, _ unit: DemoUnit, _ source: DemoSource, _ perDay: Int, _ range: ClosedRange<Double>,
        whole: Bool = false
    ) -> DemoStream {
        DemoStream(
            type: "HKQuantityTypeIdentifier\(name)", unit: unit, source: source, perDay: perDay,
            value: .number { generator, _ in
                let value = generator.number(range.lowerBound, range.upperBound)
                return whole ? value.rounded() : value
            })
    }

    private static func category(
        _ name: String, _ source: DemoSource, _ perDay: Int, _ names: [String], prefix: String = "HKCategoryValue"
    ) -> DemoStream {
        DemoStream(
            type: "HKCategoryTypeIdentifier\(name)", unit: nil, source: source, perDay: perDay,
            value: names.isEmpty ? .none : .names(names.map { prefix + $0 }))
    }

    /// The paces of a stroll, a walk, and a run.
    private static func steps(_ source: DemoSource) -> DemoStream {
        DemoStream(
            type: stepType, unit: .count, source: source, perDay: 36, value: .pace([1, 1, 2, 2, 2, 3]), kind: .walks,
            sharedTimes: 2)
    }

    private func with(_ change: (inout DemoStream) -> Void) -> DemoStream {
        var copy = self
        change(&copy)
        return copy
    }

    private static func pair(_ key: String, _ value: String) -> MetadataPair {
        MetadataPair(key: key, value: value)
    }

    /// All streams; those of one type are adjacent, as phones write them.
    static let all = movement + heart + environment + night + body + food + feelings + rare

    /// The type of steps, whose true totals are known.
    static let stepType = "HKQuantityTypeIdentifierStepCount"

    /// The streams whose members are also in correlations.
    static let systolic = all.firstIndex { $0.type == "HKQuantityTypeIdentifierBloodPressureSystolic" } ?? 0
    static let diastolic = all.firstIndex { $0.type == "HKQuantityTypeIdentifierBloodPressureDiastolic" } ?? 0

    private static let movement: [DemoStream] = [
        steps(.phone).with { $0.repeatsEvery = 9 },
        steps(.watch),
        quantity("DistanceWalkingRunning", .kilometre, .phone, 45, 0.008...0.55).with { $0.duration = 60...590 },
        quantity("DistanceWalkingRunning", .kilometre, .watch, 60, 0.007...0.4).with { $0.duration = 60...590 },
        quantity("ActiveEnergyBurned", .kilocalorie, .watch, 180, 0.1...9).with { $0.duration = 30...300 },
        quantity("BasalEnergyBurned", .kilocalorie, .watch, 96, 12...21).with {
            $0.hours = 0..<24
            $0.duration = 840...890
        },
        quantity("PhysicalEffort", .effort, .watch, 60, 1...9.5).with {
            $0.duration = 60...400
            $0.metadata = ["1", "2"].map { [pair("HKPhysicalEffortEstimationType", $0)] }
        },
        quantity("FlightsClimbed", .count, .phone, 6, 1...4, whole: true).with { $0.duration = 3...60 },
        quantity("AppleExerciseTime", .minute, .watch, 15, 1...1).with { $0.duration = 60...60 },
        quantity("AppleStandTime", .minute, .watch, 30, 1...5, whole: true).with { $0.duration = 300...300 },
        category("AppleStandHour", .watch, 14, ["Stood", "Stood", "Idle"], prefix: "HKCategoryValueAppleStandHour")
            .with { $0.duration = 3600...3600 },
        quantity("WalkingSpeed", .kilometrePerHour, .phone, 6, 3...6.4).with { $0.duration = 5...60 },
        quantity("WalkingStepLength", .centimetre, .phone, 6, 55...82).with { $0.duration = 5...60 },
        quantity("WalkingDoubleSupportPercentage", .percent, .phone, 6, 0.25...0.33).with { $0.duration = 5...60 },
        quantity("WalkingAsymmetryPercentage", .percent, .phone, 4, 0...0.2).with { $0.duration = 5...60 },
        quantity("AppleWalkingSteadiness", .percent, .phone, 1, 0.7...1).with {
            $0.every = 7
            $0.duration = 86_400...86_400
        },
        quantity("StairAscentSpeed", .metrePerSecond, .watch, 3, 0.2...0.7).with { $0.duration = 3...12 },
        quantity("SixMinuteWalkTestDistance", .metre, .watch, 1, 420...500, whole: true).with { $0.every = 7 },
        quantity("DistanceCycling", .kilometre, .watch, 10, 0.1...2).with {
            $0.every = 5
            $0.duration = 60...300
        },
        quantity("RunningSpeed", .kilometrePerHour, .watch, 12, 7...14).with { $0.every = 5 },
        quantity("RunningPower", .watt, .watch, 12, 180...310, whole: true).with { $0.every = 5 },
        quantity("SwimmingStrokeCount", .count, .watch, 20, 8...30, whole: true).with {
            $0.every = 10
            $0.duration = 20...60
            $0.metadata = ["2", "3", "4"].map { [pair("HKSwimmingStrokeStyle", $0)] }
        },
    ]

    private static let heart: [DemoStream] = [
        DemoStream(
            type: "HKQuantityTypeIdentifierHeartRate", unit: .perMinute, source: .watch, perDay: 0,
            value: .number { generator, dayFraction in
                // Low at night, higher during the day, and occasionally a run.
                let base = dayFraction < 0.28 || dayFraction > 0.95 ? 54.0 : 74.0
                let peak = generator.below(16) == 0 ? 65.0 : 12.0
                let value = base + generator.unit() * peak
                return generator.below(10) == 0 ? (value * 10).rounded() / 10 : value.rounded()
            }, kind: .filling, hours: 0..<24,
            metadata: ["0", "0", "1", "2"].map { [pair("HKMetadataKeyHeartRateMotionContext", $0)] }),
        quantity("RestingHeartRate", .perMinute, .watch, 1, 48...66, whole: true).with {
            // From the night to the evening of one day.
            $0.hours = 0..<24
            $0.duration = 50_000...80_000
        },
        quantity("WalkingHeartRateAverage", .perMinute, .watch, 1, 85...120).with { $0.duration = 40_000...60_000 },
        quantity("VO2Max", .oxygen, .watch, 1, 34...52).with {
            $0.every = 5
            $0.metadata = [[pair("HKVO2MaxTestType", "2")]]
        },
        quantity("OxygenSaturation", .percent, .watch, 12, 0.9...1).with {
            $0.hours = 0..<24
            $0.value = .number { generator, _ in 0.91 + Double(generator.below(10)) / 100 }
            $0.metadata = (0..<20).map { [pair("HKMetadataKeyBarometricPressure", "99.\($0)7 kPa")] }
        },
        quantity("RespiratoryRate", .perMinute, .watch, 8, 11...20).with {
            $0.hours = 0..<7
            $0.duration = 60...1800
        },
        quantity("BloodPressureSystolic", .mercury, .cuff, 1, 104...142, whole: true).with {
            $0.every = 3
            $0.sharedTimes = 1
            $0.metadata = [[pair("Cuff Position", "left"), pair("cuff position", "LEFT")]]
        },
        quantity("BloodPressureDiastolic", .mercury, .cuff, 1, 62...92, whole: true).with {
            $0.every = 3
            $0.sharedTimes = 1
            $0.metadata = [[pair("Cuff Position", "left"), pair("cuff position", "LEFT")]]
        },
        category("HighHeartRateEvent", .watch, 1, ["NotApplicable"]).with {
            $0.every = 30
            $0.duration = 600...900
            $0.metadata = [[pair("HKHeartRateEventThreshold", "120 count/min")]]
        },
        // In real exports these are among the last records.
        quantity("HeartRateVariabilitySDNN", .millisecond, .watch, 3, 18...110).with {
            $0.kind = .beats
            $0.hours = 0..<24
            $0.duration = 60...61
            $0.metadata = [[pair("HKAlgorithmVersion", "2")]]
        },
    ]

    private static let environment: [DemoStream] = [
        quantity("EnvironmentalAudioExposure", .decibel, .watch, 20, 38...88).with { $0.duration = 1700...1800 },
        quantity("HeadphoneAudioExposure", .decibel, .phone, 6, 50...92).with { $0.duration = 60...1800 },
        quantity("TimeInDaylight", .minute, .watch, 10, 1...5, whole: true).with { $0.duration = 300...300 },
        category(
            "AudioExposureEvent", .watch, 1, ["MomentaryLimit"],
            prefix: "HKCategoryValueEnvironmentalAudioExposureEvent"
        )
        .with {
            $0.every = 20
            $0.duration = 180...180
        },
        category("HandwashingEvent", .watch, 3, ["NotApplicable"]).with { $0.duration = 10...40 },
        category("ToothbrushingEvent", .toothbrush, 2, ["NotApplicable"]).with { $0.duration = 100...180 },
    ]

    private static let night: [DemoStream] = [
        category("SleepAnalysis", .phone, 1, ["InBed"], prefix: "HKCategoryValueSleepAnalysis").with {
            $0.kind = .night
            $0.namesZone = true
        },
        category(
            "SleepAnalysis", .watch, 12, ["AsleepCore", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"],
            prefix: "HKCategoryValueSleepAnalysis"
        ).with {
            $0.kind = .night
            $0.namesZone = true
        },
        quantity("AppleSleepingWristTemperature", .celsius, .watch, 1, 34...37).with {
            $0.kind = .night
            $0.metadata = [[pair("HKAlgorithmVersion", "1")]]
        },
        // A type that no version of the vocabulary contains.
        DemoStream(
            type: "HKDataTypeSleepDurationGoal", unit: .hour, source: .phone, perDay: 1,
            value: .number { _, _ in 8 }, every: 30),
    ]

    private static let body: [DemoStream] = [
        quantity("BodyMass", .kilogram, .scale, 1, 64...69).with {
            $0.value = .number { generator, _ in 64 + Double(generator.below(50)) / 10 }
            $0.repeatsEvery = 10
            $0.metadata = [[pair("Scale Link", "scale://m/1?a=1&b=2"), pair("HKWasUserEntered", "0")]]
        },
        quantity("BodyFatPercentage", .percent, .scale, 1, 0.2...0.26),
        quantity("LeanBodyMass", .kilogram, .scale, 1, 48...52),
        quantity("BodyMassIndex", .count, .scale, 1, 21.5...23),
        quantity("Height", .centimetre, .manual, 1, 171...171).with {
            $0.every = 365
            $0.metadata = [[pair("HKWasUserEntered", "1")]]
        },
        quantity("BodyTemperature", .celsius, .manual, 1, 36...39).with {
            $0.value = .number { generator, _ in 36 + Double(generator.below(30)) / 10 }
            $0.every = 9
            $0.metadata = [[pair("HKWasUserEntered", "1")]]
        },
        quantity("BloodGlucose", .glucose, .glucoseMeter, 3, 70...180, whole: true).with {
            $0.metadata = ["1", "2"].map { [pair("HKBloodGlucoseMealTime", $0), pair("HKWasUserEntered", "1")] }
        },
    ]

    private static let food: [DemoStream] = [
        quantity("DietaryWater", .millilitre, .foodApp, 4, 150...500, whole: true),
        quantity("DietaryCaffeine", .milligram, .foodApp, 2, 40...120, whole: true),
        quantity("NumberOfAlcoholicBeverages", .count, .foodApp, 1, 1...2, whole: true).with { $0.every = 7 },
        quantity("InhalerUsage", .count, .manual, 1, 1...2, whole: true).with { $0.every = 8 },
    ]

    private static let severities = ["Unspecified", "NotPresent", "Mild", "Moderate", "Severe"]

    private static func symptom(_ name: String, every: Int) -> DemoStream {
        category(name, .manual, 1, severities, prefix: "HKCategoryValueSeverity").with {
            $0.every = every
            $0.duration = 600...7200
            $0.metadata = [[pair("HKWasUserEntered", "1")]]
        }
    }

    private static let feelings: [DemoStream] =
        [("Headache", 4), ("Fatigue", 6), ("AbdominalCramps", 7), ("Nausea", 11), ("SoreThroat", 13)].map {
            symptom($0.0, every: $0.1)
        } + [category("MindfulSession", .mindApp, 1, []).with { $0.duration = 300...900 }]

    private static let rare: [DemoStream] = [
        category("MenstrualFlow", .cycleApp, 1, ["Light", "Medium", "Heavy"], prefix: "HKCategoryValueVaginalBleeding")
            .with {
                $0.cycleDays = 0..<1
                $0.hours = 0..<24
                $0.duration = 86_399...86_399
                $0.metadata = [[pair("HKMenstrualCycleStart", "1")]]
            },
        category("MenstrualFlow", .cycleApp, 1, ["Light", "Medium"], prefix: "HKCategoryValueMenstrualFlow").with {
            $0.cycleDays = 0..<5
            $0.hours = 0..<24
            $0.duration = 86_399...86_399
            $0.metadata = [[pair("HKMenstrualCycleStart", "0")]]
        },
        category("IntermenstrualBleeding", .cycleApp, 1, ["NotApplicable"]).with { $0.every = 56 },
    ]
}
