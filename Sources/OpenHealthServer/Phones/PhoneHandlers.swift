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
import OpenHealthStore

/// The handlers of the routes that existing apps on phones call.
enum PhoneHandlers {
    static let bindings: [RouteBinding] =
        [
            RouteBinding(PhoneRoutes.healthKit.route, healthKit),
            RouteBinding(PhoneRoutes.webhook.route) { scope in
                try await scope.ingest { bytes, now, sink in
                    try readable { () throws(FormatError) in
                        try HealthConnectWebhookReader.batch(bytes, now: now, into: sink)
                    }
                }
            },
            RouteBinding(PhoneRoutes.redeem, OpenWearablesHandlers.redeem),
            RouteBinding(PhoneRoutes.refresh, OpenWearablesHandlers.refresh),
            RouteBinding(PhoneRoutes.sync, OpenWearablesHandlers.sync),
            RouteBinding(PhoneRoutes.logs, OpenWearablesHandlers.logs),
        ] + NightscoutHandlers.bindings + NightscoutVersion3Handlers.bindings

    /// Stores samples of HealthKit. Nothing is stored if the app may not save one of the types, so that the phone keeps its place until
    /// the owner has answered.
    private static func healthKit(_ scope: RequestScope) async throws -> Response {
        let receipt = try await scope.receipt { bytes, now, sink in
            guard let sink else {
                let json = try BodyReader.json(ByteBuffer(bytes: bytes), leniency: .parts)
                let push = try PhoneRoutes.healthKit.request.decode(json)
                let batch = HealthKitPushBatch(push, now: now).batch
                return PushEnd(last: batch, required: push.type.map { [$0] } ?? [])
            }
            return try HealthKitPushBatch.read(bytes, now: now, into: sink)
        }
        return scope.response(
            PushReceiptJSON(receipt).json, status: receipt.refusals.count > 0 ? HTTPResponse.Status(code: 207) : .ok)
    }

    /// Returns the result of a reader, and converts its errors to problems.
    static func readable<Value>(_ read: () throws(FormatError) -> Value) throws(Problem) -> Value {
        do {
            return try read()
        } catch {
            throw problem(error)
        }
    }

    /// Returns the problem with a body that cannot be read.
    static func problem(_ error: FormatError) -> Problem {
        let message = error.message.prefix(1).uppercased() + error.message.dropFirst()
        return Problem(error.code == .tooLarge ? .contentTooLarge : .invalidRequest, "\(message); \(error.remedy).")
    }
}

extension PhoneApp {
    /// Returns whether an identifier is that of a connection with the app.
    package func owns(_ identifier: String) -> Bool {
        identifier == "phone.\(rawValue)" || identifier.hasPrefix("phone.\(rawValue)-")
    }

    /// The types that connections of the app may save by default: all that phones push, or those of uploaders of glucose.
    package var usualTypes: [String] {
        self == .nightscout ? NightscoutPart.allCases.map(\.type.rawValue) : AppConnections.pushedTypes
    }

    /// The types that connections of the app may read, because the app asks for its latest data.
    package var readTypes: [String] {
        self == .nightscout ? Set(NightscoutPart.allCases.map(\.type.rawValue)).sorted() : []
    }

    /// Returns the header field that the app sends if a person enters a token.
    package func header(token: String) -> (name: String, value: String) {
        self == .nightscout ? ("api-secret", sentToken(token)) : ("Authorization", "Bearer " + token)
    }

    /// Returns the token that the app sends if a person enters a token.
    func sentToken(_ token: String) -> String { self == .nightscout ? PhoneConnection.token(ofSecret: token) : token }
}

extension PhoneConnection {
    /// Returns the token that a client sends for a secret: its SHA-1 in hexadecimal digits, as Nightscout's interface demands.
    static func token(ofSecret secret: String) -> String {
        Insecure.SHA1.hash(data: Data(secret.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the token of a client that sends the secret or its SHA-1.
    static func token(ofSent secret: String) -> String {
        let isHash = secret.utf8.count == 40 && secret.allSatisfy(\.isHexDigit)
        return isHash ? secret.lowercased() : token(ofSecret: secret)
    }

    /// Returns whether an identifier is that of a connection with an app on a phone.
    package static func owns(_ identifier: String) -> Bool { identifier.hasPrefix("phone.") }

    /// The contents of QR codes with their purposes: links that set the app up, or what a person would type, to copy it on the phone.
    package var pictures: [(purpose: String, text: String)] {
        switch kind {
        case .healthAutoExport: links.map { ($0.purpose, $0.link) }
        case .openWearables: [("", address + "\n" + (code?.text ?? ""))]
        case .healthConnectWebhook, .healthBridge: [("", address + "\nAuthorization: Bearer " + token)]
        case .nightscout: [("xDrip+", uploaderSettings)]
        }
    }

    /// The settings of xDrip+ as it reads them from a QR code.
    private var uploaderSettings: String {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let endpoint = parts.count == 3 ? "\(parts[0])//\(token)@\(parts[2])/api/v1/" : address
        return JSONValue.object([("rest", .object([("endpoint", .array([.string(endpoint)]))]))]).text
    }
}
