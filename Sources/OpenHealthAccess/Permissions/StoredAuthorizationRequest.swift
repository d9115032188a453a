// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// An authorization request, which the server keeps until it is answered.
package struct StoredAuthorizationRequest: Sendable, Hashable, Identifiable {
    /// The identifier of the request.
    package var id: UUID
    /// The app.
    package var app: AppIdentity
    /// The identifiers of the types that the app wants to save, in order.
    package var share: [String]
    /// The identifiers of the types that the app wants to read, in order.
    package var read: [String]
    /// The predicate for the objects, if the request is for objects of the single type in ``read``.
    package var predicate: PredicateNode?
    /// The date of the request.
    package var created: Date
    /// The date when the person answered the request; nil if they haven't answered it yet.
    package var answered: Date?

    /// The request with types instead of identifiers.
    package var request: AuthorizationRequest {
        AuthorizationRequest(
            app: app, share: Set(share.compactMap { HKObjectType.named($0) as? HKSampleType }),
            read: Set(read.compactMap(HKObjectType.named)))
    }

    static let columns = "r.id, a.identifier, a.name, a.version, r.share, r.read, r.predicate, r.created, r.answered"

    init(_ row: Row) throws {
        guard let id = UUID(bytes: try row.decode(atIndex: 0)) else {
            throw StoreError.inconsistent("the identifier of a request is not a UUID")
        }
        self.id = id
        app = AppIdentity(
            identifier: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2),
            version: try row.decode(atIndex: 3))
        share = Self.texts(try row.decode(atIndex: 4))
        read = Self.texts(try row.decode(atIndex: 5))
        // A predicate that cannot be decoded matches no objects.
        predicate = (try row.decode(String?.self, atIndex: 6)).map { text in
            (try? JSONDecoder().decode(PredicateNode.self, from: Data(text.utf8))) ?? .constant(false)
        }
        created = Date(timeIntervalSince1970: try row.decode(atIndex: 7))
        answered = (try row.decode(Double?.self, atIndex: 8)).map(Date.init(timeIntervalSince1970:))
    }

    /// Returns a request, or nil if it doesn't exist.
    static func fetchOne(_ db: Database, _ id: UUID) throws -> StoredAuthorizationRequest? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT \(columns) FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                WHERE r.id = ?
                """,
            arguments: [id.bytes]
        ).map(StoredAuthorizationRequest.init)
    }

    /// Returns a list in the form of the column.
    static func column(_ texts: some Sequence<String>) -> String {
        JSONValue.array(texts.sorted().map(JSONValue.string)).text
    }

    /// Returns a predicate in the form of the column, with equal strings for equal predicates.
    /// - Throws: An `HKError` if the predicate contains code.
    static func column(_ predicate: PredicateNode) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard !predicate.hasBlock, let data = try? encoder.encode(predicate) else {
            throw HKError(.errorInvalidArgument, "The predicate contains code, which cannot be stored for the person.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func texts(_ column: String) -> [String] {
        JSONValue(column)?.array?.compactMap(\.string) ?? []
    }
}
