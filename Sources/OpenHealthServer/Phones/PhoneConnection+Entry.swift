// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

extension PhoneApp {
    /// The types that connections of the app may save by default: all that phones push, or those of uploaders of glucose.
    package var usualTypes: [String] { self == .nightscout ? Self.glucoseTypes : HealthDatabase.pushedTypes }

    /// The types that connections of the app may read, because the app asks for its latest data.
    package var readTypes: [String] { self == .nightscout ? Self.glucoseTypes : [] }

    private static let glucoseTypes = [
        HKQuantityTypeIdentifier.bloodGlucose, .insulinDelivery, .dietaryCarbohydrates, .dietaryProtein,
        .dietaryFatTotal,
    ].map(\.rawValue)

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
