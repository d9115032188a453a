// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A source and the extent of its samples.
package struct SourceSummaryJSON: JSONRepresentable {
    /// The number of the source in this database.
    package var id: Int
    package var name: String
    package var bundleIdentifier: String?
    package var versions: [String]
    package var devices: [String]
    package var count: Int
    package var earliest: Date?
    package var latest: Date?

    package init(
        id: Int, name: String, bundleIdentifier: String?, versions: [String], devices: [String], count: Int,
        earliest: Date?, latest: Date?
    ) {
        self.id = id
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        self.versions = versions
        self.devices = devices
        self.count = count
        self.earliest = earliest
        self.latest = latest
    }

    package static let format = JSONFormat<SourceSummaryJSON>.object(
        named: "SourceSummary", about: "An app or device and the extent of its samples.",
        .required("id", \.id, .integer(1...Int.max).described("Its number in this database.")),
        .required("name", \.name, .string), .optional("bundleIdentifier", \.bundleIdentifier, .string),
        .required("versions", \.versions, .array(of: .string)), .required("devices", \.devices, .array(of: .string)),
        .required("count", \.count, .integer(0...Int.max)), .optional("earliest", \.earliest, .date),
        .optional("latest", \.latest, .date)
    ) { id, name, bundleIdentifier, versions, devices, count, earliest, latest in
        SourceSummaryJSON(
            id: id, name: name, bundleIdentifier: bundleIdentifier, versions: versions, devices: devices, count: count,
            earliest: earliest, latest: latest)
    }
}

/// A page of sources.
package struct SourcePageJSON: JSONRepresentable {
    package var sources: [SourceSummaryJSON]
    /// The cursor of the next page; nil on the last one.
    package var cursor: Int?

    package init(_ sources: [SourceSummaryJSON], cursor: Int?) {
        self.sources = sources
        self.cursor = cursor
    }

    package static let format = JSONFormat<SourcePageJSON>.object(
        .required("sources", \.sources, .array(of: SourceSummaryJSON.format)),
        .optional("cursor", \.cursor, .integer(1...Int.max))
    ) { SourcePageJSON($0, cursor: $1) }
}

/// The sources of a type in their order of precedence.
package struct SourceOrderJSON: JSONRepresentable {
    /// A source and the reason of its rank.
    package struct Rank: JSONRepresentable {
        package var id: Int
        package var name: String
        package var bundleIdentifier: String?
        /// Whether the owner has set this rank.
        package var isChosen: Bool
        package var reason: String

        package init(id: Int, name: String, bundleIdentifier: String?, isChosen: Bool, reason: String) {
            self.id = id
            self.name = name
            self.bundleIdentifier = bundleIdentifier
            self.isChosen = isChosen
            self.reason = reason
        }

        package static let format = JSONFormat<Rank>.object(
            .required("id", \.id, .integer(1...Int.max)), .required("name", \.name, .string),
            .optional("bundleIdentifier", \.bundleIdentifier, .string),
            .required("isChosen", \.isChosen, .bool.described("Whether the owner has put it there.")),
            .required("reason", \.reason, .sourceRankReason)
        ) { Rank(id: $0, name: $1, bundleIdentifier: $2, isChosen: $3, reason: $4) }
    }

    package var type: String
    package var sources: [Rank]

    package init(type: String, sources: [Rank]) {
        self.type = type
        self.sources = sources
    }

    package static let format = JSONFormat<SourceOrderJSON>.object(
        named: "SourceOrder", about: "The sources of a type in their order of precedence.",
        .required("type", \.type, .string.schema(.named("TypeName"))),
        .required("sources", \.sources, .array(of: Rank.format))
    ) { SourceOrderJSON(type: $0, sources: $1) }
}

extension JSONFormat where Value == String {
    /// The format of the reason of a source's rank.
    static let sourceRankReason = JSONFormat(
        name: "SourceRankReason",
        JSONSchema.one(of: ["chosen", "enteredByHand", "watch", "phone", "otherAppleDevice", "other"])
            .described("The reason of a source's rank: the owner's choice, or the kind of source.")
    ) {
        .string($0)
    } decode: { (json) throws(Problem) in
        try json.string()
    }
}
