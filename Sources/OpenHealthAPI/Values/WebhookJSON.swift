// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request that registers a webhook.
package struct WebhookRequestJSON: JSONRepresentable {
    package var address: WebhookAddress
    package var types: Set<HKSampleType>
    package var frequency: HKUpdateFrequency

    package static let format = JSONFormat<WebhookRequestJSON>.object(
        .required("url", \.address, WebhookAddress.format), .required("types", \.types, someTypes),
        .required("frequency", \.frequency, .frequency)
    ) { WebhookRequestJSON(address: $0, types: $1, frequency: $2) }

    private static let someTypes = JSONFormat<Set<HKSampleType>>(
        JSONFormat.sampleTypes.schema.with("minItems", .integer(1))
    ) {
        JSONFormat.sampleTypes.encode($0)
    } decode: { (json) throws(Problem) in
        let types = try JSONFormat.sampleTypes.decode(json)
        guard !types.isEmpty else { throw json.problem("Expected at least one type.", kind: .invalidArgument) }
        return types
    }
}

extension WebhookAddress {
    package static let format = JSONFormat<WebhookAddress>(
        JSONSchema.string(format: "uri", length: 1...maximumBytes)
            .example(.string("https://steps.example.org/changed"))
    ) {
        .string($0.text)
    } decode: { (json) throws(Problem) in
        try WebhookAddress(json)
    }
}

/// A webhook from the perspective of its app.
package struct WebhookJSON: JSONRepresentable {
    /// The state of deliveries.
    package enum State: String, CaseIterable, Sendable {
        case waiting, active, paused, stopped
    }

    package var id: UUID
    package var url: String
    package var types: [String]
    package var frequency: HKUpdateFrequency
    package var state: State
    package var created: Date
    /// The date of the last delivery.
    package var delivered: Date?
    /// The number of attempts since the last delivery.
    package var attempts = 0
    package var lastAttempt: Date?
    package var lastError: String?
    package var nextAttempt: Date?

    package init(
        id: UUID, url: String, types: [String], frequency: HKUpdateFrequency, state: State, created: Date,
        delivered: Date?, attempts: Int = 0, lastAttempt: Date? = nil, lastError: String? = nil,
        nextAttempt: Date? = nil
    ) {
        self.attempts = attempts
        self.lastAttempt = lastAttempt
        self.lastError = lastError
        self.nextAttempt = nextAttempt
        self.id = id
        self.url = url
        self.types = types
        self.frequency = frequency
        self.state = state
        self.created = created
        self.delivered = delivered
    }

    package static let format = JSONFormat<WebhookJSON>.object(
        named: "Webhook", ignoresOthers: true, .required("id", \.id, .uuid),
        .required("url", \.url, .string.schema(.string(format: "uri"))),
        .required("types", \.types, .array(of: .string(length: 1...200))),
        .required("frequency", \.frequency, .frequency),
        .required(
            "state", \.state,
            .one(of: State.allCases.map { ($0.rawValue, $0) }).described(
                "Waiting for the owner to approve the host, active, paused by the app, or stopped after the last attempt or an "
                    + "response of 410. A ping or a replay is sent in every state but waiting.")),
        .required("created", \.created, .date),
        .optional("delivered", \.delivered, .date.described("The date of the last delivery.")),
        .required(
            "attempts", \.attempts,
            .integer(0...Int.max).described(
                "The number of attempts that were not acknowledged, since the last delivery.")),
        .optional("lastAttempt", \.lastAttempt, .date),
        .optional("lastError", \.lastError, .string.described("Why the last attempt was no delivery.")),
        .optional("nextAttempt", \.nextAttempt, .date)
    ) { id, url, types, frequency, state, created, delivered, attempts, lastAttempt, lastError, nextAttempt in
        WebhookJSON(
            id: id, url: url, types: types, frequency: frequency, state: state, created: created, delivered: delivered,
            attempts: attempts, lastAttempt: lastAttempt, lastError: lastError, nextAttempt: nextAttempt)
    }
}

