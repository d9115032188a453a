// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

/// A change by an app, in the form in which it is sent and kept until then.
struct UnsentChange: Sendable, Equatable {
    var kind: RefusedChange.Kind
    /// The idempotency key, by which the server recognises a repeated change.
    var key: UUID
    var date: Date
    var objects: [UUID]
    /// The body of the request.
    var body: Data

    init(_ kind: RefusedChange.Kind, _ objects: [UUID], at date: Date, body: Data) {
        self.kind = kind
        self.objects = objects
        self.date = date
        self.body = body
        key = UUID()
    }

    var request: DaemonRequest {
        var request = DaemonRequest(kind == .save ? SampleRoutes.save.route : SampleRoutes.deleteMany.route)
        request.body = body
        request.headers.append((SampleRoutes.onceField, key.uuidString))
        return request
    }

    // MARK: File

    /// The contents of the file: a line of JSON about the change, and the body.
    var file: Data {
        let about = JSONValue.object([
            ("version", .integer(1)), ("kind", .string(kind.rawValue)), ("key", .string(key.uuidString)),
            ("date", .string(APIDate.text(date))), ("size", .integer(body.count)),
            ("objects", .array(objects.map { .string($0.uuidString) })),
        ])
        return Data(about.bytes) + [UInt8(ascii: "\n")] + body
    }

    /// Parses the contents of ``file``; nil for anything else.
    init?(file: Data) {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")), let about = JSONValue(utf8: file[..<end]),
            about["version"]?.double == 1,
            let kind = about["kind"]?.string.flatMap(RefusedChange.Kind.init(rawValue:)),
            let key = about["key"]?.string.flatMap(UUID.init(uuidString:)),
            let date = about["date"]?.string.flatMap(APIDate.date), let objects = about["objects"]?.array
        else { return nil }
        self.kind = kind
        self.key = key
        self.date = date
        self.objects = objects.compactMap { $0.string.flatMap(UUID.init(uuidString:)) }
        body = Data(file[file.index(after: end)...])
        guard about["size"]?.double == Double(body.count), self.objects.count == objects.count else { return nil }
    }
}
