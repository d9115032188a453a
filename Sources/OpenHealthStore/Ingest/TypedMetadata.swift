// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The numbers of metadata with typed values, as samples with a stored UUID have it, by those of metadata in text.
final class TypedMetadata {
    private let facts: SharedRows
    private let records: RecordReader
    private var numbers: [Int64: Int64] = [:]

    /// The maximum number of numbers that are kept.
    private static let maximumCount = 4096

    init(_ facts: SharedRows, _ records: RecordReader) { (self.facts, self.records) = (facts, records) }

    /// Returns the number of metadata with typed values.
    /// - Parameter values: The values, if text does not restore them.
    func number(of metadata: Int64, _ values: [String: HKMetadataValue]?) throws -> Int64 {
        guard let json = values.flatMap(StoredMetadata.write) else { return try number(of: metadata) }
        return try facts.metadata(json: json, zone: records.metadata(metadata).2)
    }

    /// Returns the number of metadata with typed values.
    func number(of metadata: Int64) throws -> Int64 {
        if metadata < 0 { return -1 }
        if let known = numbers[metadata] { return known }
        let (json, _, zone) = try records.metadata(metadata)
        let values = StoredMetadata.read(json, isTyped: false)
        let number = try StoredMetadata.write(values).map { try facts.metadata(json: $0, zone: zone) } ?? -1
        if numbers.count >= Self.maximumCount { numbers.removeAll(keepingCapacity: true) }
        numbers[metadata] = number
        return number
    }
}
