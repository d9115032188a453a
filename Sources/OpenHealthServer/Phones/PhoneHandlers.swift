// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel

/// The handlers of the routes that existing apps on phones call.
enum PhoneHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(PhoneRoutes.healthKit.route, healthKit),
        RouteBinding(PhoneRoutes.webhook.route) { scope in
            try await scope.ingest { bytes, now in
                try readable { () throws(FormatError) in try HealthConnectWebhookReader.batch(bytes, now: now) }
            }
        },
        RouteBinding(PhoneRoutes.entries, NightscoutHandlers.entries),
        RouteBinding(PhoneRoutes.plainEntries, NightscoutHandlers.entries),
        RouteBinding(PhoneRoutes.treatments, NightscoutHandlers.treatments),
        RouteBinding(PhoneRoutes.plainTreatments, NightscoutHandlers.treatments),
        RouteBinding(PhoneRoutes.deviceStatus, NightscoutHandlers.deviceStatus),
        RouteBinding(PhoneRoutes.plainDeviceStatus, NightscoutHandlers.deviceStatus),
        RouteBinding(PhoneRoutes.recentEntries, NightscoutHandlers.recentEntries),
        RouteBinding(PhoneRoutes.recentTreatments, NightscoutHandlers.recentTreatments),
        RouteBinding(PhoneRoutes.check, NightscoutHandlers.check),
        RouteBinding(PhoneRoutes.status, NightscoutHandlers.status),
        RouteBinding(PhoneRoutes.redeem, OpenWearablesHandlers.redeem),
        RouteBinding(PhoneRoutes.refresh, OpenWearablesHandlers.refresh),
        RouteBinding(PhoneRoutes.sync, OpenWearablesHandlers.sync),
        RouteBinding(PhoneRoutes.logs, OpenWearablesHandlers.logs),
    ]

    /// Stores samples of HealthKit. Nothing is stored if the app may not save one of the types, so that the phone keeps its place until
    /// the owner has answered.
    private static func healthKit(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.body()
        let session = try scope.session()
        let receipt = try await scope.blocking {
            let push = try PhoneRoutes.healthKit.read(body)
            let batch = HealthKitPushBatch(push, now: scope.services.configuration.clock()).batch
            try session.checkMayPush(batch.types.union(push.type.map { [$0] } ?? []))
            let receipt = try session.ingest(batch)
            scope.services.metrics.samplesSaved.add(receipt.allSamples.added)
            return receipt
        }
        return scope.answer(
            PushReceiptJSON(receipt).json, status: receipt.refusals.count > 0 ? HTTPResponse.Status(code: 207) : .ok)
    }

    /// Returns the result of a reader, and converts its errors to problems.
    static func readable<Value>(_ read: () throws(FormatError) -> Value) throws(Problem) -> Value {
        do {
            return try read()
        } catch {
            let message = error.message.prefix(1).uppercased() + error.message.dropFirst()
            throw Problem(error.code == .tooLarge ? .contentTooLarge : .invalidRequest, "\(message); \(error.remedy).")
        }
    }
}
