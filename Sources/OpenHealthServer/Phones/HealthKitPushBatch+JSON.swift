// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

extension HealthKitPushBatch {
    private init(now: Date, sink: PushSink?) {
        self.init(now: now, pairs: StoredMetadata.pairs, values: StoredMetadata.read, sink: sink)
    }

    /// Creates the content of a push that was decoded as a whole.
    init(_ push: HealthKitPushJSON, now: Date) {
        self.init(now: now, sink: nil)
        for invalid in push.invalid { refuse(invalid.reason, at: invalid.pointer) }
        for entry in push.samples { add(entry.sample, at: entry.pointer) }
        for uuid in push.deleted { addDeletion(uuid) }
    }

    /// Reads a large push, whose samples are decoded one after the other.
    /// - Throws: A ``Problem``, as the decoder of ``HealthKitPushJSON``.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, now: Date, into sink: PushSink) throws -> PushEnd {
        var batch = HealthKitPushBatch(now: now, sink: sink)
        var type: String?
        var keys: [(key: String, value: JSONValue)] = []
        var cursor = JSONCursor(bytes, for: sink)
        do {
            guard cursor.peek() == UInt8(ascii: "{") else {
                let other = JSONReader(try value(&cursor))
                throw cursor.peek() == nil ? other.problem("Expected an object.") : BodyReader.isNotJSON
            }
            try cursor.entries { key, cursor in
                keys.append((key, .null))
                try JSONReader(.object(keys)).check(keys: HealthKitPushJSON.keys)
                switch key {
                case "samples":
                    try readEach(&cursor, "/samples") { batch.add($0) }
                case "deleted":
                    try readEach(&cursor, "/deleted") { batch.addDeletion($0) }
                default:
                    let json = JSONReader(try value(&cursor), pointer: "/" + key)
                    type = json.isNull ? nil : try json.string()
                }
            }
            guard cursor.peek() == nil else { throw BodyReader.isNotJSON }
        } catch is JSONCursor.Broken {
            throw BodyReader.isNotJSON
        }
        return PushEnd(last: batch.batch, required: type.map { [$0] } ?? [])
    }

    /// Calls a closure with each element of a list, which can be null.
    private static func readEach(
        _ cursor: inout JSONCursor, _ pointer: String, _ body: (JSONReader) throws -> Void
    ) throws {
        guard cursor.peek() == UInt8(ascii: "[") else {
            guard case .null? = try cursor.value() else {
                throw JSONReader(.null, pointer: pointer).problem("Expected an array.")
            }
            return
        }
        try cursor.elements { index, cursor in
            guard index < HealthKitPushJSON.most else {
                throw JSONReader(.null, pointer: pointer).problem(
                    "There are more than \(HealthKitPushJSON.most) elements; send parts.")
            }
            try body(JSONReader(try value(&cursor), pointer: "\(pointer)/\(index)"))
        }
    }

    /// Returns the next value, with the limits of a body.
    private static func value(_ cursor: inout JSONCursor) throws -> JSONValue {
        let value = try cursor.value(
            maximumValues: BodyReader.maximumValues(of: cursor.count), leniency: .parts)
        guard let value else { throw BodyReader.isNotJSON }
        return value
    }

    /// Adds the deletion of a sample, or refuses what is no UUID.
    private mutating func addDeletion(_ json: JSONReader) {
        switch HealthKitPushJSON.deletion(json) {
        case .success(let uuid): addDeletion(uuid)
        case .failure(let invalid): refuse(invalid.reason, at: invalid.pointer)
        }
    }

    /// Adds a sample, or refuses what is none.
    private mutating func add(_ json: JSONReader) {
        switch HealthKitPushJSON.element(json) {
        case .success(let entry): add(entry.sample, at: entry.pointer)
        case .failure(let invalid): refuse(invalid.reason, at: invalid.pointer)
        }
        endRecord()
    }
}
