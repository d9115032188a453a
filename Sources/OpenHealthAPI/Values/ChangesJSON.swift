// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// An anchor as an opaque string.
package struct AnchorJSON: JSONRepresentable {
    package var anchor: HKQueryAnchor

    package init(_ anchor: HKQueryAnchor) {
        self.anchor = anchor
    }

    /// Returns the anchor for a string, or nil if the string is not an anchor.
    package static func anchor(_ text: String) -> HKQueryAnchor? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let place = Int(text)
        else { return nil }
        return HKQueryAnchor(fromValue: place)
    }

    package var text: String { Self.text(Int64(anchor.value)) }

    /// Returns an anchor as a string. All anchors of a server have the same length.
    package static func text(_ anchor: Int64) -> String {
        let digits = String(anchor)
        return anchor >> 42 == 0 ? digits : String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
    }

    package static let format = JSONFormat<AnchorJSON>(
        name: "Anchor",
        JSONSchema.string(pattern: "^[0-9]{1,19}$").described(
            """
            A place in the order of the changes that the app may see, to be sent back unchanged. It is encrypted for the app; "0" is \
            the place before every change.
            """)
    ) {
        .string($0.text)
    } decode: { (json) throws(Problem) in
        guard let anchor = AnchorJSON.anchor(try json.string()) else {
            throw json.problem("This is not an anchor. Send one that the server has returned.", kind: .invalidArgument)
        }
        return AnchorJSON(anchor)
    }
}

extension JSONFormat where Value == HKDeletedObject {
    /// The format of the record of a deleted sample: `{"uuid", "metadata"}`, with only the sync identifier and version of the
    /// metadata.
    package static let deletedObject = JSONFormat.object(
        named: "DeletedObject", about: "A deleted sample.",
        .required("uuid", \.uuid, .uuid), .optional("metadata", \.metadataValues, .metadata, default: [:])
    ) { HKDeletedObject(uuid: $0, metadata: $1) }
}

extension AppChanges: JSONRepresentable {
    /// The JSON form of the changes after an anchor.
    package static let format = JSONFormat<AppChanges>.object(
        named: "Changes", about: "The changes after an anchor.",
        .required("added", \.added, .array(of: .sample)),
        .required(
            "deleted", \.deleted,
            .array(of: .deletedObject)),
        .required("anchor", \.anchor, .anchor),
        .required(
            "hasMore", \.hasMore, .bool.described("Whether there are later changes, which a limit excluded."))
    ) { AppChanges(added: $0, deleted: $1, anchor: $2, hasMore: $3) }
}

/// A request for changes.
package struct ChangesQueryJSON: JSONRepresentable {
    package var parts: [SampleQuery.Part]
    /// The anchor; nil for all changes.
    package var anchor: HKQueryAnchor?
    package var limit: Int?

    package init(_ parts: [SampleQuery.Part], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.parts = parts
        self.anchor = anchor
        self.limit = limit
    }

    package static let format = JSONFormat<ChangesQueryJSON>.object(
        .required("parts", \.parts, .queryParts.asContent()), .optional("anchor", \.anchor, .anchor),
        .optional("limit", \.limit, .limit)
    ) { ChangesQueryJSON($0, anchor: $1, limit: $2) }
}

/// A request for the types that changed between two anchors.
package typealias ChangedTypesQueryJSON = (parts: [SampleQuery.Part], after: Int64, through: Int64)

extension JSONFormat where Value == ChangedTypesQueryJSON {
    /// The format of a request for the types that changed between two anchors.
    package static let changedTypesQuery = JSONFormat.object(
        .required("parts", \.parts, .queryParts.asContent()), .required("after", \.after, .place),
        .required("through", \.through, .place)
    ) { (parts: $0, after: $1, through: $2) }
}

extension JSONFormat where Value == HKQueryAnchor {
    /// The format of an anchor.
    package static var anchor: JSONFormat { AnchorJSON.format.map(\.anchor, back: AnchorJSON.init) }
}

extension JSONFormat where Value == Int64 {
    /// The format of the position of an anchor in the order of changes.
    package static var place: JSONFormat {
        JSONFormat(.named("Anchor")) {
            .string(AnchorJSON.text(max(0, $0)))
        } decode: { (json) throws(Problem) in
            try json.place()
        }
    }
}
