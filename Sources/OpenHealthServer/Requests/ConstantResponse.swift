// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON that is the same for every client as long as the server runs, with a tag by which clients recognise it (RFC 9110, 13.1.2).
struct ConstantResponse: Sendable {
    private let body: ByteBuffer
    /// The tag. It is a weak one, since the response can be compressed.
    let tag: String

    init(_ bytes: [UInt8]) {
        body = ByteBuffer(bytes: bytes)
        let digits = SHA256.hash(data: bytes).prefix(12).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        tag = "W/\"\(digits.joined())\""
    }

    /// Returns the response, or one without a body if the client has it.
    func response(to request: Request) -> Response {
        // A response 304 has the fields that the response with a body would have (RFC 9110, 15.4.5).
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
        if request.headers.hasResponse(tag: tag) {
            return Response(status: .notModified, headers: headers)
        }
        var all = headers
        all[.contentType] = "application/json"
        return Response(status: .ok, headers: all, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPFields {
    /// Returns whether `If-None-Match` has a weak tag (RFC 9110, 13.1.2), which some clients of FHIR send without quotation marks.
    func hasResponse(tag: String) -> Bool {
        guard let field = self[.ifNoneMatch] else { return false }
        return field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.contains { entry in
            entry == "*" || [entry, "W/" + entry, "W/\"\(entry)\""].contains(tag)
        }
    }
}
