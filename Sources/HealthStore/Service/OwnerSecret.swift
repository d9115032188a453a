// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the store keeps of the owner's passphrase: a hash, and what it was made with.
package struct OwnerSecret: Sendable, Equatable {
    /// Random bytes that the hash was made with.
    package var salt: Data
    /// The hash (scrypt, RFC 7914).
    package var hash: Data
    /// The cost N of scrypt.
    package var rounds: Int
    /// The block size r of scrypt.
    package var blockSize: Int
    /// The parallelization p of scrypt.
    package var parallelism: Int

    package init(salt: Data, hash: Data, rounds: Int, blockSize: Int, parallelism: Int) {
        self.salt = salt
        self.hash = hash
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}

/// How the owner's passphrase stands.
package struct OwnerState: Sendable, Equatable {
    /// The passphrase.
    package var secret: OwnerSecret
    /// How many wrong ones there have been since the last right one.
    package var failures: Int
    /// Until when none is looked at.
    package var lockedUntil: Date?
}

/// A session of the owner's, as the store keeps it.
package struct StoredOwnerSession: Sendable, Equatable {
    /// What forms of the session have to repeat.
    package var formToken: String
    /// When the owner signed in.
    package var created: Date
    /// When it was last used.
    package var used: Date

    package init(formToken: String, created: Date, used: Date) {
        self.formToken = formToken
        self.created = created
        self.used = used
    }
}
