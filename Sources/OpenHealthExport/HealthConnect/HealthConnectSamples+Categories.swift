// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthConnectSamples {
    func categories(_ type: StoreContents.SampleType) throws {
        if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue { return try sleep(type) }
        let record: HealthConnectRecord
        switch HKCategoryTypeIdentifier(rawValue: type.identifier) {
        case .cervicalMucusQuality: record = .mucus
        case .menstrualFlow: record = .flow
        case .sexualActivity: record = .sexualActivity
        case .ovulationTestResult: record = .ovulation
        case .intermenstrualBleeding: record = .bleeding
        default: return try context.omit(type)
        }
        guard try writer.has(record) else { return try context.omit(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            guard let values = try values(record, sample) else { return context.receipt.omit(.categories) }
            guard let facts = try facts(sample) else { return }
            _ = try writer.insert(record, facts, values)
            context.receipt.count(type: type.identifier, .categories)
            try omitMetadata(sample, but: [HKMetadataKeySexualActivityProtectionUsed])
        }
    }

    /// Returns the values of a record; nil if the record has no number for the value of the sample.
    private func values(_ record: HealthConnectRecord, _ sample: RawSample) throws -> [(any DatabaseValueConvertible)?]?
    {
        if record.id == HealthConnectRecord.bleeding.id { return [] }
        if record.id == HealthConnectRecord.sexualActivity.id {
            let used = try contents.metadata(sample).first { $0.key == HKMetadataKeySexualActivityProtectionUsed }?
                .value
            return [used == "1" ? 1 : used == "0" ? 2 : 0]
        }
        guard let value = Int(exactly: sample.value) else { return nil }
        switch record.id {
        case HealthConnectRecord.mucus.id:
            // Both count from dry to egg white.
            return (1...5).contains(value) ? [0, value] : nil
        case HealthConnectRecord.flow.id:
            // The number after heavy is for days without bleeding.
            return (1...4).contains(value) ? [value - 1] : nil
        default:
            let results: [Int: Int] = [
                HKCategoryValueOvulationTestResult.negative.rawValue: 3,
                HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue: 1,
                HKCategoryValueOvulationTestResult.indeterminate.rawValue: 0,
                HKCategoryValueOvulationTestResult.estrogenSurge.rawValue: 2,
            ]
            return results[value].map { [$0] }
        }
    }
}
