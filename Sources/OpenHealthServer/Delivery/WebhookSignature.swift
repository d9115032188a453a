// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The signatures of deliveries, according to the Standard Webhooks specification.
enum WebhookSignature {
    /// Returns a secret in the form for receivers.
    static func text(of secret: Data) -> String { "whsec_" + secret.base64EncodedString() }

    /// Returns the value of the field `webhook-signature` for a body.
    /// - Parameter timestamp: The time in seconds since 1970.
    static func value(id: String, timestamp: Int, body: [UInt8], secret: Data) -> String {
        var mac = HMAC<SHA256>(key: SymmetricKey(data: secret))
        mac.update(data: Data("\(id).\(timestamp).".utf8))
        mac.update(data: Data(body))
        return "v1," + Data(mac.finalize()).base64EncodedString()
    }
}
