// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A place in the order of changes, as a text to be given back as it is.
package struct AnchorJSON: Sendable {
    package var anchor: HKQueryAnchor

    package init(_ anchor: HKQueryAnchor) {
        self.anchor = anchor
    }

    package init(_ json: JSONReader) throws(Problem) {
        guard let anchor = Self.anchor(try json.string()) else {
            throw json.problem("This is no anchor. Give one that the daemon has given.", kind: .invalidArgument)
        }
        self.anchor = anchor
    }

    /// The anchor that a text is; nil where it is none.
    package static func anchor(_ text: String) -> HKQueryAnchor? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let place = Int(text)
        else { return nil }
        return HKQueryAnchor(fromValue: place)
    }

    package var text: String { Self.text(Int64(anchor.value)) }

    /// An anchor as text. All anchors that a daemon issues have the same length.
    package static func text(_ anchor: Int64) -> String {
        let digits = String(anchor)
        return anchor >> 42 == 0 ? digits : String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
    }

    package var json: JSONValue { .string(text) }
}

/// The trace of a sample that is gone: `{"uuid", "metadata"}`, of the metadata the sync identifier and version alone.
package struct DeletedObjectJSON: Sendable {
    package var object: HKDeletedObject

    package init(_ object: HKDeletedObject) {
        self.object = object
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["uuid", "metadata"])
        let metadata = try json.optional("metadata").map { (values) throws(Problem) in
            try MetadataValuesJSON(values).values
        }
        object = HKDeletedObject(uuid: try json.required("uuid").uuid(), metadata: metadata ?? [:])
    }

    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("uuid", .string(object.uuid.uuidString))]
        if !object.metadataValues.isEmpty {
            entries.append(("metadata", MetadataValuesJSON(object.metadataValues).json))
        }
        return .object(entries)
    }
}

/// What has happened after an anchor: `{"added", "deleted", "anchor", "hasMore"}`.
package struct ChangesJSON: Sendable {
    package var added: [HKSample]
    package var deleted: [HKDeletedObject]
    package var anchor: HKQueryAnchor
    package var hasMore: Bool

    package init(added: [HKSample], deleted: [HKDeletedObject], anchor: HKQueryAnchor, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["added", "deleted", "anchor", "hasMore"])
        (added, deleted) = ([], [])
        for sample in try json.required("added").array() { added.append(try SampleJSON(sample).sample) }
        for object in try json.required("deleted").array() { deleted.append(try DeletedObjectJSON(object).object) }
        anchor = try AnchorJSON(try json.required("anchor")).anchor
        hasMore = try json.required("hasMore").bool()
    }

    package var json: JSONValue {
        .object([
            ("added", .array(added.map { SampleJSON($0).json })),
            ("deleted", .array(deleted.map { DeletedObjectJSON($0).json })), ("anchor", AnchorJSON(anchor).json),
            ("hasMore", .bool(hasMore)),
        ])
    }
}

/// A question for changes: `{"parts": […], "anchor", "limit"}`.
package struct ChangesQueryJSON: Sendable {
    package var parts: [SampleQuery.Part]
    /// Nil for everything.
    package var anchor: HKQueryAnchor?
    package var limit: Int?

    package init(_ parts: [SampleQuery.Part], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.parts = parts
        self.anchor = anchor
        self.limit = limit
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["parts", "anchor", "limit"])
        parts = try Problem.ofContent { () throws(Problem) in try SampleQueryPartJSON.parts(json) }
        anchor = try json.optional("anchor").map { (anchor) throws(Problem) in try AnchorJSON(anchor).anchor }
        limit = try json.optional("limit").map(SampleQueryJSON.limit)
    }

    /// The question; nil where one of its predicates is code.
    package var json: JSONValue? {
        let parts = parts.map { SampleQueryPartJSON($0).json }
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        var entries: [(key: String, value: JSONValue)] = [("parts", .array(parts.compactMap(\.self)))]
        if let anchor { entries.append(("anchor", AnchorJSON(anchor).json)) }
        if let limit { entries.append(("limit", .integer(limit))) }
        return .object(entries)
    }
}
