// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthConnectSamples {
    func correlations(_ type: StoreContents.SampleType) throws {
        let isFood = type.identifier == HKCorrelationTypeIdentifier.food.rawValue
        let isPressure = type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
        let record = isFood ? HealthConnectRecord.nutrition : .bloodPressure
        guard isFood || isPressure, try writer.has(record) else { return try context.omit(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            let parts = try contents.members(sample).map { ($0, try contents.type($0)) }
            guard let facts = try facts(sample) else { return }
            let used = try isFood ? addFood(sample, parts, facts) : addPressure(parts, facts)
            guard !used.isEmpty else { return context.receipt.omit(.correlations) }
            members.formUnion(used)
            context.receipt.count(type: type.identifier, .correlations)
            try omitMetadata(sample, but: isFood ? [HKMetadataKeyFoodType] : [])
        }
    }

    /// Adds a meal.
    /// - Returns: the samples that the record contains.
    private func addFood(
        _ sample: RawSample, _ parts: [(RawSample, String)], _ facts: HealthConnectColumns
    ) throws -> [Int64] {
        var nutrients: [String: Double] = [:]
        var used: [Int64] = []
        for (part, type) in parts {
            guard let column = HealthConnectNutrients.columnsByType[type], part.value.isFinite, nutrients[column] == nil
            else { continue }
            nutrients[column] = HealthConnectNutrients.value(part.value, column: column)
            used.append(part.id)
        }
        if !used.isEmpty {
            _ = try writer.insert(.nutrition, facts, meal(nutrients, name: try foodName(sample)))
        }
        return used
    }

    /// Adds a blood pressure.
    /// - Returns: the samples that the record contains.
    private func addPressure(_ parts: [(RawSample, String)], _ facts: HealthConnectColumns) throws -> [Int64] {
        func part(_ type: HKQuantityTypeIdentifier) -> RawSample? {
            parts.first { $0.1 == type.rawValue && $0.0.value.isFinite }?.0
        }
        guard let systolic = part(.bloodPressureSystolic), let diastolic = part(.bloodPressureDiastolic) else {
            return []
        }
        _ = try writer.insert(.bloodPressure, facts, ["0", systolic.value, diastolic.value, "0"])
        return [systolic.id, diastolic.id]
    }
}
