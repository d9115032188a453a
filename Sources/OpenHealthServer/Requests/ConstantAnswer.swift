// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON that is the same for every client as long as the server runs, with a tag by which clients recognise it (RFC 9110, 13.1.2).
struct ConstantAnswer: Sendable {
    private let body: ByteBuffer
    /// The tag. It is a weak one, since the answer can be compressed.
    let tag: String

    init(_ bytes: [UInt8]) {
        body = ByteBuffer(bytes: bytes)
        let digits = SHA256.hash(data: bytes).prefix(12).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        tag = "W/\"\(digits.joined())\""
    }

    /// Returns the answer, or one without a body if the client has it.
    func response(to request: Request) -> Response {
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
        if let known = request.headers[.ifNoneMatch], isKnown(known) {
            return Response(status: .notModified, headers: headers)
        }
        var all = headers
        all[.contentType] = "application/json"
        return Response(status: .ok, headers: all, body: ResponseBody(byteBuffer: body))
    }

    private func isKnown(_ field: String) -> Bool {
        field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.contains { entry in
            entry == "*" || entry == tag || "W/" + entry == tag
        }
    }
}
