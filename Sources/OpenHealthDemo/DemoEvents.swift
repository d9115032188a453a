// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

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

/// A symptom and its probability on the days of the cycle. The shapes are plausible, the numbers are invented.
struct DemoSymptom: Sendable {
    let type: String
    /// The probability on any day.
    let base: Double
    /// The additional probability on the first day of the period, which decreases to zero by the fifth.
    let period: Double
    /// The additional probability on the day before the next period, which increases over a week.
    let before: Double
    /// The raw values for its presence, and the one for its absence.
    let present: [Int]
    let absent: Int

    /// Creates a symptom with severities: HKCategoryValueSeverity.
    private init(_ name: String, _ base: Double, period: Double, before: Double) {
        self.init(name, base, period: period, before: before, present: [2, 2, 3, 3, 4, 0], absent: 1)
    }

    private init(_ name: String, _ base: Double, period: Double, before: Double, present: [Int], absent: Int) {
        type = "HKCategoryTypeIdentifier\(name)"
        self.base = base
        self.period = period
        self.before = before
        self.present = present
        self.absent = absent
    }

    static let all = [
        DemoSymptom("AbdominalCramps", 0.02, period: 0.6, before: 0.15),
        DemoSymptom("Bloating", 0.04, period: 0.15, before: 0.4),
        DemoSymptom("Fatigue", 0.08, period: 0.3, before: 0.2),
        DemoSymptom("Headache", 0.07, period: 0.2, before: 0.12),
        DemoSymptom("LowerBackPain", 0.04, period: 0.25, before: 0.05),
        DemoSymptom("BreastPain", 0.01, period: 0.02, before: 0.3),
        // HKCategoryValuePresence: present or not.
        DemoSymptom("MoodChanges", 0.05, period: 0.1, before: 0.35, present: [0], absent: 1),
    ]

    /// Returns the probability on a day; women without periods have the base probability.
    func probability(_ cycle: DemoCycle, _ day: Int) -> Double {
        guard let (day, left) = cycle.position(day) else { return base }
        return base + period * max(0, 1 - Double(day) / 4) + before * max(0, 1 - Double(left - 1) / 7)
    }
}

/// The menstrual cycle of a study participant.
struct DemoCycle: Sendable {
    /// The days on which periods begin; the first may precede the data. Empty for women without periods.
    let starts: [Int]
    /// The length of each period in days, in the same order.
    private let lengths: [Int]

    /// - Parameter days: The number of days of data.
    init(days: Int, _ generator: inout SeededGenerator) {
        var starts: [Int] = []
        var lengths: [Int] = []
        let hasPeriods = generator.below(10) != 0
        let mean = 25 + generator.below(9)
        let spread = 1 + generator.below(4)
        let length = 3 + generator.below(4)
        var start = -generator.below(mean)
        // One more than the data contains, so that the last days also precede a period.
        while hasPeriods, starts.last.map({ $0 < days }) ?? true {
            starts.append(start)
            lengths.append(length + generator.below(2))
            start += mean - spread + generator.below(2 * spread + 1)
        }
        self.starts = starts
        self.lengths = lengths
    }

    /// Returns the day in the cycle of a day, where 0 is the first one, and the number of days until the next cycle.
    func position(_ day: Int) -> (day: Int, left: Int)? {
        guard let index = starts.lastIndex(where: { $0 <= day }), index + 1 < starts.count else { return nil }
        return (day - starts[index], starts[index + 1] - day)
    }

    /// Returns the day of the cycle, counted from 1, as known from the data: nil before the first period in them.
    func knownDay(_ day: Int) -> Int? {
        starts.last { (0...day).contains($0) }.map { day - $0 + 1 }
    }

    /// Returns the strength of the period on a day and whether it begins, or nil on other days.
    func flow(_ day: Int) -> (strength: Int, isStart: Bool)? {
        guard let index = starts.lastIndex(where: { $0 <= day }), day - starts[index] < lengths[index] else {
            return nil
        }
        let place = day - starts[index]
        // HKCategoryValueVaginalBleeding: 2 light, 3 medium, 4 heavy.
        let strength = place == 0 ? 3 : place == 1 ? 4 : place == 2 ? 3 : 2
        return (strength, place == 0)
    }
}

/// A FHIR document of a hospital.
struct DemoClinicalRecord {
    let type: String
    let identifier: String
    let fhirVersion: String
    let received: Int64
    let path: String
    private let date: String

    init(day: Int, plan: DemoPlan) {
        var generator = SeededGenerator(seed: plan.seed, stream: 3010, index: UInt64(day))
        let types = ["Patient", "Observation", "Condition", "DiagnosticReport", "Immunization"]
        type = types[day / 20 % types.count]
        identifier = "rec-\(day)-\(generator.below(1_000_000))"
        // Hospitals change the version over time; both versions occur in one export.
        fhirVersion = day / 20 % 3 == 2 ? "1.0.2" : "4.0.1"
        received = plan.calendar.midnight(day) + 50_000
        path = "clinical-records/\(type)-\(DemoText.uuid(&generator)).json"
        date = plan.calendar.dateText(day)
    }

    var sourceURL: String { "https://fhir.example.org/\(type)/\(identifier)?a=1&b=2" }

    var document: [UInt8] {
        let fields =
            switch type {
            case "Patient":
                #""name":[{"family":"Beispiel","given":["Ana"]}],"birthDate":"1990-02-28""#
            case "Observation":
                #""status":"final","code":{"text":"Hemoglobin"},"effectiveDateTime":"\#(date)","#
                    + #""valueQuantity":{"value":13.4,"unit":"g/dL"}"#
            case "Condition":
                #""code":{"text":"Seasonal allergy"},"recordedDate":"\#(date)""#
            case "DiagnosticReport":
                #""status":"final","code":{"text":"Blood count"},"issued":"\#(date)T10:00:00Z""#
            default:
                #""status":"completed","vaccineCode":{"text":"Influenza"},"occurrenceDateTime":"\#(date)""#
            }
        return Array("{\"resourceType\":\"\(type)\",\"id\":\"\(identifier)\",\(fields)}\n".utf8)
    }
}
