// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The stored form of the owner's passphrase: a hash and its parameters.
package struct OwnerSecret: Sendable, Equatable {
    /// The random bytes that the hash was computed with.
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