/// A message to a webhook and its result.
package struct WebhookDeliveryJSON: JSONRepresentable {
    /// The result of a delivery.
    package enum State: String, CaseIterable, Sendable {
        case waiting, acknowledged, failed
    }

    package var id: Int
    package var message: String
    package var body: String
    package var state: State
    package var created: Date
    package var attempts: Int
    package var lastAttempt: Date?
    package var error: String?

    package init(
        id: Int, message: String, body: String, state: State, created: Date, attempts: Int, lastAttempt: Date?,
        error: String?
    ) {
        self.id = id
        self.message = message
        self.body = body
        self.state = state
        self.created = created
        self.attempts = attempts
        self.lastAttempt = lastAttempt
        self.error = error
    }

    package static let format = JSONFormat<WebhookDeliveryJSON>.object(
        named: "WebhookDelivery", about: "A message to a webhook and the result of sending it.", ignoresOthers: true,
        .required("id", \.id, .integer(1...Int.max)),
        .required("message", \.message, .string.described("The identifier in the field webhook-id.")),
        .required("body", \.body, .string.described("The body, which names types and contains no data.")),
        .required("state", \.state, .one(of: State.allCases.map { ($0.rawValue, $0) })),
        .required("created", \.created, .date), .required("attempts", \.attempts, .integer(0...Int.max)),
        .optional("lastAttempt", \.lastAttempt, .date), .optional("error", \.error, .string)
    ) {
        WebhookDeliveryJSON(
            id: $0, message: $1, body: $2, state: $3, created: $4, attempts: $5, lastAttempt: $6, error: $7)
    }
}

/// A new webhook and the key of its signatures.
package typealias NewWebhookJSON = (webhook: WebhookJSON, secret: String)

extension JSONFormat where Value == NewWebhookJSON {
    /// The format of a new webhook with its secret.
    package static let newWebhook = JSONFormat.object(
        named: "NewWebhook", .required("webhook", \.webhook, WebhookJSON.format),
        .required(
            "secret", \.secret,
            .string(pattern: "^whsec_[A-Za-z0-9+/]+=*$")
                .described("The key of the signatures of deliveries. It is shown only once."))
    ) { (webhook: $0, secret: $1) }
}

/// The address of a receiver: `https`, or `http` to the server's own machine.
package struct WebhookAddress: Sendable, Equatable {
    /// The address specified by the app.
    package let text: String

    /// The maximum length of an address, in bytes.
    package static let maximumBytes = 2000

    /// Parses the address.
    package init(_ json: JSONReader) throws(Problem) {
        let text = try json.string()
        // An address contains only letters, digits and the punctuation of RFC 3986.
        guard text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ (33...126).contains($0) }),
            let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty
        else {
            throw json.problem(
                "Expected the address of a receiver, such as https://steps.example.org/changed, of at most "
                    + "\(Self.maximumBytes) bytes.", kind: .invalidArgument)
        }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw json.problem(
                "The address of a receiver cannot have a user, password or fragment.", kind: .invalidArgument)
        }
        guard host.utf8.allSatisfy(Self.isOfHost), (parts.port ?? 1) > 0, (parts.port ?? 1) <= 65_535 else {
            throw json.problem(
                "The host of a receiver must be a name of letters, digits, dots and dashes, or an address.",
                kind: .invalidArgument)
        }
        guard parts.query == nil || !Self.isLoopback(host) else {
            throw json.problem(
                "An address on the server's own machine cannot have a query, which another program could act on.",
                kind: .invalidArgument)
        }
        let scheme = parts.scheme?.lowercased()
        guard scheme == "https" || (scheme == "http" && Self.isLoopback(host)) else {
            throw json.problem(
                "Use https. Plain http is for receivers on the server's own machine alone: localhost, 127.0.0.1 or [::1].",
                kind: .invalidArgument)
        }
        self.text = text
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "-"), 0x2e, 0x5f, 0x3a, 0x5b, 0x5d].contains(byte)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
