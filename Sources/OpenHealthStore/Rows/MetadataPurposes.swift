// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Reads the purposes of samples from their metadata; see ``EventRule/hasPurposes``.
package struct MetadataPurposes {
    private let db: Database
    /// The purposes by the number of the metadata.
    private var known: [Int64: StatisticsInterval.Purpose] = [:]
    /// The maximum number of known purposes. Few samples share the metadata of apps that number their deliveries.
    private static let limit = 4096

    package init(_ db: Database) { self.db = db }

    /// Returns the purpose of samples with some metadata.
    /// - Parameter metadata: The number of the metadata; -1 for samples without metadata.
    package mutating func purpose(ofMetadata metadata: Int64) throws -> StatisticsInterval.Purpose {
        guard metadata >= 0 else { return .unknown }
        if let purpose = known[metadata] { return purpose }
        let reason = try Self.reason(db, metadata).flatMap(Int.init).flatMap(HKInsulinDeliveryReason.init)
        let purpose: StatisticsInterval.Purpose =
            switch reason {
            case .basal: .basal
            case .bolus: .bolus
            case nil: .unknown
            }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[metadata] = purpose
        return purpose
    }

    /// Returns the reason for a delivery of insulin that metadata has, as text.
    /// - Parameter metadata: The number of the metadata; -1 for samples without metadata.
    static func reason(_ db: Database, _ metadata: Int64) throws -> String? {
        guard metadata >= 0 else { return nil }
        let json = try String.fetchOne(
            db.cachedStatement(sql: "SELECT entries FROM metadata WHERE id = ?"), arguments: [metadata])
        return MetadataPairs.read(json ?? "{}").first { $0.key == HKMetadataKeyInsulinDeliveryReason }?.value
    }
}

extension EventRule {
    /// Creates the rule of the type with a number.
    init(_ db: Database, type: Int64) throws {
        let identifier = try String.fetchOne(
            db.cachedStatement(sql: "SELECT identifier FROM sample_type WHERE id = ?"), arguments: [type])
        self = identifier.map(EventRule.init(type:)) ?? .measurements
    }
}
