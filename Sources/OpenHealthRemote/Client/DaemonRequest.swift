// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

/// A question to a daemon.
struct DaemonRequest: Sendable {
    var method: APIRoute.Method
    /// The path, its parts encoded.
    var path: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: Data?
    /// What the body is.
    var contentType = "application/json"
    /// What the answer is to be.
    var accept = "application/json"
    /// Whether the same request may be sent again without doing more than once what it asks for.
    var isRepeatable = true

    init(_ method: APIRoute.Method, _ path: String, query: [(name: String, value: String)] = []) {
        self.method = method
        self.path = path
        self.query = query
    }

    /// A request with a JSON body.
    init(_ method: APIRoute.Method, _ path: String, _ json: JSONValue) {
        self.init(method, path)
        body = Data(json.bytes)
    }

    /// The path with the query behind it.
    var target: String {
        guard !query.isEmpty else { return path }
        let pairs = query.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        return path + "?" + pairs.joined(separator: "&")
    }

    /// A text as a part of an address.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
