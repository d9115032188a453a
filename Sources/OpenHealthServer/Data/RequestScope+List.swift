// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import Hummingbird
import NIOCore

extension RequestScope {
    /// The number of elements of a list that are written at a time.
    private static let pageSize = 500

    /// Answers with a list under a key of an object. A long list is written in parts, as fast as the client reads them, so that
    /// it is not completely in memory as JSON.
    /// - Parameter permissions: The permissions that must not change for the remaining parts to be sent.
    func answer<Element: Sendable>(
        list key: String, _ elements: [Element], permissions: PermissionSnapshot,
        _ json: @escaping @Sendable (Element) -> JSONValue
    ) -> Response {
        guard elements.count > Self.pageSize else {
            return answer(.object([(key, .array(elements.map(json)))]))
        }
        let pages = stride(from: 0, to: elements.count, by: Self.pageSize)
        let body = ResponseBody { writer in
            var text = JSONWriter()
            text.write(key)
            var buffer = ByteBuffer(string: "{" + String(decoding: text.bytes, as: UTF8.self) + ":[")
            for start in pages {
                for index in start..<min(start + Self.pageSize, elements.count) {
                    if index > 0 { buffer.writeString(",") }
                    buffer.writeBytes(json(elements[index]).bytes)
                }
                try await writer.write(buffer)
                buffer.clear()
                try await blocking { try permissions.check() }
            }
            buffer.writeString("]}")
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }
}
