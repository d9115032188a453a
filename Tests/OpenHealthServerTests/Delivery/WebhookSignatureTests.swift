// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthServer

@Suite("Signatures of webhooks")
struct WebhookSignatureTests {
    @Test("signatures equal those of Python's hmac")
    func known() throws {
        let secret = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLASw"))
        #expect(WebhookSignature.text(of: secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLASw")
        let signature = WebhookSignature.value(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8), secret: secret)
        #expect(signature == "v1,hn6gPDuvthHWWsZDuMjgwyc63ajzh5ywzvy1quoqxtk=")
    }
}
