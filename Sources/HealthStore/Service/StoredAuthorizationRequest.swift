// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// What an app has asked the person for, as the daemon keeps it until there is an answer.
package struct StoredAuthorizationRequest: Sendable, Hashable, Identifiable {
    /// Names it.
    package var id: UUID
    /// Who asks.
    package var app: AppIdentity
    /// The identifiers of the types that the app wants to save, in order.
    package var share: [String]
    /// The identifiers of the types that the app wants to read, in order.
    package var read: [String]
    /// The objects in question, where it is about objects of the one type in ``read``.
    package var objects: [UUID]?
    /// When the app asked.
    package var created: Date
    /// When the person was done with it; nil: not yet.
    package var answered: Date?

    /// The same as a session asks it.
    package var request: AuthorizationRequest {
        AuthorizationRequest(
            app: app, share: Set(share.compactMap { HKObjectType.named($0) as? HKSampleType }),
            read: Set(read.compactMap(HKObjectType.named)))
    }

    static let columns = "r.id, a.identifier, a.name, a.version, r.share, r.read, r.objects, r.created, r.answered"

    init(_ row: Row) throws {
        guard let id = UUID(bytes: try row.decode(atIndex: 0)) else {
            throw StoreError.inconsistent("the identifier of a request is no UUID")
        }
        self.id = id
        app = AppIdentity(
            identifier: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2), version: row[3])
        share = Self.texts(try row.decode(atIndex: 4))
        read = Self.texts(try row.decode(atIndex: 5))
        objects = (row[6] as String?).map { Self.texts($0).compactMap(UUID.init(uuidString:)) }
        created = Date(timeIntervalSince1970: try row.decode(atIndex: 7))
        answered = (row[8] as Double?).map(Date.init(timeIntervalSince1970:))
    }

    /// A list as a column has it.
    static func column(_ texts: some Sequence<String>) -> String {
        JSONValue.array(texts.sorted().map(JSONValue.string)).text
    }

    private static func texts(_ column: String) -> [String] {
        JSONValue(column)?.array?.compactMap(\.string) ?? []
    }
}
