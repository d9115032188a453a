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

/// The handlers of the routes of Nightscout that watches and widgets read.
enum NightscoutReaderHandlers {
    static let bindings = [
        RouteBinding(NightscoutRoutes.watch, watch), RouteBinding(NightscoutRoutes.statusText, status),
        RouteBinding(NightscoutRoutes.properties) { scope in try await properties(scope, names: nil) },
        RouteBinding(NightscoutRoutes.someProperties) { scope in
            let names = try scope.path("names")
            return try await properties(scope, names: names.removingPercentEncoding ?? names)
        },
    ]

    /// The number of entries of four buckets, also if several sensors have a reading a minute, and some are in the future.
    private static let propertyCount = 300

    private static func status(_ scope: RequestScope) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "STATUS OK")))
    }

    private static func properties(_ scope: RequestScope, names: String?) async throws -> Response {
        let all = try await readings(scope, count: propertyCount).properties
        let wanted = names.map { Set($0.split(separator: ",").map(String.init)) } ?? []
        return scope.response(.object(wanted.isEmpty ? all : all.filter { wanted.contains($0.key) }))
    }

    private static func watch(_ scope: RequestScope) async throws -> Response {
        // As on a server of Nightscout, the beginning of a text that is a number counts, and 0 is one reading.
        let digits = (scope.query("count") ?? "").prefix(9).prefix { $0.isASCII && $0.isNumber }
        let count = min(max(Int(digits) ?? 1, 1), NightscoutRoutes.maximumWatchCount)
        let readings = try await readings(scope, count: max(count, propertyCount))
        let states = try await documents(scope, .deviceStatus, NightscoutFind([]), count: 10)
        let isMillimoles = scope.query("units") == "mmol"
        return scope.response(
            readings.watch(
                count: count, isMillimoles: isMillimoles, battery: states.lazy.compactMap(battery).first))
    }

    /// Returns the charge of the phone that a state of devices states, in percent.
    private static func battery(_ state: JSONValue) -> Double? {
        let battery = state["uploader"]?["battery"] ?? state["uploaderBattery"]
        return battery?.double.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func readings(_ scope: RequestScope, count: Int) async throws -> NightscoutReadings {
        var find = try NightscoutFind([])
        find.require("type", "sgv")
        let entries = try await documents(scope, .entries, find, count: count)
        return NightscoutReadings(entries, now: scope.services.configuration.clock())
    }

    private static func documents(
        _ scope: RequestScope, _ collection: NightscoutCollection, _ find: NightscoutFind, count: Int
    ) async throws -> [JSONValue] {
        try await NightscoutHandlers.documents(scope, collection, find, count: count).compactMap { bytes in
            bytes.withUnsafeBufferPointer { JSONValue(utf8: $0) }
        }
    }
}
