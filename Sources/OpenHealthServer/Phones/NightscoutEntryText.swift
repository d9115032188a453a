// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthModel

/// Entries as Nightscout answers them to small devices: a line for each, with fields divided by tabs.
enum NightscoutEntryText {
    /// The ending of paths that request this form.
    static let ending = ".txt"

    private static let fields = ["dateString", "date", "sgv", "direction", "device"]

    /// Returns whether a request prefers text to JSON. Clients that accept anything get JSON.
    static func isPreferred(_ scope: RequestScope) -> Bool {
        let first = (scope.request.headers[.accept] ?? "").prefix { $0 != "," && $0 != ";" }
        return first.trimmingPrefix(while: \.isWhitespace).lowercased() == "text/plain"
    }

    /// Returns the response with entries, which are JSON in UTF-8.
    static func response(_ entries: [[UInt8]]) -> Response {
        let lines = entries.compactMap { bytes in
            bytes.withUnsafeBufferPointer { JSONValue(utf8: $0) }.map(line)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: lines.joined(separator: "\r\n"))))
    }

    /// Returns the fields as JSON; those that an entry lacks are empty.
    private static func line(_ entry: JSONValue) -> String {
        fields.map { entry[$0]?.text ?? "" }.joined(separator: "\t")
    }
}
