// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

@testable import OpenHealthStore

extension ScratchStore {
    /// Stores a push of Health Auto Export.
    @discardableResult
    func push(
        _ json: String, aggregation: HealthAutoExportReader.Aggregation? = .individual, app: String = "phone",
        now: Date = Date(timeIntervalSince1970: 1_800_000_000), restoresDeleted: Bool = false
    ) throws -> PushedReceipt {
        var json = json
        let push = try json.withUTF8 { try HealthAutoExportReader.read($0, aggregation: aggregation, now: now) }
        return try database.ingest(push, app: app, now: now, restoresDeleted: restoresDeleted)
    }

    /// Stores a push of the Open Wearables SDK.
    @discardableResult
    func pushWearables(
        _ json: String, app: String = "wearables", now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) throws -> PushedReceipt {
        try database.ingest(try OpenWearablesReader.batch(Array(json.utf8), now: now), app: app, now: now)
    }

    /// Stores a push of HC Webhook.
    @discardableResult
    func pushHealthConnect(
        _ json: String, app: String = "android", now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) throws -> PushedReceipt {
        try database.ingest(try HealthConnectWebhookReader.batch(Array(json.utf8), now: now), app: app, now: now)
    }

    /// Returns the samples without their UUIDs and positions, as lines.
    func contents() throws -> [String] {
        try database.records(SampleRequest()).map { record in
            let metadata = record.metadata.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
            return "\(record.type) \(record.start.timeIntervalSince1970) \(record.end.timeIntervalSince1970) "
                + "\(record.value ?? .nan) \(record.text ?? "") \(record.source) \(record.sourceVersion ?? "") "
                + "\(record.device?.hardware ?? "") \(record.unit ?? "") \(metadata)"
        }.sorted()
    }
}
