// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel

/// The handlers of the part of Nightscout's interface that uploaders use.
enum NightscoutHandlers {
    static func entries(_ scope: RequestScope) async throws -> Response {
        try await upload(scope) { bytes, now throws(FormatError) in try NightscoutReader.entries(bytes, now: now) }
    }

    static func treatments(_ scope: RequestScope) async throws -> Response {
        try await upload(scope) { bytes, now throws(FormatError) in try NightscoutReader.treatments(bytes, now: now) }
    }

    static func deviceStatus(_ scope: RequestScope) async throws -> Response {
        try await upload(scope) { _, _ throws(FormatError) in PushedBatch() }
    }

    /// Stores a push, and answers as Nightscout does: with the documents and their identifiers. Uploaders repeat a push with any other
    /// answer, so what is refused is only listed on the Apps page.
    private static func upload(
        _ scope: RequestScope,
        _ read: @escaping @Sendable (UnsafeBufferPointer<UInt8>, Date) throws(FormatError) -> PushedBatch
    ) async throws -> Response {
        let body = try await scope.unpackedBody()
        let session = try scope.session()
        let answer = try await scope.blocking {
            let now = scope.services.configuration.clock()
            let bytes = Array(body.readableBytesView)
            let (push, answer) = try PhoneHandlers.readable { () throws(FormatError) in
                (
                    try bytes.withUnsafeBufferPointer { (buffer) throws(FormatError) in try read(buffer, now) },
                    try NightscoutReader.answer(bytes, identifier: identifier)
                )
            }
            let receipt = try session.ingest(push)
            scope.services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
            return answer
        }
        return scope.answer(answer)
    }

    /// Returns an identifier in the form of Nightscout's database: 24 hexadecimal digits.
    private static func identifier(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).prefix(12).map { hexadecimal($0) }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    static func check(_ scope: RequestScope) async throws -> Response {
        scope.answer(.object([("status", .integer(200)), ("message", .string("ok"))]))
    }

    static func status(_ scope: RequestScope) async throws -> Response {
        let now = scope.services.configuration.clock()
        return scope.answer(
            .object([
                ("status", .string("ok")), ("name", .string("OpenHealthKit")),
                ("version", .string(scope.services.configuration.version)), ("serverTime", .string(APIDate.text(now))),
                ("serverTimeEpoch", .integer(milliseconds(now))), ("apiEnabled", .bool(true)),
                ("careportalEnabled", .bool(true)), ("settings", .object([("units", .string("mg/dl"))])),
            ]))
    }

    // MARK: Reading

    static func recentEntries(_ scope: RequestScope) async throws -> Response {
        let glucose = HKUnit(from: "mg/dL")
        return try await recent(scope, [.bloodGlucose]) { sample in
            // checked: all quantities of blood glucose have this dimension.
            let value = sample.quantity.doubleValue(for: glucose).rounded()
            let isMeter = sample.fields.metadata["NightscoutType"] == .string("mbg")
            let kind = isMeter ? "mbg" : "sgv"
            var entry: [(key: String, value: JSONValue)] = [
                ("_id", .string(identifier(sample.uuid.uuidString))), ("type", .string(kind)),
                (kind, .integer(Int(exactly: value) ?? 0)), ("date", .integer(milliseconds(sample.startDate))),
                ("dateString", .string(APIDate.text(sample.startDate))),
                ("device", .string(sample.sourceRevision.source.name)),
            ]
            if case .string(let direction)? = sample.fields.metadata["NightscoutDirection"] {
                entry.append(("direction", .string(direction)))
            }
            return .object(entry)
        }
    }

    static func recentTreatments(_ scope: RequestScope) async throws -> Response {
        try await recent(scope, [.insulinDelivery, .dietaryCarbohydrates]) { sample in
            let isInsulin = sample.quantityType == HKQuantityType(.insulinDelivery)
            let basal = HKMetadataValue.integer(HKInsulinDeliveryReason.basal.rawValue)
            let isBasal = sample.fields.metadata[HKMetadataKeyInsulinDeliveryReason] == basal
            let event = isBasal ? "Temp Basal" : isInsulin ? "Correction Bolus" : "Carb Correction"
            // checked: the unit belongs to the type of the sample.
            let amount = sample.quantity.doubleValue(for: isInsulin ? HKUnit(from: "IU") : .gram())
            return .object([
                ("_id", .string(identifier(sample.uuid.uuidString))), ("eventType", .string(event)),
                ("created_at", .string(APIDate.text(sample.startDate))),
                (isBasal ? "amount" : isInsulin ? "insulin" : "carbs", .double(amount)),
                ("enteredBy", .string(sample.sourceRevision.source.name)),
            ])
        }
    }

    private static func recent(
        _ scope: RequestScope, _ types: [HKQuantityTypeIdentifier],
        _ document: @escaping @Sendable (HKQuantitySample) -> JSONValue
    ) async throws -> Response {
        let count = scope.query("count") ?? "10"
        guard let limit = Int(count), (1...1000).contains(limit) else {
            let detail = "Expected an integer from 1 to 1000."
            throw Problem(.invalidRequest, "?count: \(detail)", faults: [Problem.Fault("?count", detail)])
        }
        let session = try scope.session()
        let documents = try await scope.blocking {
            let query = SampleQuery(
                types.map { SampleQuery.Part(HKQuantityType($0)) },
                order: [SampleQuery.Order(.startDate, ascending: false)], limit: limit)
            return try session.samples(query).compactMap { ($0 as? HKQuantitySample).map(document) }
        }
        return scope.answer(.array(documents))
    }

    private static func milliseconds(_ date: Date) -> Int {
        Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }
}
