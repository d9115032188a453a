// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The secret that a store derives from its identity for a cohort. It doesn't reveal the identity, and two cohorts can't
/// determine that they have the same store.
struct SampleSecret: Sendable {
    /// The tag of the store, for the table of participants.
    let storeTag: String
    private let start: SHA256

    init(identity: String, cohort: String) {
        storeTag = SHA256.hash(data: Data("store\n\(cohort)\n\(identity)".utf8)).prefix(16).hexadecimal
        var start = SHA256()
        start.update(data: Data(SHA256.hash(data: Data("samples\n\(cohort)\n\(identity)".utf8)).prefix(16)))
        self.start = start
    }

    /// Returns the identifier that replaces a sample's UUID.
    ///
    /// Apps have access to the UUIDs of samples that they can read, so the table uses different UUIDs: the first 16 bytes of the
    /// SHA-256 of a 16-byte secret followed by the UUID. A sample has the same identifier in every push of the store; it reveals
    /// nothing else.
    func identifier(of uuid: UUID) -> UUID {
        var hash = start
        withUnsafeBytes(of: uuid.uuid) { hash.update(bufferPointer: $0) }
        return hash.finalize().withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
