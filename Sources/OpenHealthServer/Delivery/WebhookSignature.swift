// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Signs deliveries as the Standard Webhooks specification has it.
enum WebhookSignature {
    /// A secret as receivers are given it.
    static func text(of secret: Data) -> String { "whsec_" + secret.base64EncodedString() }

    /// What the field `webhook-signature` says of a body.
    /// - Parameter timestamp: in seconds since 1970.
    static func value(id: String, timestamp: Int, body: [UInt8], secret: Data) -> String {
        var mac = HMAC<SHA256>(key: SymmetricKey(data: secret))
        mac.update(data: Data("\(id).\(timestamp).".utf8))
        mac.update(data: Data(body))
        return "v1," + Data(mac.finalize()).base64EncodedString()
    }
}
