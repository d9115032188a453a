// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthConnectSamples {
    /// The metadata that is in columns of some quantities.
    private static let metadata: Set<String> = [
        HKMetadataKeyBodyTemperatureSensorLocation, HKMetadataKeyBloodGlucoseMealTime,
    ]

    func quantities(_ type: StoreContents.SampleType) throws {
        if let column = HealthConnectNutrients.columnsByType[type.identifier] { return try nutrients(type, column) }
        guard let quantity = HealthConnectQuantity.byType[type.identifier], try contents.unit(type) == quantity.unit,
            try writer.has(quantity.record)
        else { return try omitAll(type) }
        let hasReadings = try contents.hasReadings(type)
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) { return context.receipt.count(type: type.identifier, .quantities) }
            guard let value = quantity.value(sample.value) else { return context.receipt.omit(.quantities) }
            guard let facts = try facts(sample) else { return }
            let readings = hasReadings ? try contents.readings(sample) : []
            if quantity.record.child == nil {
                _ = try writer.insert(quantity.record, facts, values(quantity, value, sample))
                context.receipt.omit(.quantitySeries, times: readings.count)
            } else {
                try series(quantity, value, facts, readings)
            }
            context.receipt.count(type: type.identifier, .quantities)
            try omitMetadata(sample, but: quantity.record.isInstant ? Self.metadata : [])
        }
    }

    /// Counts the samples of a type without a record of its own. Some can be part of records of correlations.
    private func omitAll(_ type: StoreContents.SampleType) throws {
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) {
                context.receipt.count(type: type.identifier, .quantities)
            } else {
                context.receipt.omit(.quantities)
            }
        }
    }

    private func series(
        _ quantity: HealthConnectQuantity, _ value: Double, _ facts: HealthConnectColumns, _ readings: [SeriesQuantity]
    ) throws {
        var values = readings.compactMap { reading in
            quantity.value(reading.value).map { (Self.milliseconds(reading.start), $0) }
        }
        values.removeAll { !(facts.start...max(facts.start, facts.end)).contains($0.0) }
        context.receipt.count(.quantitySeries, times: values.count)
        context.receipt.omit(.quantitySeries, times: readings.count - values.count)
        if values.isEmpty { values = [(facts.start, value)] }
        guard let row = try writer.insert(quantity.record, facts, []) else { return }
        for (time, value) in values {
            let number: any DatabaseValueConvertible = quantity.isInteger ? Int64(value) : value
            try writer.insert(childOf: quantity.record, parent: row, [number, time])
        }
    }

    private func values(
        _ quantity: HealthConnectQuantity, _ value: Double, _ sample: RawSample
    ) throws -> [(any DatabaseValueConvertible)?] {
        let pairs = quantity.record.names.count > 1 ? try contents.metadata(sample) : []
        func code(_ key: String, _ codes: [String: Int]) -> Int {
            pairs.first { $0.key == key }.flatMap { codes[$0.value] } ?? 0
        }
        return quantity.record.names.map { name in
            switch name {
            case quantity.column: quantity.isInteger ? Int64(value) : value
            case "measurement_location": code(HKMetadataKeyBodyTemperatureSensorLocation, Self.locations)
            case "relation_to_meal": "\(code(HKMetadataKeyBloodGlucoseMealTime, ["1": 3, "2": 4]))"
            case "specimen_source", "meal_type": "0"
            default: 0
            }
        }
    }

    /// Armpit, ear, finger, mouth, rectum, toe, eardrum, temporal artery and forehead, in the numbers of both.
    private static let locations = [
        "1": 1, "3": 8, "4": 2, "6": 4, "7": 5, "8": 7, "9": 8, "10": 6, "11": 3,
    ]

    // MARK: Meals

    /// Writes the nutrients that are not part of a meal, each as a record.
    private func nutrients(_ type: StoreContents.SampleType, _ column: String) throws {
        guard try writer.has(.nutrition) else { return try omitAll(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) { return context.receipt.count(type: type.identifier, .quantities) }
            guard sample.value.isFinite else { return context.receipt.omit(.quantities) }
            guard let facts = try facts(sample) else { return }
            let value = HealthConnectNutrients.value(sample.value, column: column)
            _ = try writer.insert(.nutrition, facts, meal([column: value], name: try foodName(sample)))
            context.receipt.count(type: type.identifier, .quantities)
            try omitMetadata(sample, but: [HKMetadataKeyFoodType])
        }
    }

    func meal(_ nutrients: [String: Double], name: String?) -> [(any DatabaseValueConvertible)?] {
        HealthConnectNutrients.columns.map { nutrients[$0] } + [0, name]
    }

    func foodName(_ sample: RawSample) throws -> String? {
        try contents.metadata(sample).first { $0.key == HKMetadataKeyFoodType }?.value
    }
}
