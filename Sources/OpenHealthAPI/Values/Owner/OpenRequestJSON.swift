// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A request of an app that waits for the owner's decision.
package struct OpenRequestJSON: JSONRepresentable {
    package var id: UUID
    package var app: AppIdentity
    package var share: [String]
    package var read: [String]
    /// The objects of a request for objects; nil for other requests.
    package var objects: [ObjectCandidate]?
    package var created: Date

    package init(
        id: UUID, app: AppIdentity, share: [String], read: [String], objects: [ObjectCandidate]?, created: Date
    ) {
        self.id = id
        self.app = app
        self.share = share
        self.read = read
        self.objects = objects
        self.created = created
    }

    package static let format = JSONFormat<OpenRequestJSON>.object(
        named: "OpenRequest", about: "A request of an app that waits for a decision.",
        .required("id", \.id, .uuid), .required("app", \.app, AppIdentity.response),
        .required("share", \.share, .array(of: .string)), .required("read", \.read, .array(of: .string)),
        .optional("objects", \.objects, .array(of: ObjectCandidate.format)), .required("created", \.created, .date)
    ) { id, app, share, read, objects, created in
        OpenRequestJSON(id: id, app: app, share: share, read: read, objects: objects, created: created)
    }
}

extension ObjectCandidate: JSONRepresentable {
    /// The JSON form of an object that the owner can authorize individually.
    package static let format = JSONFormat<ObjectCandidate>.object(
        .required("uuid", \.uuid, .uuid), .required("text", \.text, .string)
    ) { ObjectCandidate(uuid: $0, text: $1) }
}

/// The owner's decision on a request of an app.
package struct RequestDecisionJSON: JSONRepresentable {
    /// Whether types that are not named are allowed; nil leaves them unanswered.
    package var all: Bool?
    package var share: [HKObjectType: Bool]
    package var read: [HKObjectType: Bool]
    /// The earliest start of the samples of allowed types; nil for all.
    package var since: Date?
    /// The allowed objects; nil for all of them if `all` is true, and otherwise none.
    package var objects: [UUID]?

    package static let format = JSONFormat<RequestDecisionJSON>.object(
        named: "RequestDecision", about: "The owner's decision on a request.",
        .optional("all", \.all, isAllowed.described("For all types that are not listed.")),
        .optional("share", \.share, types, default: [:]), .optional("read", \.read, types, default: [:]),
        .optional(
            "since", \.since, .date.described("For types that may be read, the earliest start of samples.")),
        .optional(
            "objects", \.objects, .array(of: .uuid, most: 100_000).described("The objects that the app may see."))
    ) { RequestDecisionJSON(all: $0, share: $1, read: $2, since: $3, objects: $4) }

    private static let isAllowed = JSONFormat<Bool>.one(
        of: [("denied", false), ("authorized", true)], orElse: "Expected denied or authorized.")

    private static let types = JSONFormat<[HKObjectType: Bool]>.byType(isAllowed) { (name, place) throws(Problem) in
        try TypeNames.objectType(name, at: place)
    }
}
