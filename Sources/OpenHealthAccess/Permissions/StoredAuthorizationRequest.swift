// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// An authorization request, which the server keeps until it is answered.
package struct StoredAuthorizationRequest: FetchableRecord, Sendable, Hashable, Identifiable {
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
    /// The date of the person's decision, or of a request that needed none; nil if the request waits for a decision.
    package var decided: Date?

    /// The request with types instead of identifiers.
    package var request: AuthorizationRequest {
        AuthorizationRequest(
            app: app, share: Set(share.compactMap { HKObjectType.named($0) as? HKSampleType }),
            read: Set(read.compactMap(HKObjectType.named)))
    }

    /// The columns of the tables `authorization_request AS r` and `app AS a`.
    enum Columns: String, SelectedColumns {
        case id, identifier, name, version, share, read, predicate, created, decided

        var expression: String {
            switch self {
            case .identifier, .name, .version: "a.\(rawValue)"
            case .id, .share, .read, .predicate, .created, .decided: "r.\(rawValue)"
            }
        }
    }

    /// Creates a request from a row.
    /// - Throws: A ``StoreError`` if the row is damaged.
    package init(row: Row) throws {
        guard let id = UUID(bytes: try row.value(of: Columns.id)) else {
            throw StoreError.inconsistent("the identifier of a request is not a UUID")
        }
        self.id = id
        app = AppIdentity(
            identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.name),
            version: try row.value(of: Columns.version))
        share = Self.texts(try row.value(of: Columns.share))
        read = Self.texts(try row.value(of: Columns.read))
        // A predicate that cannot be decoded matches no objects.
        predicate = (try row.value(String?.self, of: Columns.predicate)).map { text in
            (try? JSONDecoder().decode(PredicateNode.self, from: Data(text.utf8))) ?? .constant(false)
        }
        created = try row.date(of: Columns.created)
        decided = try row.dateIfPresent(of: Columns.decided)
    }

    /// Returns a request, or nil if it doesn't exist.
    static func fetchOne(_ db: Database, _ id: UUID) throws -> StoredAuthorizationRequest? {
        try fetchOne(
            db,
            sql: """
                SELECT \(Columns.selection) FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                WHERE r.id = ?
                """,
            arguments: [id.bytes])
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
