// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The facts that two records of one push have in common if one repeats the other.
private struct RepetitionKey: Hashable {
    var start: UInt64
    var value: UInt64
    var text: UInt64
    /// The identifier of the session that contains the record, if the sender identifies it.
    var session: UUID?
    /// The number of the session, if the sender does not identify it.
    var sessionNumber: Int32?
}

/// Records that a push states twice, such as a heart rate in a metric and in a notification.
///
/// Without an identity they are one record, as in two pushes. Foods and drinks are not compared: people record several equal ones at one time.
extension Ingestion {
    /// The maximum number of records with one start and value that a record is compared with.
    private static let comparedRepetitions = 64

    /// Returns the records of a second that repeat another one of the same second.
    ///
    /// Of equal records, one with an identity stays, or else the one that states most.
    /// - Parameters:
    ///   - order: The positions of the records.
    ///   - latest: The positions of the latest versions of records with an identity. Earlier versions are not stored.
    ///   - type: The index of the type.
    func repetitions(
        _ order: ArraySlice<Int32>, of batch: PushedBatch, latest: [UUID: Int32], type: Int
    ) -> Set<Int32> {
        guard order.count > 1, !types[type].isFood else { return [] }
        var groups: [RepetitionKey: [(position: Int32, record: IngestRecord)]] = [:]
        for position in order {
            let record = dictionary.record(batch.samples.rows[Int(position)], batch.samples.texts)
            if isOutdated(position, batch) || isOutdatedReading(record, position, batch, type: type) { continue }
            if let uuid = batch.uuids[position], let last = latest[uuid], last != position { continue }
            let number = batch.rowSessions[position]
            let session = number.flatMap { push?.sessions.identifier(of: $0) }
            let key = RepetitionKey(
                start: record.row.start.keyBits, value: record.row.value.keyBits, text: record.textHash,
                session: session, sessionNumber: session == nil ? number : nil)
            groups[key, default: []].append((position, record))
        }
        guard groups.count < order.count else { return [] }
        var repeated: Set<Int32> = []
        let isQuantity = types[type].canonical != nil
        for group in groups.values where group.count > 1 {
            func rank(_ element: (position: Int32, record: IngestRecord)) -> (Int, Int, Int, Int32) {
                let identity = element.record.provenance.identity
                let missing = identity.missing
                let lacks =
                    missing.rawValue.nonzeroBitCount + (element.record.metadata < 0 ? 1 : 0)
                    + (identity.statesDevice ? 0 : 1)
                return (
                    batch.uuids[element.position] == nil ? 1 : 0, missing.contains(.end) ? 1 : 0, lacks,
                    element.position
                )
            }
            var kept: [IngestRecord] = []
            for element in group.sorted(by: { rank($0) < rank($1) }) {
                let canRepeat = batch.uuids[element.position] == nil
                if canRepeat, kept.contains(where: { Self.isSame($0, element.record, isQuantity: isQuantity) }) {
                    repeated.insert(element.position)
                } else if kept.count < Self.comparedRepetitions {
                    kept.append(element.record)
                }
            }
        }
        return repeated
    }

    /// Returns whether two records with the same start and value are one. The metadata of categories, such as whether protection was used, are a
    /// part of what they state.
    private static func isSame(_ left: IngestRecord, _ right: IngestRecord, isQuantity: Bool) -> Bool {
        let (one, other) = (left.provenance.identity, right.provenance.identity)
        guard left.row.end == right.row.end || one.missing.union(other.missing).contains(.end) else { return false }
        let lacksMetadata = isQuantity && (left.metadata < 0 || right.metadata < 0)
        guard left.metadata == right.metadata || lacksMetadata else { return false }
        return one.source(comparedWith: other) != .different && one.canBeSameDevice(as: other)
    }
}

extension ImportedItem {
    /// The type of the item's sample if equal items are one item; nil for foods, and for items without a ``sampleType``.
    var repeatableType: String? {
        sampleType.flatMap { $0 == HKCorrelationTypeIdentifier.food.rawValue ? nil : $0 }
    }

    /// The identifier of the type of the sample of a workout, correlation or electrocardiogram; nil for other items.
    var sampleType: String? {
        switch self {
        case .workout: HKWorkoutTypeIdentifier
        case .correlation(let correlation): correlation.type
        case .electrocardiogram: "HKDataTypeIdentifierElectrocardiogram"
        default: nil
        }
    }
}
