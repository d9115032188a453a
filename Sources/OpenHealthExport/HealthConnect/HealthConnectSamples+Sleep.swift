// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

/// A night of one app: samples of sleep that follow each other.
private struct HealthConnectNight {
    var facts: HealthConnectColumns
    var stages: [(start: Int64, end: Int64, type: Int)] = []
    var samples = 0
}

extension HealthConnectSamples {
    /// The time without samples after which another night begins, in milliseconds.
    private static let gap: Int64 = 3_600_000

    /// Writes the samples of sleep as sessions with stages. A session has the UUID of its first sample.
    func sleep(_ type: StoreContents.SampleType) throws {
        guard try writer.has(.sleep) else { return try context.omit(type) }
        var nights: [Int64: HealthConnectNight] = [:]
        try contents.forEach(type) { sample in
            try context.advance()
            guard let stage = Self.stage(sample.value) else { return context.receipt.omit(.categories) }
            guard let facts = try facts(sample) else { return }
            if let night = nights[facts.app], facts.start - night.facts.end > Self.gap {
                try add(night, type)
                nights[facts.app] = nil
            }
            var night = nights[facts.app] ?? HealthConnectNight(facts: facts)
            if facts.end > night.facts.end {
                night.facts.end = facts.end
                night.facts.endOffset = facts.endOffset
            }
            // Time in bed is that of the session. Stages do not overlap.
            if let stage {
                let start = max(facts.start, night.stages.last?.end ?? facts.start)
                if start < facts.end {
                    night.stages.append((start, facts.end, stage))
                    night.samples += 1
                } else {
                    context.receipt.omit(.categories)
                }
            } else {
                night.samples += 1
            }
            nights[facts.app] = night
            try omitMetadata(sample)
        }
        for (_, night) in nights.sorted(by: { $0.key < $1.key }) { try add(night, type) }
    }

    private func add(_ night: HealthConnectNight, _ type: StoreContents.SampleType) throws {
        guard night.samples > 0 else { return }
        context.receipt.count(type: type.identifier, .categories, times: night.samples)
        guard let row = try writer.insert(.sleep, night.facts, [nil, nil]) else { return }
        for stage in night.stages {
            try writer.insert(childOf: .sleep, parent: row, [stage.start, stage.end, stage.type])
        }
    }

    /// Returns the stage of a value; an inner nil for time in bed, and nil for unknown values.
    private static func stage(_ value: Double) -> Int?? {
        switch Int(exactly: value).flatMap(HKCategoryValueSleepAnalysis.init(rawValue:)) {
        case .inBed: .some(nil)
        case .asleepUnspecified: 2
        case .awake: 1
        case .asleepCore: 4
        case .asleepDeep: 5
        case .asleepREM: 6
        default: nil
        }
    }
}
