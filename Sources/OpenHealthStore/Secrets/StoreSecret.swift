// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The secret of a store: 128 random bits that are part of each backup of the store. No interface returns them.
package struct StoreSecret: Sendable {
    private let key: SipKey

    /// Reads the secret.
    /// - Throws: A ``StoreError`` if it is missing.
    package init(_ db: Database) throws {
        let bytes = try Data.fetchOne(db.cachedStatement(sql: "SELECT key FROM store_secret WHERE id = 1"))
        guard let key = bytes.flatMap({ SipKey($0) }) else {
            throw StoreError.inconsistent("the secret for the UUIDs of imported samples is missing")
        }
        self.key = key
    }

    package init(_ key: SipKey) {
        self.key = key
    }

    /// The derivation of the UUIDs of imported samples.
    package var uuids: DerivedUUID { DerivedUUID(key) }

    /// Returns the encryption of an app's anchors and cursors, which other apps cannot use.
    package func seal(app: String) -> PlaceSeal { PlaceSeal(key.derived("app " + app)) }
}
