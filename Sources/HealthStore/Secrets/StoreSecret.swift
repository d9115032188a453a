// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The secret of a store: 128 random bits that every backup of the store shares and no interface returns.
struct StoreSecret: Sendable {
    private let key: SipKey

    /// Reads the secret.
    /// - Throws: a ``StoreError`` where it is missing.
    init(_ db: Database) throws {
        let bytes = try Data.fetchOne(db.cachedStatement(sql: "SELECT key FROM store_secret WHERE id = 1"))
        guard let key = bytes.flatMap({ SipKey($0) }) else {
            throw StoreError.inconsistent("the secret that the UUIDs of imported samples are made with is missing")
        }
        self.key = key
    }

    init(_ key: SipKey) {
        self.key = key
    }

    /// Makes the UUIDs of imported samples.
    var uuids: DerivedUUID { DerivedUUID(key) }

    /// Makes anchors and cursors of an app, which no other app can use.
    func seal(app: String) -> PlaceSeal { PlaceSeal(key.derived("app " + app)) }
}
