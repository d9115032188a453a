// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics

/// The data of a study participant in batches of a month.
struct DemoParticipantSource: SampleBatchSource {
    private let plan: DemoParticipantPlan
    private var nextDay = 0
    private var batch = SampleBatch()

    init(plan: DemoParticipantPlan) {
        self.plan = plan
    }

    // MARK: What rows name

    private enum Kind: Int32, CaseIterable {
        case steps, heartRate, sleep, flow

        var type: String {
            switch self {
            case .steps: "HKQuantityTypeIdentifierStepCount"
            case .heartRate: "HKQuantityTypeIdentifierHeartRate"
            case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
            case .flow: "HKCategoryTypeIdentifierMenstrualFlow"
            }
        }
    }

    private enum Origin: Int32, CaseIterable {
        case watchSteps, phoneSteps, watchRate, watch, diary

        var unit: String? {
            switch self {
            case .watchSteps, .phoneSteps: "count"
            case .watchRate: "count/min"
            case .watch, .diary: nil
            }
        }
    }

    private enum Note: Int32 {
        case cycleStart, noCycleStart

        static let all = ["1", "0"].map { [MetadataPair(key: "HKMenstrualCycleStart", value: $0)] }
    }

    /// Returns the provenance of samples of the person's device with a name.
    private func device(
        _ source: String, name: String, model: String, hardware: String, version: String, _ origin: Origin
    ) -> ProvenanceData {
        ProvenanceData(
            sourceName: "\(plan.name)’s \(source)", sourceVersion: version,
            device: DeviceData(
                name: name, manufacturer: "Apple Inc.", model: model, hardware: hardware, software: version),
            unit: origin.unit)
    }

    private func provenance(_ origin: Origin) -> ProvenanceData {
        switch origin {
        case .watchSteps, .watchRate, .watch:
            device(
                "Apple\u{A0}Watch", name: "Apple Watch", model: "Watch", hardware: "Watch7,5", version: "11.2", origin)
        case .phoneSteps:
            device("iPhone", name: "iPhone", model: "iPhone", hardware: "iPhone15,3", version: "18.2", origin)
        case .diary: ProvenanceData(sourceName: "Cycle Diary", sourceVersion: "3.4")
        }
    }

    // MARK: Batches

    mutating func nextBatch() -> SampleBatch? {
        guard nextDay < plan.calendar.count else { return nil }
        batch = SampleBatch()
        if nextDay == 0 {
            batch.newTypes = Kind.allCases.map(\.type) + DemoSymptom.all.map(\.type)
            batch.newProvenances = Origin.allCases.map(provenance)
            batch.newMetadata = Note.all
            batch.items = [
                .characteristics([
                    MetadataPair(key: "HKCharacteristicTypeIdentifierDateOfBirth", value: plan.dateOfBirth),
                    MetadataPair(key: "HKCharacteristicTypeIdentifierBiologicalSex", value: "HKBiologicalSexFemale"),
                ])
            ]
        }
        let end = min(nextDay + 30, plan.calendar.count)
        for day in nextDay..<end {
            addSleep(day)
            addHeartRates(day)
            addSteps(day)
            addDiary(day)
        }
        nextDay = end
        return batch
    }

    private mutating func add(
        _ type: Int32, _ origin: Origin, _ start: Int64, _ end: Int64, _ value: Double, note: Note? = nil
    ) {
        batch.rows.append(
            SampleRow(
                type: type, provenance: origin.rawValue, metadata: note?.rawValue ?? -1, start: Double(start),
                end: Double(end), created: Double(end) + 60, value: value))
    }

    private mutating func addSteps(_ day: Int) {
        for walk in plan.walks(day) {
            for (origin, start) in [(Origin.watchSteps, walk.watchStart), (.phoneSteps, walk.phoneStart)] {
                guard let start else { continue }
                add(Kind.steps.rawValue, origin, start, walk.end, Double(Int(walk.end - start) * walk.pace))
            }
        }
    }

    /// Adds three heart rates per hour, lower at night and slightly higher in the second half of the cycle.
    private mutating func addHeartRates(_ day: Int) {
        guard plan.wearsWatch(day) else { return }
        var generator = plan.generator(3, day)
        let late = (plan.cycle.position(day)?.left).map { $0 <= 14 ? 2.0 : 0 } ?? 0
        // Starts at one o'clock, so that no value is on the previous day when daylight saving time begins.
        for position in 3..<72 {
            let time = plan.calendar.midnight(day) + Int64(position * 1200 + generator.below(1200))
            let isNight = position < 21 || position > 68
            let value = (isNight ? 54.0 : 72) + late + Double(generator.below(generator.below(12) == 0 ? 60 : 14))
            add(Kind.heartRate.rawValue, .watchRate, time, time, value)
        }
    }

    /// Adds some hours of sleep in stages that end in the morning of the day; not in the first night, which began before the
    /// first day.
    private mutating func addSleep(_ day: Int) {
        guard day > 0, plan.wearsWatch(day) else { return }
        var generator = plan.generator(4, day)
        var time = plan.calendar.midnight(day) + Int64(generator.below(9000)) - 4500
        // HKCategoryValueSleepAnalysis: core, deep, core, REM, and occasionally awake.
        for round in 0..<4 + generator.below(2) {
            for (stage, shortest, longest) in [(3, 1200, 2400), (4, 600, 2400), (3, 900, 1800), (5, 600, 1800)] {
                let end = time + Int64(shortest + generator.below(longest - shortest))
                add(Kind.sleep.rawValue, .watch, time, end, Double(stage))
                time = end
            }
            guard round > 0, generator.below(2) == 0 else { continue }
            let end = time + Int64(60 + generator.below(600))
            add(Kind.sleep.rawValue, .watch, time, end, 2)
            time = end
        }
    }

    private mutating func addDiary(_ day: Int) {
        if let flow = plan.cycle.flow(day) {
            let noon = plan.calendar.midnight(day) + 43_200
            add(
                Kind.flow.rawValue, .diary, noon, noon, Double(flow.strength),
                note: flow.isStart ? .cycleStart : .noCycleStart)
        }
        for note in plan.notes(day) {
            let symptom = DemoSymptom.all.firstIndex { $0.type == note.symptom.type } ?? 0
            add(Int32(Kind.allCases.count + symptom), .diary, note.start, note.end, Double(note.value))
        }
    }
}
